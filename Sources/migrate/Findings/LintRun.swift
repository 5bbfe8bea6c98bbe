internal import Diagnostics
internal import SchemaFixes
internal import SchemaLint
internal import SchemaModel
internal import SchemaYAML
internal import StoreLint

/// A look at schema files for mistakes, as they are or as they would be after edits.
struct LintRun {
  /// Schema files, and folders of them.
  let paths: [String]
  /// What the project wants of a lint.
  let configuration: Configuration
  /// What Swift source beside them came to.
  let source: SwiftLint
  /// Stores whose data decides how much findings weigh.
  var stores: [any StoreFacts] = []
  /// Findings that do not count.
  var baseline: Baseline?
  /// The files as they are on the disk.
  let texts = FileTexts()

  /// What is wrong with the files, where some of them are taken to say these texts.
  func state(after edits: [String: String] = [:]) -> LintState {
    SchemaReader.withEdits(edits) {
      let input = LintInput(paths)
      let context = LintContext(
        texts: Dictionary(input.sources.map { ($0, edits[$0] ?? texts[$0] ?? "") }) { first, _ in
          first
        }, stores: stores, queryPlans: EmptyStorePlans(), released: input.released,
        oldestSupported: configuration.oldestSupported,
        pathSuppressions: configuration.suppressions, baseline: baseline)
      // What a rule says as well is the rule's to report, with the weight that it has here.
      return LintState(
        histories: input.histories,
        report: Linter.report(
          on: input.histories, settings: configuration.rules, context: context),
        unread: input.problems.filter { RuleRegistry.rule(RuleID($0.code)) == nil })
    }
  }
}
