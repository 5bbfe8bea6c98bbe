/// Edits of files after which a problem is gone.
///
/// ```swift
/// // title: data  ->  title: {type: data, storage: external}
/// TextFix(.safe, [.init(from: start, to: end, "{type: data, storage: external}")])
/// ```
public struct TextFix: Hashable, Sendable {
  /// Whether edits may be made without a second look.
  public enum Safety: String, Hashable, Sendable {
    /// What is edited means the same afterwards.
    case safe
    /// It means something else, which somebody has to want.
    case unsafe
  }

  /// One piece of a file and what stands there afterwards.
  public struct Edit: Hashable, Sendable {
    /// Where the piece begins.
    public var start: SourceLocation
    /// Where what follows the piece begins; the start where something is only added.
    public var end: SourceLocation
    /// What stands there afterwards.
    public var text: String

    /// An edit from its parts.
    public init(from start: SourceLocation, to end: SourceLocation, _ text: String) {
      self.start = start
      self.end = end
      self.text = text
    }
  }

  /// Whether it may be made without a second look.
  public var safety: Safety
  /// The edits, in the order of the files; no two of them share a character.
  public var edits: [Edit]

  /// A fix from its parts.
  public init(_ safety: Safety, _ edits: [Edit]) {
    self.safety = safety
    self.edits = edits
  }
}
