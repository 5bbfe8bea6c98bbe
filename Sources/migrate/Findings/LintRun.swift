internal import Diagnostics
internal import SchemaFixes
internal import SchemaLint
internal import SchemaModel
internal import SchemaYAML

/// A look at schema files for mistakes, as they are or as they would be after edits.
struct LintRun {
  /// Schema files, and folders of them.
  let paths: [String]
  /// How much each rule weighs.
  let settings: RuleSettings
  /// What Swift source beside them came to.
  let source: SwiftLint
  /// The files as they are on the disk.
  let texts = FileTexts()

  /// What is wrong with the files, where some of them are taken to say these texts.
  func state(after edits: [String: String] = [:]) -> LintState {
    SchemaReader.withEdits(edits) {
      let (documents, problems) = SchemaFiles.readAll(paths)
      let histories = documents.map { SchemaHistory([$0]) }
      let files = Set(documents.compactMap(\.file)).sorted()
      let context = LintContext(
        texts: Dictionary(files.map { ($0, edits[$0] ?? texts[$0] ?? "") }) { first, _ in first })
      // An inverse that does not lead back is a rule's to report, with the weight that it has here.
      return LintState(
        histories: histories,
        report: Linter.report(on: histories, settings: settings, context: context),
        unread: problems.filter { $0.code != InverseMismatch.id.name })
    }
  }
}
