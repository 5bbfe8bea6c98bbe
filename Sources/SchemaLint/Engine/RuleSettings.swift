public import Diagnostics

/// How much each rule weighs: what is usual, and what the team says instead.
public struct RuleSettings: Hashable, Sendable {
  /// How much a rule weighs.
  public enum Level: String, Hashable, Sendable, CaseIterable {
    /// The rule is not asked.
    case off
    /// Its findings are worth knowing.
    case note
    /// Its findings should be mended.
    case warning
    /// Its findings must be mended.
    case error

    /// The severity of the findings; nil where the rule is not asked.
    public var severity: Diagnostic.Severity? {
      switch self {
      case .off: nil
      case .note: .note
      case .warning: .warning
      case .error: .error
      }
    }
  }

  /// The levels that differ from the usual ones.
  public var overrides: [RuleID: Level]

  /// Settings that differ from the usual ones in this.
  public init(overrides: [RuleID: Level] = [:]) { self.overrides = overrides }

  /// The level of a rule.
  ///
  /// One that is not listed among the usual ones is an error.
  public func level(of rule: RuleID) -> Level {
    overrides[rule] ?? Self.usual[rule] ?? .error
  }

  /// The levels that hold where nobody says otherwise.
  public static let usual: [RuleID: Level] = [
    ImplicitDeleteRule.id: .warning,
    InsertBeforeRelate.id: .error,
    InverseMismatch.id: .error,
    MissingInverse.id: .error,
    NoActionDelete.id: .error,
    RelationshipInInitializer.id: .error,
  ]
}
