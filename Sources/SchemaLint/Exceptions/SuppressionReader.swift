public import Diagnostics

/// Finds the exceptions in the comments of a YAML file, or of a script in SQL.
///
/// A comment on a separate line applies to the next line that is not a comment. A comment after a value
/// applies to its own line.
public enum SuppressionReader {
  /// The characters that begin a comment.
  public enum Mark: String, Sendable {
    /// In YAML.
    case yaml = "#"
    /// In SQL.
    case sql = "--"
  }

  /// The exceptions in a text whose comments begin at these places, in order.
  public static func suppressions(
    in text: String, file: String, comments: [String.Index], mark: Mark = .yaml
  ) -> [Suppression] {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let comments = Self.comments(comments, byLineOf: lines)
    return zip(lines, comments).enumerated().compactMap { position, line in
      let (line, comment) = line
      guard let comment else { return nil }
      let isAlone = line[..<comment].allSatisfy(\.isWhitespace)
      let subject = isAlone ? subjectLine(after: position, in: lines, comments) : position
      return suppression(
        line, from: comment, behind: mark, number: position + 1, subject: subject + 1, file)
    }
  }

  /// Whether a text may contain an exception.
  public static func mayHaveSuppressions(_ text: String) -> Bool { text.contains(marker) }

  /// The places where comments begin, with each line parsed separately.
  ///
  /// A construct that spans several lines, such as a quoted text, is not recognised.
  public static func lineComments(in text: String, mark: Mark = .yaml) -> [String.Index] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .compactMap { comment(in: $0, mark) }
  }

  /// The exception in the text of a comment; nil for any other comment.
  ///
  /// The text begins with `migrate:`, which is `offset` columns after `location`. `lines` are the lines to
  /// which the comment applies.
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
    // A comment in between, such as an open question, belongs to the line below it.
    let scope: Suppression.Scope =
      subject > number + 1 ? .lines((number + 1)...subject) : .line(subject)
    return Suppression(
      isForFile ? .file : scope, notation: notation,
      at: SourceLocation(file: file, line: number, column: column(comment)),
      column: column(notation.startIndex))
  }

  /// The comment of each line, if it has one.
  private static func comments(
    _ starts: [String.Index], byLineOf lines: [Substring]
  ) -> [String.Index?] {
    var rest = starts[...]
    return lines.map { line in
      guard let first = rest.first, first < line.endIndex else { return nil }
      return rest.removeFirst()
    }
  }

  /// The position of the next line that is not a comment, or of the given line if none exists.
  private static func subjectLine(
    after position: Int, in lines: [Substring], _ comments: [String.Index?]
  ) -> Int {
    lines.indices[(position + 1)...].first { index in
      lines[index][..<(comments[index] ?? lines[index].endIndex)].contains { !$0.isWhitespace }
    } ?? position
  }

  /// The start of a line's comment: a `#` after a space or a `--`, outside quotes.
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
