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
      return OpenQuestion(
        text: String(comment.dropFirst(mark.count)),
        location: SourceLocation(file: path, line: position + 1, column: indent + 1))
    }
  }
}
