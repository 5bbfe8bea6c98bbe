public import Diagnostics

/// Something that a schema file leaves to decide, as a comment above the line that it is about.
///
/// ```yaml
/// # decide: attribute 'Book.published' is gone while 'year' of the same shape is new
/// year: int?
/// ```
///
/// A version with one is begun and not finished, whatever else its file says.
public struct OpenQuestion: Hashable, Sendable {
  /// What is to be decided.
  public var text: String
  /// Where it stands.
  public var location: SourceLocation
  /// The numbers of its lines, with its notes.
  package var lines: Range<Int>
}

extension OpenQuestion {
  /// What such a comment begins with.
  public static let mark = "# decide: "
  /// What a further line of the same question begins with.
  private static let hang = "#" + String(repeating: " ", count: mark.count - 1)

  /// What a line of a note to it begins with.
  private static let note = "#   "

  /// What is asked about a problem.
  package static func text(of problem: Diagnostic) -> String {
    "\(problem.message) [\(problem.code)]"
  }

  /// The lines of a comment that asks a question, none of them longer than a width where it has spaces
  /// to be broken at.
  public static func comment(_ question: String, notes: [String], width: Int) -> [String] {
    lines(of: question, head: mark, hang: hang, width)
      + notes.flatMap { lines(of: $0, head: note, hang: note + "  ", width) }
  }

  private static func lines(
    of text: String, head: String, hang: String, _ width: Int
  ) -> [String] {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    var lines = [head + (words.first ?? "")]
    for word in words.dropFirst() {
      let last = lines[lines.count - 1]
      // An exception that a note quotes would be one where it began a line.
      if last.hasSuffix("#") || last.unicodeScalars.count + 1 + word.unicodeScalars.count <= width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(hang + word)
      }
    }
    return lines
  }

  /// The questions in a schema file; none in one that cannot be read, which its readers tell.
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
