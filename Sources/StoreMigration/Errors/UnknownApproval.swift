/// An approval of a loss that no change of any version brings.
public struct UnknownApproval: Hashable, Sendable {
  /// The approval as it was given.
  public var text: String
  /// The approvals that may be meant: the nearest one, or, of a text without a subject such as
  /// `drop-entity`, those of its kind that the migration asks for, or else all of these.
  public var suggestions: [String]

  /// An approval with what may have been meant.
  public init(_ text: String, suggestions: [String] = []) {
    self.text = text
    self.suggestions = suggestions
  }
}
