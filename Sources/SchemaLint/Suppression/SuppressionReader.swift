public import Diagnostics

/// Finds the exceptions in the comments of a YAML file.
///
/// On a line of its own a comment speaks of the next line that is no comment; behind a value, of
/// its own line.
public enum SuppressionReader {
  /// The exceptions in a text, in order.
  public static func suppressions(in text: String, file: String) -> [Suppression] {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard text.contains("migrate:ignore") else { return [] }
    return lines.enumerated().compactMap { position, line in
      guard let comment = comment(in: line) else { return nil }
      let isAlone = line[..<comment].allSatisfy(\.isWhitespace)
      let subject = isAlone ? subjectLine(after: position, in: lines) : position
      return suppression(line, from: comment, number: position + 1, subject: subject + 1, file)
    }
  }

  /// The exception that the text of a comment makes, given the lines it speaks of and its place;
  /// nil for a comment that speaks of something else.
  ///
  /// The text begins with `migrate:`, which is `offset` columns behind the place.
  public static func suppression(
    inComment text: String, offset: Int, lines: ClosedRange<Int>, at location: SourceLocation
  ) -> Suppression? {
    let isForFile = text.hasPrefix(fileMarker)
    let rest = text.dropFirst(isForFile ? fileMarker.count : marker.count)
    guard text.hasPrefix(marker), rest.first.map(\.isWhitespace) ?? true else { return nil }
    let notation = rest.drop(while: \.isWhitespace)
    let column =
      location.column + offset
      + text.unicodeScalars.distance(from: text.startIndex, to: notation.startIndex)
    return Suppression(
      isForFile ? .file : .lines(lines), notation: notation, at: location, column: column)
  }

  private static let marker = "migrate:ignore"
  private static let fileMarker = "migrate:ignore-file"

  private static func suppression(
    _ line: Substring, from comment: Substring.Index, number: Int, subject: Int, _ file: String
  ) -> Suppression? {
    let text = line[comment...].dropFirst().drop { $0 == " " }
    let isForFile = text.hasPrefix(fileMarker)
    let rest = text.dropFirst(isForFile ? fileMarker.count : marker.count)
    guard text.hasPrefix(marker), rest.first.map(\.isWhitespace) ?? true else { return nil }
    func column(_ index: Substring.Index) -> Int {
      line.unicodeScalars.distance(from: line.startIndex, to: index) + 1
    }
    let notation = rest.drop(while: \.isWhitespace)
    return Suppression(
      isForFile ? .file : .line(subject), notation: notation,
      at: SourceLocation(file: file, line: number, column: column(comment)),
      column: column(notation.startIndex))
  }

  /// The place of the next line that says something; the last one where none does.
  private static func subjectLine(after position: Int, in lines: [Substring]) -> Int {
    lines[(position + 1)...].firstIndex { line in
      line.first { !$0.isWhitespace }.map { $0 != "#" } ?? false
    } ?? position
  }

  /// Where the comment of a line begins: at a `#` behind a blank, outside quotes.
  private static func comment(in line: Substring) -> Substring.Index? {
    var quote: Character?
    var before: Character = " "
    for index in line.indices {
      let character = line[index]
      if let open = quote {
        if character == open, before != "\\" || open == "'" { quote = nil }
      } else if character == "#", before.isWhitespace {
        return index
      } else if character == "\"" || character == "'", " [{,:".contains(before) {
        quote = character
      }
      before = character
    }
    return nil
  }
}
