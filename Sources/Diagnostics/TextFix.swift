/// Edits of files that repair a problem.
///
/// ```swift
/// // title: data  ->  title: {type: data, storage: external}
/// TextFix(.safe, [.init(from: start, to: end, "{type: data, storage: external}")])
/// ```
public struct TextFix: Hashable, Sendable {
  /// Whether edits can be applied without review.
  public enum Safety: String, Hashable, Sendable {
    /// The edits do not change the meaning.
    case safe
    /// The edits change the meaning, so a person must decide.
    case unsafe
  }

  /// The replacement of one range of a file.
  public struct Edit: Hashable, Sendable {
    /// The start of the range.
    public var start: SourceLocation
    /// The end of the range, exclusive; equal to the start if text is only inserted.
    public var end: SourceLocation
    /// The new text of the range.
    public var text: String

    /// Creates an edit from its parts.
    public init(from start: SourceLocation, to end: SourceLocation, _ text: String) {
      self.start = start
      self.end = end
      self.text = text
    }
  }

  /// Whether the fix can be applied without review.
  public var safety: Safety
  /// The edits, in the order of the files; no two edits overlap.
  public var edits: [Edit]

  /// Creates a fix from its parts.
  public init(_ safety: Safety, _ edits: [Edit]) {
    self.safety = safety
    self.edits = edits
  }
}
