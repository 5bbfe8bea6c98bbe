/// A change with its consequences for a store.
public struct PlannedChange: Hashable, Sendable {
  /// The change.
  public var change: SchemaChange
  /// The reason why the platform cannot infer it; nil if it can.
  public var obstacle: InferenceObstacle?
  /// The reason, in a sentence.
  public var reason: String
  /// The reason, without what a migration by `migrate` does.
  package var reasonOnPlatform: String
  /// The risk of losing data.
  public var risk: DataLossRisk
  /// Whether the platform's version hashes leave it out, so that the platform does not migrate for it alone;
  /// nil if that is unknown.
  public var isHashNeutral: Bool?

  /// A change with its verdict.
  public init(
    _ change: SchemaChange, obstacle: InferenceObstacle?, reason: String, risk: DataLossRisk,
    isHashNeutral: Bool?
  ) {
    self.change = change
    self.obstacle = obstacle
    self.reason = reason
    reasonOnPlatform = reason
    self.risk = risk
    self.isHashNeutral = isHashNeutral
  }

  /// Whether the platform can infer it.
  public var classification: Classification { obstacle == nil ? .lightweight : .custom }

  /// The approval of its loss on the command line: `drop-attribute:BookModel.year`.
  ///
  /// Nil if nothing is at risk, and for losses by the platform alone: of numbers that `migrate` refuses to
  /// change, and of objects of a renamed class, which `migrate` carries over.
  public var approval: String? {
    switch change {
    case _ where risk == .none, .renameEntity: nil
    case .changeAttributeType where obstacle == nil: nil
    default: "\(change.code):\(change.subject)"
    }
  }
}

extension PlannedChange {
  /// The sign before the change in a list: its own, or `!` if the developer must say what happens.
  public var sign: SchemaChange.Sign {
    classification == .custom ? .attention : change.sign
  }
}

extension PlannedChange: CustomStringConvertible {
  /// One line for a list of changes: `! attribute BookModel.year: string to int`.
  public var description: String { "\(sign.rawValue) \(change.summary)" }
}
