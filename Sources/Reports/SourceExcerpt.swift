internal import Diagnostics

/// The line of a file that a message speaks of, and the spaces that bring a caret below its place.
package struct SourceExcerpt: Hashable {
  /// The line before the place, as it is shown.
  package var before: String
  /// The line from the place on.
  package var after: String
  /// What stands before the caret: as wide in a terminal as what stands before the place.
  package var padding: String

  /// The line as it is shown.
  package var line: String { before + after }

  /// How much of a long line is shown before and after the place.
  private static let reach = 100

  /// An excerpt of a line, for a place given in Unicode scalars from 1.
  ///
  /// Tabs stay tabs, in the padding too, so that both lines are equally wide at any width of tabs.
  /// A place beyond the end is taken for the end, where something is missing.
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

/// The lines of the files that messages speak of; each file is read once.
package struct SourceLines {
  private let read: (String) -> String?
  private var files: [String: [Substring]] = [:]

  /// The lines of the files that a function reads.
  package init(_ read: @escaping (String) -> String?) { self.read = read }

  /// A line of a file, from 1; nil where there is none.
  package mutating func line(_ number: Int, of file: String) -> Substring? {
    let lines = files[file] ?? read(file).map(splitLines) ?? []
    files[file] = lines
    return lines.indices.contains(number - 1) ? lines[number - 1] : nil
  }
}

/// The lines of a text, which end as in any editor: LF, CR LF or CR.
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
