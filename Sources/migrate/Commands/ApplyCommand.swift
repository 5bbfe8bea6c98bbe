internal import ArgumentParsing
internal import Diagnostics
internal import Files
internal import JSON
internal import MigrationPlanner
internal import Reports
internal import SchemaModel
internal import StoreLayout
internal import StoreMigration
internal import Terminal

/// `migrate apply`: migrates a store to a later version, or leaves it unchanged.
enum ApplyCommand: RunnableCommand {
  private static let seed = Option(
    "seed", .text("TEXT"), help: "what fresh identifiers grow from; by default they are random")
  private static let erase = Flag(
    "erase-freed-pages", help: "overwrite with zeros what no longer belongs to the store")
  private static let format = CommonOptions.format([.text, .json])

  static let commandName = "apply"

  static let declaration = Command(
    name: commandName, abstract: "Migrate a store, with backup, proof and rollback.",
    discussion: """
      Takes a backup and reads it back, migrates in one transaction, proves that every row and \
      value is accounted for, and only then commits. Whatever goes wrong, Ctrl-C and a power cut \
      included, the store is what it was. The last line says what the store is now, and what to do \
      next.

      A link that leads nowhere before the migration is reported, and nothing is done; with \
      --no-backup, only a link that the migration might touch. Other faults of the data are \
      reported in the tables that the migration changes. A table that is written anew is checked \
      first, with its indexes: where they contradict each other, nothing is done. 'migrate verify' \
      looks at everything.

      A loss of data is approved one by one, with --allow, here or where the plan was saved; \
      'migrate plan' names each. Losses are reported before anything is written, and again at the \
      end. An --allow of what no version loses is refused.
      """,
    examples: [
      .init("migrate apply library.store", "Bring a store to the newest version."),
      .init("migrate apply library.store --dry-run", "See whether that would be refused."),
      .init(
        "migrate apply library.store --to 3.0.0 --allow drop-attribute:Book.pages",
        "Stop at a version, and let go of the values of one attribute."),
    ],
    section: "stores", arguments: [CommonOptions.store],
    options: MigrationArguments.all
      + [
        MigrationArguments.plan, MigrationArguments.exact, CommonOptions.dryRun, seed, erase,
        CommonOptions.schemas, format,
      ],
    commonOptions: CommonOptions.all)

  static func run(_ invocation: Invocation) throws -> Outcome {
    let path = invocation.arguments[CommonOptions.store]
    let work = Work(invocation)
    let saved = try savedPlan(invocation)
    let options = try options(invocation, saved, work)
    let glimpse =
      try options.isDryRun
      ? StoreGlimpse(of: path, patience: options.patience, in: invocation, options.source)
      : StoreGlimpse(mending: path, patience: options.patience, in: invocation, options.source)
    let migrator = Migrator(history: try glimpse.history(invocation), options: options)
    do {
      var outcome = try work.run(on: path) { try migrator.apply(to: path, following: saved) }
      if case .rehearsed(let plan) = outcome {
        outcome = .rehearsed(plan.telling(tablesOf: migrator.history))
      }
      return report(outcome, path)
    } catch let failure as Failure {
      throw failure.saving(saved, again: invocation, in: migrator.history)
    }
  }

  private static func options(
    _ invocation: Invocation, _ saved: PlanFile?, _ work: Work
  ) throws -> MigrationOptions {
    var options = try MigrationArguments.options(invocation.arguments)
    options.target = options.target ?? saved?.target
    options.source = options.source ?? saved?.source
    options.isDryRun = invocation.arguments[CommonOptions.dryRun]
    options.seed = invocation.arguments[seed]
    options.erasesFreedPages = invocation.arguments[erase]
    options.onBeginning = invocation.isQuiet ? nil : work.beginning
    options.onProgress = work.migrating
    options.isCancelled = work.isCancelled
    return options
  }

  private static func savedPlan(_ invocation: Invocation) throws -> PlanFile? {
    let path = invocation.arguments[CommonOptions.store]
    guard let file = invocation.arguments[MigrationArguments.plan] else { return nil }
    do {
      return try PlanFile(contentsOf: file)
    } catch {
      throw Failure(MigrationError.refused([.planFile(error)]), store: path)
    }
  }
}

extension Failure {
  /// The failure; for a stale plan, the next command replaces the plan, and keeps the approvals that still
  /// apply.
  fileprivate func saving(
    _ saved: PlanFile?, again invocation: Invocation, in history: SchemaHistory
  ) -> Failure {
    guard let saved, let file = invocation.arguments[MigrationArguments.plan],
      diagnostics.contains(where: { $0.code == "stale-plan" })
    else { return self }
    var failure = self
    let store = invocation.arguments[CommonOptions.store].shellWord
    failure.lastLine?.standing.nextCommand =
      "migrate plan \(store) --save \(file.shellWord)"
      + (saved.target == history.newest?.schema.version
        || invocation.arguments[CommonOptions.to] != nil ? "" : " --to \(saved.target)")
      + Approvals.known(saved.approvals, in: history).map { " --allow \($0.shellWord)" }.joined()
    return failure
  }
}

// MARK: - The result

extension ApplyCommand {
  private static func report(_ outcome: MigrationOutcome, _ path: String) -> Outcome {
    var result = Outcome(lastLine: LastLine(outcome.standing(of: path), of: path))
    switch outcome {
    case .alreadyCurrent: break
    case .rehearsed(let plan):
      result.findings = plan.warnings
      result.text = lines(
        [plan.verdict] + plan.effects.map(\.message))
      result.members = plan.members
    case .migrated(let summary):
      result.hasChangedStore = true
      result.findings =
        summary.remarks.map { Diagnostic(code: "remark", severity: .warning, $0) }
        + summary.knownFindings.map { $0.knownDiagnostic(of: path) }
      result.text = text(summary)
      result.members = members(summary)
    }
    return result
  }

  private static func text(_ summary: MigrationSummary) -> String {
    lines(
      [
        "migrated from \(summary.source) to \(summary.target)",
        "backup: \(summary.backup ?? "none")"
          + (summary.isEarlierBackup ? ", which was there and holds the same" : ""),
        "\(Quantity.count(summary.rowsRewritten, "row")) written anew, "
          + "\(Quantity.count(summary.rowsProved, "row")) proved",
      ] + summary.sentences)
  }

  private static func lines(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }

  private static func members(_ summary: MigrationSummary) -> [JSONValue.Member] {
    [
      .init("source", .string("\(summary.source)")),
      .init("target", .string("\(summary.target)")),
      .init("backup", JSONValue(summary.backup)),
      .init("isEarlierBackup", .bool(summary.isEarlierBackup)),
      .init("rowsRewritten", .integer(summary.rowsRewritten)),
      .init("rowsProved", .integer(summary.rowsProved)),
      .init("effects", .list(summary.effects, \.value)),
      .init("removedFiles", .integer(Int64(summary.removedFiles?.count ?? 0))),
      .init("seconds", .number(summary.duration)),
    ]
  }
}
