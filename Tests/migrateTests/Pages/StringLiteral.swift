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
    (file: "migrate/Commands/LintCommand.swift", word: "mended"),
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
      let words = line.trimmingCharacters(in: .whitespaces)
      let place = "\(path):\(index + 1)"
      if words.components(separatedBy: "\"\"\"").count.isMultiple(of: 2) {
        isInBlock.toggle()
        return []
      }
      if isInBlock { return [Self(place: place, text: withoutComputed(words))] }
      if words.hasPrefix("//") { return [] }
      return withoutComputed(words).matches(of: /"((?:[^"\\]|\\.)*)"/).map {
        Self(place: place, text: String($0.output.1))
      }
    }
  }

  /// A line with `…` in the place of each interpolation.
  private static func withoutComputed(_ line: String) -> String {
    var result = ""
    var rest = line[...]
    while let start = rest.firstRange(of: "\\(") {
      result += rest[..<start.lowerBound] + "…"
      rest = rest[start.upperBound...]
      var depth = 1
      while depth > 0, let character = rest.popFirst() {
        depth += character == "(" ? 1 : character == ")" ? -1 : 0
      }
    }
    return result + rest
  }
}
