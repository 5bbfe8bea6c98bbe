internal import ArgumentParsing
internal import Diagnostics
internal import Files
internal import Reports
internal import SchemaModel
internal import StoreMigration
internal import StoreReading

/// `migrate plan`: shows the migration of a store, and its costs.
enum PlanCommand: RunnableCommand {
  private static let save = Option(
    "save", .file(), help: "save the plan, for 'migrate apply --plan FILE'; replaces a saved plan")
  private static let format = CommonOptions.format([.text, .json, .markdown, .sql])
  private static let planSuffix = ".json"

  static let commandName = "plan"

  static let declaration = Command(
    name: commandName, abstract: "Show what a migration would do to a store.",
    discussion: """
      The store is only read. Shows what changes from version to version, what happens to each \
      table and why, the statements, the number of rows to write anew, and where the backup will \
      be. Ends with exit status 1 where something stands in the way: a loss that nobody approved, \
      a missing value, a full disk.

      The migration is tried on a temporary copy of a store of up to 256 MB, of a larger one with \
      --exact. So the plan counts what becomes of the data, and lists what would undo the \
      migration: objects that share a value of a new unique key, values that cannot be converted, \
      broken rules and bounds, checks that fail. 'migrate rehearse' runs the whole migration on a \
      copy, and measures it.

      For a store that Core Data or SwiftData wrote, the plan says what the platform does on the \
      way, and counts the objects concerned. The app migrates it, so there is no plan to save.

      A saved plan pins the schema files, the store's tables and the losses that --allow approves, \
      and 'migrate apply --plan' refuses a plan that is stale. It is saved by --save, or by \
      --output to a file whose name ends in .json where no other form is asked for; not where an \
      --allow names no change of any version.
      """,
    examples: [
      .init("migrate plan library.store", "Plan the migration to the newest version."),
      .init("migrate plan library.store --to 3.0.0 --format sql", "Show the statements only."),
      .init("migrate plan library.store --save plan.json", "Save a plan to be carried out later."),
    ],
    section: "stores", arguments: [CommonOptions.store],
    options: MigrationArguments.all
      + [MigrationArguments.exact, save, CommonOptions.schemas, format],
    commonOptions: CommonOptions.all)

  static func run(_ invocation: Invocation) throws -> Outcome {
    let path = invocation.arguments[CommonOptions.store]
    let work = Work(invocation)
    let connection = try PlatformStore.connection(to: path, invocation)
    if PlatformStore.isRead(by: connection),
      let migration = try PlatformMigration(of: path, invocation, work)
    {
      return try work.run(on: path) { try migration.plan() }
    }
    var options = try MigrationArguments.options(invocation.arguments)
    let history = try StoreGlimpse(path, connection, invocation, options.source)
      .history(invocation)
    options.onProgress = work.migrating
    options.isCancelled = work.isCancelled
    let migrator = Migrator(history: history, options: options)
    let plan = try work.run(on: path) { try migrator.plan(for: path, on: connection) }
      .telling(tablesOf: migrator.history)
    // A plan must not contain a misspelt approval.
    let isSaved = !plan.obstacles.contains {
      if case .unknownApprovals = $0 { true } else { false }
    }
    if isSaved {
      try savePlan(invocation) {
        PlanFile.text(
          of: plan, history: history, approvals: options.allowedLosses,
          toolVersion: CommandTable.version)
      }
    }
    return outcome(plan, savedTo: isSaved ? savedPlan(invocation) : nil, invocation)
  }

  private static func savePlan(_ invocation: Invocation, _ text: () -> String) throws {
    if let file = invocation.arguments[save] {
      let isPlan = (try? PlanFile(contentsOf: file)) != nil
      try NewFile.write([NewFile(file, text(), isOfTool: isPlan)])
    }
    if let file = outputOfPlan(invocation) { try AtomicFile.write(text(), to: file) }
  }

  /// The file of `--output`, if it is a plan and not a text.
  private static func outputOfPlan(_ invocation: Invocation) -> String? {
    guard invocation.format == .text, let file = invocation.arguments[CommonOptions.output] else {
      return nil
    }
    return file.hasSuffix(planSuffix) ? file : nil
  }

  private static func savedPlan(_ invocation: Invocation) -> String? {
    invocation.arguments[save] ?? outputOfPlan(invocation)
  }

  private static func outcome(
    _ plan: StorePlan, savedTo file: String?, _ invocation: Invocation
  ) -> Outcome {
    let path = plan.inspection.path
    let obstacles = MigrationError.refused(plan.obstacles)
    let standing = StorePlanText(plan: plan, savedTo: file).standing
    return Outcome(
      status: plan.obstacles.isEmpty ? .done : .findings,
      hasWrittenOutput: outputOfPlan(invocation) != nil,
      findings: obstacles.diagnostics(of: path) + plan.warnings,
      text: text(plan, savedTo: file, invocation),
      members: invocation.json(plan.members),
      lastLine: [.text, .json].contains(invocation.format) ? LastLine(standing, of: path) : nil)
  }

  private static func text(
    _ plan: StorePlan, savedTo file: String?, _ invocation: Invocation
  ) -> String {
    switch invocation.format {
    case .sql: StorePlanSQL(plan: plan).text
    case .markdown:
      PlanMarkdown(plan: plan.counted, verdict: plan.verdict).text
        + StorePlanMarkdown(plan: plan).text
    case .text, .json, .github, .sarif, .junit, .xcode, .yaml, .mermaid, .dot, .xcdatamodel,
      .swiftdata, .swift, .launchGuard, .table, .csv, .views:
      StorePlanText(plan: plan, savedTo: file).text
    }
  }
}
