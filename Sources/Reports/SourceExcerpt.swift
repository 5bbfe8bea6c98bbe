internal import Diagnostics

/// The line of a file that a message refers to, and the spaces that put a caret below its place.
package struct SourceExcerpt: Hashable {
  /// The line before the place, as shown.
  package var before: String
  /// The line from the place on, as shown.
  package var after: String
  /// The text before the caret: as wide in a terminal as the line before the place.
  package var padding: String

  /// The line as shown.
  package var line: String { before + after }

  /// The number of characters of a long line that are shown before and after the place.
  private static let reach = 100

  /// An excerpt of a line, for a place given in Unicode scalars from 1.
  ///
  /// Tabs are kept, in the padding too, so that both lines are equally wide at any tab width. A place after
  /// the end of the line stands for the end.
  package init(_ line: Substring, column: Int) {
    let scalars = line.unicodeScalars
    let place =
      scalars.index(scalars.startIndex, offsetBy: max(0, column - 1), limitedBy: scalars.endIndex)
      ?? scalars.endIndex
    let start = scalars.index(place, offsetBy: -Self.reach, limitedBy: scalars.startIndex)
    let end = scalars.index(place, offsetBy: Self.reach, limitedBy: scalars.endIndex)
    before = Self.shown(line[(start ?? line.startIndex)..<place], cut: start != nil)
    after = printable(String(line[place..<(end ?? line.endIndex)])) + (end == nil ? "" : "…")
    padding = before.reduce(into: "") { padding, character in
      padding += character == "\t" ? "\t" : String(repeating: " ", count: character.displayWidth)
    }
  }

  private static func shown(_ text: Substring, cut: Bool) -> String {
    (cut ? "…" : "") + printable(String(text))
  }
}

/// The lines of the files that messages refer to; each file is read once.
package struct SourceLines {
  private let read: (String) -> String?
  private var files: [String: [Substring]] = [:]

  /// The lines of files that are read with a function.
  package init(_ read: @escaping (String) -> String?) { self.read = read }

  /// A line of a file, counted from 1; nil if it does not exist.
  package mutating func line(_ number: Int, of file: String) -> Substring? {
    let lines = files[file] ?? read(file).map(splitLines) ?? []
    files[file] = lines
    return lines.indices.contains(number - 1) ? lines[number - 1] : nil
  }
}

/// The lines of a text, which end in LF, CR LF or CR.
private func splitLines(_ text: String) -> [Substring] {
  var rest = text[...].utf8
  if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
  var lines: [Substring] = []
  while let end = rest.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
    lines.append(Substring(rest[..<end]))
    let isPair = rest[end...].starts(with: [0x0D, 0x0A])
    rest = rest[end...].dropFirst(isPair ? 2 : 1)
  }
  return lines + [Substring(rest)]
}
