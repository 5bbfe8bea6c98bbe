public import Diagnostics

/// Finds the exceptions in the comments of a YAML file, or of a script in SQL.
///
/// On a line of its own a comment speaks of the next line that is no comment; behind a value, of
/// its own line.
public enum SuppressionReader {
  /// What begins a comment.
  public enum Mark: String, Sendable {
    /// In YAML.
    case yaml = "#"
    /// In SQL.
    case sql = "--"
  }

  /// The exceptions in a text, in order.
  public static func suppressions(
    in text: String, file: String, comments mark: Mark = .yaml
  ) -> [Suppression] {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard text.contains("migrate:ignore") else { return [] }
    return lines.enumerated().compactMap { position, line in
      guard let comment = comment(in: line, mark) else { return nil }
      let isAlone = line[..<comment].allSatisfy(\.isWhitespace)
      let subject = isAlone ? subjectLine(after: position, in: lines, mark) : position
      return suppression(
        line, from: comment, behind: mark, number: position + 1, subject: subject + 1, file)
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
    _ line: Substring, from comment: Substring.Index, behind mark: Mark, number: Int, subject: Int,
    _ file: String
  ) -> Suppression? {
    let text = line[comment...].dropFirst(mark.rawValue.count).drop { $0 == " " }
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
  private static func subjectLine(
    after position: Int, in lines: [Substring], _ mark: Mark
  ) -> Int {
    lines[(position + 1)...].firstIndex { line in
      let content = line.drop(while: \.isWhitespace)
      return !content.isEmpty && !content.hasPrefix(mark.rawValue)
    } ?? position
  }

  /// Where the comment of a line begins: at a `#` behind a blank or at a `--`, outside quotes.
  private static func comment(in line: Substring, _ mark: Mark) -> Substring.Index? {
    let startsAnywhere = mark == .sql
    var quote: Character?
    var before: Character = " "
    for index in line.indices {
      let character = line[index]
      if let open = quote {
        if character == open, before != "\\" || open == "'" || startsAnywhere { quote = nil }
      } else if line[index...].hasPrefix(mark.rawValue), startsAnywhere || before.isWhitespace {
        return index
      } else if character == "\"" || character == "'",
        startsAnywhere || " [{,:".contains(before)
      {
        quote = character
      }
      before = character
    }
    return nil
  }
}
