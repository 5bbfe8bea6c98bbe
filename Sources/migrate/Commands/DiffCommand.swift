internal import StoreLayout
internal import ArgumentParsing
internal import Diagnostics
internal import Files
internal import MigrationPlanner
internal import SchemaModel
internal import SchemaYAML
internal import StoreMigration
internal import StoreScript

/// `migrate diff`: shows the changes between two versions, and what they mean for stores.
enum DiffCommand: RunnableCommand {
  private static let before = Argument(
    optional: .text("A"), help: "the older version: its number, a schema file, or a store")
  private static let after = Argument(
    optional: .text("B"), help: "the newer version: its number, a schema file, or a store")
  private static let all = Flag("all", help: "show how every version becomes every other version")
  private static let format = CommonOptions.format([.text, .json, .markdown])

  static let commandName = "diff"

  static let declaration = Command(
    name: commandName, abstract: "Show what changes between two versions of a model.",
    discussion: """
      Says of each change whether the platform can infer what happens to the data (lightweight) or \
      somebody must say it (custom), why, and whether values may be lost. Versions that lie \
      between two files of one folder are taken one by one. 'migrate plan' shows the same for a \
      store, with its statements.

      With '--all' there is a table of all versions: which steps are lightweight, which are custom \
      and why, and between which versions the platform sees no difference at all. Lightweight \
      steps in a row are judged as one, for that is how the platform takes them. The table has the \
      steps back to older versions, too. Ends with exit status 1 where a step cannot be planned.
      """,
    examples: [
      .init("migrate diff 1.0.0 2.0.0", "Compare two versions of the project's model."),
      .init("migrate diff library.store 4.0.0", "See what lies ahead of a store."),
      .init(
        "migrate diff Schemas/Library/V1.yaml Schemas/Library/V2.yaml --format markdown",
        "Write a table for the description of a pull request."),
      .init("migrate diff --all", "See what the platform would do between any two versions."),
    ],
    section: "models", arguments: [before, after],
    options: [all, CommonOptions.schemas, format],
    commonOptions: CommonOptions.all)

  static func run(_ invocation: Invocation) throws -> Outcome {
    if invocation.arguments[all] { return try matrix(invocation) }
    let names = (invocation.arguments[before], invocation.arguments[after])
    let (before, after) = try (reference(before, invocation), reference(after, invocation))
    try checkStanding(of: before, before: after, invocation)
    let model = before.model ?? after.model
    var source = try before.document(invocation, model: model)
    var target = try after.document(invocation, model: model)
    if after.isUnnamed { target.schema.follow(source.schema) }
    if before.isUnnamed { source.schema.precede(target.schema) }
    try checkOrder(source.schema, target.schema, named: names)
    let path = try versions(from: source, to: target, invocation.histories)
    let plan = try Planner.plan(from: source, through: path, onPlatform: true)
      .telling(tablesOf: [source] + path)
    return Outcome(text: text(plan, invocation.format), members: invocation.json(plan.members))
  }

  private static func reference(
    _ argument: Argument<String?>, _ invocation: Invocation
  ) throws -> VersionReference {
    guard let text = invocation.arguments[argument] else {
      throw Failure(
        .usage,
        [
          .init(
            code: "missing-argument", "two versions to compare are missing, or '--all'",
            notes: [.init("as in: migrate diff 1.0.0 2.0.0")])
        ])
    }
    return try VersionReference(text, invocation)
  }

  private static func matrix(_ invocation: Invocation) throws -> Outcome {
    guard invocation.arguments[before] == nil else {
      throw Failure(
        .usage,
        [.init(code: "conflicting-options", "'--all' compares all versions, and some are named")])
    }
    let history = try SchemaReader.history(
      inDirectory: SchemaFolder.find(in: invocation.schemas()))
    let matrix = HopMatrix(of: history, .both, rewritesRows: TableWork.rewritesRows)
    let problems = matrix.problems.values.flatMap { $0 }.sorted()
    let text =
      invocation.format == .markdown
      ? HopMatrixMarkdown(matrix: matrix, history: history).text
      : HopMatrixText(matrix: matrix, history: history).text
    return Outcome(
      status: problems.isEmpty ? .done : .findings, findings: problems, text: text,
      members: invocation.json(matrix.members(history)))
  }

  /// Reports swapped versions first, because their changes would look like many mistakes.
  private static func checkOrder(
    _ source: Schema, _ target: Schema, named names: (String?, String?)
  ) throws {
    guard source.name == target.name, source.version > target.version else { return }
    let swapped = [names.1, names.0].compactMap { $0?.shellWord }
    throw Failure(
      unable: "version-order", "version \(target.version) does not come after \(source.version)",
      notes: [.init("name the older one first: migrate diff \(swapped.joined(separator: " "))")])
  }

  /// Refuses a store that is newer than all versions, or that differs from its version in the schema files.
  private static func checkStanding(
    of reference: VersionReference, before target: VersionReference, _ invocation: Invocation
  ) throws {
    guard case .store(let store) = reference, case .version(let target) = target,
      let history = try store.optionalHistory(invocation), let newest = history.newest?.schema
    else { return }
    let version = store.identity.version
    if version > newest.version {
      throw Failure(.newer(version, newest: newest.version), store: store.path)
    }
    guard target == version, let known = history[version],
      known.schema.definitionDigest != store.identity.definitionDigest
    else { return }
    // If a rename hides the changes, it is enough to report that there are some.
    let changes = try? SchemaDiff(from: store.embeddedModel(), to: known).changes
    throw Failure(.editedVersion(version, changes: changes), store: store.path)
  }

  /// The versions after `source` up to `target`, including the known versions between them.
  private static func versions(
    from source: SchemaDocument, to target: SchemaDocument, _ histories: HistoryShelf
  ) throws -> [SchemaDocument] {
    if source.schema == target.schema { return [] }
    guard let folder = source.file.map(folder), folder == target.file.map(Self.folder) else {
      return [target]
    }
    let history = try histories.history(inDirectory: folder)
    return history.path(from: source.schema.version, to: target.schema.version) ?? [target]
  }

  private static func folder(of file: String) -> String {
    file.lastIndex(of: "/").map { String(file[..<$0]) } ?? "."
  }

  private static func text(_ plan: MigrationPlan, _ format: OutputFormat) -> String {
    switch format {
    case .markdown: PlanMarkdown(plan: plan).text
    case .text, .json, .github, .sarif, .junit, .xcode, .yaml, .sql, .mermaid, .dot, .xcdatamodel,
      .swiftdata, .swift, .launchGuard, .table, .csv, .views:
      PlanText(plan: plan).text
    }
  }
}

extension Schema {
  /// Takes over the name of a model, and a later version number.
  fileprivate mutating func follow(_ other: Schema) {
    name = other.name
    if version <= other.version { version = Version(other.version.major + 1) }
  }

  /// Takes over the name of a model, and an earlier version number.
  fileprivate mutating func precede(_ other: Schema) {
    name = other.name
    if version >= other.version { version = Version(max(0, other.version.major - 1)) }
  }
}
