/// An approval of a loss that no change of any version causes.
public struct UnknownApproval: Hashable, Sendable {
  /// The given approval.
  public var text: String
  /// The approvals that may be meant, usually the nearest one.
  ///
  /// For a text without a subject, such as `drop-entity`, these are the approvals of that kind that the
  /// migration needs, or all that it needs.
  public var suggestions: [String] = []
}
