extension RuleRegistry {
  /// The rules that look at Swift source and at nothing else.
  static let sourceOnly: [any LintRule] = [FactoryWithoutContext()]

  /// The rules on Swift source.
  public static let sourceRules = rules.compactMap { $0 as? any SourceRule }
}
