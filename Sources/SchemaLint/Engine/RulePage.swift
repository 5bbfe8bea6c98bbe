/// The page of a rule as it is published, and the list of all pages.
public enum RulePage {
  /// The page of a rule in Markdown.
  public static func text(of rule: any LintRule) -> String {
    let remark =
      "Its usual level is **\(RuleSettings().level(of: rule.id).rawValue)**; `lint:` in "
      + "`migrate.yml` sets another one."
    return "# \(rule.id)\n\n\(rule.page)\n\n\(remark)\n"
  }

  /// The list of all rules in Markdown, each with its usual level and what it flags.
  public static var index: String {
    let head = """
      # Lint rules

      What `migrate lint` looks for, and how much it weighs where `lint:` in `migrate.yml` says
      nothing else. `migrate explain RULE` shows the same pages.


      """
    let chapters = chapters.map { title, rules in
      "## \(title)\n\n| rule | level | |\n|---|---|---|\n" + rules.map(row).joined()
    }
    return head + chapters.joined(separator: "\n")
  }

  private static var chapters: [(title: String, rules: [any LintRule])] {
    let chapters: [(title: String, rules: [any LintRule])] = [
      ("On one version of a model", RuleRegistry.modelRules),
      ("On the step from one version to the next", RuleRegistry.changeRules),
      ("On all versions together", RuleRegistry.chainRules),
      ("On the SQL of migrations", RuleRegistry.sqlRules),
      ("On Swift source", RuleRegistry.sourceRules),
      ("On exceptions to the rules", RuleRegistry.hygieneRules),
    ]
    return chapters.filter { !$0.rules.isEmpty }
  }

  private static func row(_ rule: any LintRule) -> String {
    let level = RuleSettings().level(of: rule.id).rawValue
    return "| [\(rule.id)](\(rule.id).md) | \(level) | \(rule.summary) |\n"
  }
}
