public import Diagnostics

/// A decision that is left open in a schema file, as a comment above the line that it is about.
///
/// ```yaml
/// # decide: attribute 'Book.published' is gone while 'year' of the same shape is new
/// year: int?
/// ```
///
/// A version with an open question is not finished, whatever else is in its file.
public struct OpenQuestion: Hashable, Sendable {
  /// The question.
  public var text: String
  /// The place of the question.
  public var location: SourceLocation
  /// The numbers of its lines, including its notes.
  package var lines: Range<Int>
}

extension OpenQuestion {
  /// The beginning of the comment.
  public static let mark = "# decide: "
  /// The beginning of a further line of the same question.
  private static let hang = "#" + String(repeating: " ", count: mark.count - 1)

  /// The beginning of a line of a note.
  private static let note = "#   "

  /// The question about a problem.
  package static func text(of problem: Diagnostic) -> String {
    "\(problem.message) [\(problem.code)]"
  }

  /// The lines of a comment that asks a question, wrapped to a width at spaces outside of quoted text.
  public static func comment(_ question: String, notes: [String], width: Int) -> [String] {
    lines(of: question, head: mark, hang: hang, width)
      + notes.flatMap { lines(of: $0, head: note, hang: note + "  ", width) }
  }

  private static func lines(
    of text: String, head: String, hang: String, _ width: Int
  ) -> [String] {
    let words = words(of: text, atMost: width - hang.count)
    var lines = [head + (words.first ?? "")]
    for word in words.dropFirst() {
      let last = lines[lines.count - 1]
      // A quoted exception at the start of a comment line would become a real exception.
      if last.hasSuffix("#") || last.unicodeScalars.count + 1 + word.unicodeScalars.count <= width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(hang + word)
      }
    }
    return lines
  }

  /// The words of a text; quoted text that fits a line is one word, so that it can be copied.
  private static func words(of text: String, atMost width: Int) -> [String] {
    var words: [String] = []
    var quoted: [Substring] = []
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      if quoted.isEmpty, !word.hasPrefix("'") {
        words.append(String(word))
        continue
      }
      quoted.append(word)
      let end = word.last { !",.:;)".contains($0) }
      if end == "'", word.count > 1 || quoted.count > 1 {
        let whole = quoted.joined(separator: " ")
        words += whole.unicodeScalars.count <= width ? [whole] : quoted.map(String.init)
        quoted = []
      }
    }
    return words + quoted.map(String.init)
  }

  /// The questions in a schema file; empty if the file cannot be read, which its readers report.
  public static func all(inFile path: String) -> [OpenQuestion] {
    guard let bytes = try? YAMLFiles.bytes(of: path, limit: YAMLLimits.standard.bytes) else {
      return []
    }
    return all(in: String(decoding: bytes, as: UTF8.self), file: path)
  }

  /// The questions in the text of a schema file.
  package static func all(in text: String, file path: String) -> [OpenQuestion] {
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    return lines.enumerated().compactMap { position, line in
      let indent = line.prefix { $0 == " " }.count
      let comment = line.dropFirst(indent)
      guard comment.hasPrefix(mark) else { return nil }
      let below = lines[(position + 1)...].map { $0.drop { $0 == " " } }
      let rest = below.prefix { $0.hasPrefix(hang) }
      let all = below.prefix { $0.hasPrefix(note) }.count
      return OpenQuestion(
        text: ([comment.dropFirst(mark.count)] + rest.map { $0.dropFirst(hang.count) })
          .joined(separator: " "),
        location: SourceLocation(file: path, line: position + 1, column: indent + 1),
        lines: position + 1..<position + 2 + all)
    }
  }
}
