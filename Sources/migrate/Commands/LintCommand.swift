internal import ArgumentParsing
internal import Diagnostics
internal import Reports
internal import SchemaLint
internal import SchemaModel

/// `migrate lint`: mistakes in schema files that lose data later.
enum LintCommand: RunnableCommand {
  private static let paths = Argument(
    rest: .file("PATH"),
    help: "schema files, or folders of them; by default the folder of --schemas")
  private static let format = CommonOptions.format(CommonOptions.findingsFormats)

  static let declaration = Command(
    name: "lint", abstract: "Look for mistakes in schema files that lose data later.",
    discussion: """
      All findings are reported, each with its place, the reason and the way out. Ends with exit \
      status 1 where one of them is an error, and with 2 where a file is no schema or its model is \
      unsound. \
      'migrate explain RULE' tells more about a rule, and \
      'lint:' in migrate.yml says how much each one weighs: off, note, warning or error.
      """,
    examples: [
      .init("migrate lint", "Check all schema files of the project."),
      .init("migrate lint Schemas/Library", "Check all versions of one model."),
      .init("migrate lint Schemas/Library/V2.yaml", "Check one version, with what it extends."),
    ],
    section: "models", arguments: [paths],
    options: [CommonOptions.schemas, format, CommonOptions.report],
    commonOptions: CommonOptions.all)

  static func run(_ invocation: Invocation) throws -> Outcome {
    let rules = try invocation.configuration().rules
    var paths = invocation.arguments[paths]
    if paths.isEmpty { paths = [try invocation.schemas()] }
    let (documents, problems) = SchemaFiles.readAll(paths)
    // An inverse that does not lead back is a rule's to report, with the weight that it has here.
    let others = problems.filter { $0.code != InverseMismatch.id.name }
    let findings = Set(Linter.lint(documents, settings: rules) + others).sorted()
    let isJudged = problems.allSatisfy { RuleRegistry.rule(RuleID($0.code)) != nil }
    let isSound = !findings.contains { $0.severity == .error }
    return Outcome(
      status: !isJudged ? .unable : isSound ? .done : .findings, findings: findings,
      subjects: documents.compactMap(\.file).sorted(),
      members: [.init("files", JSONValue(documents.count))],
      summary: summary(findings, files: documents.count))
  }

  private static func summary(_ findings: [Diagnostic], files: Int) -> String {
    "\(tally(of: findings) ?? "no findings"), \(files) schema file\(files == 1 ? "" : "s") checked"
  }
}
