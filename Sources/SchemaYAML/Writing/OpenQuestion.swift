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
}

extension OpenQuestion {
  /// What such a comment begins with.
  public static let mark = "# decide: "
  /// What a further line of the same question begins with.
  private static let hang = "#" + String(repeating: " ", count: mark.count - 1)

  /// The lines of a comment that asks a question, none of them longer than a width where it has spaces
  /// to be broken at.
  public static func comment(_ question: String, notes: [String], width: Int) -> [String] {
    lines(of: question, head: mark, hang: hang, width)
      + notes.flatMap { lines(of: $0, head: "#   ", hang: "#     ", width) }
  }

  private static func lines(
    of text: String, head: String, hang: String, _ width: Int
  ) -> [String] {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    var lines = [head + (words.first ?? "")]
    for word in words.dropFirst() {
      let last = lines[lines.count - 1]
      if last.unicodeScalars.count + 1 + word.unicodeScalars.count <= width {
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
    let lines = String(decoding: bytes, as: UTF8.self)
      .split(omittingEmptySubsequences: false) { $0.isNewline }
    return lines.enumerated().compactMap { position, line in
      let indent = line.prefix { $0 == " " }.count
      let comment = line.dropFirst(indent)
      guard comment.hasPrefix(mark) else { return nil }
      let rest = lines[(position + 1)...].map { $0.drop { $0 == " " } }.prefix {
        $0.hasPrefix(hang)
      }
      return OpenQuestion(
        text: ([comment.dropFirst(mark.count)] + rest.map { $0.dropFirst(hang.count) })
          .joined(separator: " "),
        location: SourceLocation(file: path, line: position + 1, column: indent + 1))
    }
  }
}
