internal import Diagnostics
internal import SchemaLint
internal import SchemaModel
internal import StoreLint

/// A lint as a project wants it: with its settings, its exceptions, and what it has besides.
struct ProjectLint {
  /// The settings of the project.
  var configuration: Configuration
  /// Stores whose data decides how much findings weigh.
  var stores: [any StoreFacts] = []
  /// Findings that do not count.
  var baseline: Baseline?

  /// All that the rules find, and all that keeps files from being read.
  func report(on input: LintInput) -> LintReport {
    let context = LintContext(
      texts: input.texts, stores: stores, queryPlans: EmptyStorePlans(), released: input.released,
      oldestSupported: configuration.oldestSupported,
      pathSuppressions: configuration.suppressions, baseline: baseline)
    var report = Linter.report(
      on: input.histories, settings: configuration.rules, context: context)
    // What a rule says as well is the rule's to report, with the weight that it has here.
    let others = input.problems.filter { RuleRegistry.rule(RuleID($0.code)) == nil }
    report.problems = Set(report.problems + others).sorted()
    return report
  }
}

extension LintReport {
  /// How a command ends that has this to tell: with findings where one is an error, and unable
  /// where there is more amiss than rules can say.
  var status: ExitStatus {
    let isJudged = problems.allSatisfy { RuleRegistry.rule(RuleID($0.code)) != nil }
    if !isJudged { return .unable }
    return diagnostics.contains { $0.severity == .error } ? .findings : .done
  }
}
