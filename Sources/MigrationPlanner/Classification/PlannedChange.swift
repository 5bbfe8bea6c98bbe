/// A change with what it means for a store.
public struct PlannedChange: Hashable, Sendable {
  /// The change.
  public var change: SchemaChange
  /// What keeps the platform from inferring it; nil where it does.
  public var obstacle: InferenceObstacle?
  /// Why, in a sentence.
  public var reason: String
  /// What it may lose.
  public var risk: DataLossRisk
  /// Whether the platform's version hashes leave it out, so that by itself it makes the platform
  /// migrate nothing; nil where that cannot be known.
  public var isHashNeutral: Bool?

  /// A change with its judgement.
  public init(
    _ change: SchemaChange, obstacle: InferenceObstacle?, reason: String, risk: DataLossRisk,
    isHashNeutral: Bool?
  ) {
    self.change = change
    self.obstacle = obstacle
    self.reason = reason
    self.risk = risk
    self.isHashNeutral = isHashNeutral
  }

  /// Whether the platform can infer it.
  public var classification: Classification { obstacle == nil ? .lightweight : .custom }

  /// What approves its loss on the command line: `drop-attribute:BookModel.year`.
  ///
  /// Nil where nothing is at risk, and for numbers that the platform changes: `migrate` refuses them.
  public var approval: String? {
    if risk == .none { return nil }
    if case .changeAttributeType = change, obstacle == nil { return nil }
    return "\(change.code):\(change.subject)"
  }
}

extension PlannedChange {
  /// The sign before it in a list: its own, or `!` where somebody must say what happens.
  public var sign: SchemaChange.Sign {
    classification == .custom ? .attention : change.sign
  }
}

extension PlannedChange: CustomStringConvertible {
  /// One line for a list of changes: `! attribute BookModel.year: string to int`.
  public var description: String { "\(sign.rawValue) \(change.summary)" }
}
