import Foundation
import TestSupport

/// A line of a string literal in the sources.
struct StringLiteral {
  /// The file and the line: `migrate/Commands/LintCommand.swift:21`.
  let place: String
  private let text: String

  /// The literal without what is computed, and without a name in quotes: `it is … of '…'`.
  var prose: String { text.replacing(/'\w+'/, with: "'…'") }

  /// Whether programs read it: a key of a file, a function of generated source, a line of a lock.
  var isForPrograms: Bool {
    Self.read.contains { place.contains($0.file) && text.contains($0.word) }
  }

  private static let read = [
    (file: "SchemaExchange/LaunchGuard/LaunchGuardText.swift", word: "beside("),
    (file: "SchemaModel/DeclaredStep.swift", word: " beside …"),
    (file: "SchemaYAML/Cases/CaseContents.swift", word: "gone"),
  ]

  /// The literals of all sources.
  static func all() throws -> [Self] {
    let folder = BuiltProducts.repository.appending(path: "Sources").path
    return try FileManager.default.subpathsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".swift") }.sorted()
      .flatMap { path in all(in: try BuiltProducts.text("Sources/\(path)"), at: path) }
  }

  /// The literals in the text of a file.
  static func all(in source: String, at path: String) -> [Self] {
    var isInBlock = false
    return source.components(separatedBy: "\n").enumerated().flatMap { index, line -> [Self] in
      guard isInBlock || line.utf8.contains(UInt8(ascii: "\"")) else { return [] }
      let words = line.trimmingCharacters(in: .whitespaces)
      let place = "\(path):\(index + 1)"
      if words.components(separatedBy: "\"\"\"").count.isMultiple(of: 2) {
        isInBlock.toggle()
        return []
      }
      if isInBlock {
        let (text, computed) = apart(words[...])
        return [Self(place: place, text: text)] + computed.flatMap { literals(in: $0, place) }
      }
      return words.hasPrefix("//") ? [] : literals(in: words[...], place)
    }
  }

  /// The literals in code, and those in what they interpolate.
  private static func literals(in code: Substring, _ place: String) -> [Self] {
    let (text, computed) = apart(code)
    return text.matches(of: /"((?:[^"\\]|\\.)*)"/).map {
      Self(place: place, text: String($0.output.1))
    } + computed.flatMap { literals(in: $0, place) }
  }

  /// A line with `…` in the place of each interpolation, and what stands in those.
  private static func apart(_ line: Substring) -> (text: String, computed: [Substring]) {
    var (text, computed): (String, [Substring]) = ("", [])
    var rest = line
    while let start = rest.firstRange(of: "\\(") {
      text += rest[..<start.lowerBound] + "…"
      rest = rest[start.upperBound...]
      let begin = rest
      var depth = 1
      while depth > 0, let character = rest.popFirst() {
        depth += character == "(" ? 1 : character == ")" ? -1 : 0
      }
      computed.append(begin[..<rest.startIndex])
    }
    return (text + rest, computed)
  }
}
