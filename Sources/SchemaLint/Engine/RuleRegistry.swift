internal import Diagnostics

/// Every rule that there is.
public enum RuleRegistry {
  /// The rules on one version of a model, sorted by name.
  public static let modelRules: [any ModelRule] = [
    ImplicitDeleteRule(), InsertBeforeRelate(), InverseMismatch(), MissingInverse(),
    NoActionDelete(), RelationshipInInitializer(),
  ]

  /// All rules, sorted by name.
  public static var rules: [any LintRule] { modelRules }

  /// The rule of that name, if there is one.
  public static func rule(_ id: RuleID) -> (any LintRule)? { rules.first { $0.id == id } }

  /// The rule name that somebody most likely meant.
  public static func nearestRule(to name: String) -> RuleID? {
    nearest(to: name, among: rules.map(\.id.name)).map { RuleID($0) }
  }
}
