package import Diagnostics
package import SchemaModel

/// The rules asked about a version that is not written yet.
extension Linter {
  /// The questions about the migration from the existing versions to the next one, whose schema file may have an
  /// unsaved text.
  package static func questions(
    about next: SchemaDocument, _ yaml: String = "", after history: SchemaHistory
  ) -> [Diagnostic] {
    let report = report(on: next, yaml, after: history)
    let rules = Set(RuleRegistry.changeRules.map(\.id) + RuleRegistry.chainRules.map(\.id))
    let found = report.findings.filter {
      rules.contains($0.finding.rule) && $0.version == next.schema.version
    }.map(\.diagnostic)
    let known = history.versions.map(\.file)
    let problems = report.problems.filter { !known.contains($0.location?.file) }
    // The question about a rename comes first, and also answers whether a value is missing.
    let renames = found.filter { $0.code == ProbableRename.id.name }
      .flatMap { [$0.location] + $0.notes.map(\.location) }
    return (found + problems).filter {
      $0.code != RequiredAddedWithoutDefault.id.name || !renames.contains($0.location)
    }.sorted()
  }

  /// The findings on the next version, as the exceptions in its text leave them.
  package static func report(
    on next: SchemaDocument, _ yaml: String, after history: SchemaHistory
  ) -> LintReport {
    var context = LintContext()
    context.texts = next.file.map { [$0: yaml] } ?? [:]
    return report(on: [SchemaHistory(history.versions + [next])], context: context)
  }
}
