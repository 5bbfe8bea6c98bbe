/// An approval of a loss that no change of any version brings.
public struct UnknownApproval: Hashable, Sendable {
  /// The approval as it was given.
  public var text: String
  /// The nearest one that a change asks for; nil where none is near.
  public var suggestion: String?

  /// An approval with what may have been meant.
  public init(_ text: String, suggestion: String? = nil) {
    self.text = text
    self.suggestion = suggestion
  }
}
