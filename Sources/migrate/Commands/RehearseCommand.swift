internal import ArgumentParsing
internal import Diagnostics
internal import Files
internal import Reports
internal import SchemaModel
internal import StoreMigration
internal import Terminal

/// `migrate rehearse`: migrates a copy of a store, and tells how that went.
enum RehearseCommand: RunnableCommand {
  private static let budget = Option(
    "launch-budget", .integer("SECONDS", atLeast: 0),
    help: "fail where a device takes longer for a store that Core Data or SwiftData wrote")
  private static let format = CommonOptions.format([.text, .json])

  static let commandName = "rehearse"

  static let declaration = Command(
    name: commandName, abstract: "Migrate a copy of a store, and tell how that went.",
    discussion: """
      Does to a copy what 'migrate apply' would do to the store, with the backup and the proof, and \
      tells whether that succeeds, how long it takes and how much room on the disk. The store is \
      only read. The copy stands in a folder beside it, '.migrate-rehearsal-…', and is removed at \
      the end, after Ctrl-C too. Ends with exit status 1 where the migration would be undone, and \
      as 'migrate apply' does where it would be refused.

      Of a store that Core Data or SwiftData wrote, it says what the platform does on the way, and \
      migrates a copy in our own layout as the schema files say: so it is known which values are \
      lost, which are missing, and which are there twice. --launch-budget estimates the time of a \
      device as four times that of this machine.
      """,
    examples: [
      .init("migrate rehearse library.store", "Try the way to the newest version."),
      .init("migrate rehearse library.store --to 3.0.0 --no-backup", "Leave the backup out."),
    ],
    section: "stores", arguments: [CommonOptions.store],
    options: MigrationArguments.all + [budget, CommonOptions.schemas, format],
    commonOptions: CommonOptions.all)

  static func run(_ invocation: Invocation) throws -> Outcome {
    let path = invocation.arguments[CommonOptions.store]
    let work = Work(invocation)
    if let migration = try PlatformMigration(of: path, invocation, work) {
      return try work.run(on: path) {
        try migration.rehearsal(within: invocation.arguments[budget])
      }
    }
    var options = try MigrationArguments.options(invocation.arguments)
    options.onProgress = work.migrating
    options.isCancelled = work.isCancelled
    let history = try StoreGlimpse(
      of: path, patience: options.patience, in: invocation, options.source
    ).history(invocation)
    let migrator = Migrator(history: history, options: options)
    return outcome(try work.run(on: path) { try migrator.rehearse(path) }, path)
  }

  /// The outcome for a store.
  static func outcome(_ report: RehearsalReport, _ path: String) -> Outcome {
    var outcome = Outcome(members: report.members)
    switch report.ending {
    case .alreadyCurrent(let version):
      outcome.lastLine = LastLine(
        MigrationOutcome.alreadyCurrent(version).standing(of: path), of: path)
    case .migrated(let summary):
      outcome.text = text(report, summary)
      outcome.lastLine = LastLine(
        StoreStanding(
          "'\(path)' is version \(summary.source), nothing was written to it",
          next: "migrate apply \(path.shellWord)"), of: path)
    case .failed(let error):
      // A copy that was rolled back is nothing that happened to the store.
      let status = ExitStatus(rawValue: error.exitStatus) ?? .unable
      outcome.status = [.rolledBack, .needsAttention].contains(status) ? .findings : status
      outcome.findings = error.diagnostics(of: path)
      outcome.lastLine = LastLine(rehearsing(error.standing(of: path), path), of: path)
    }
    return outcome
  }

  /// What helps on, with the rehearsal in place of the migration that it is for.
  private static func rehearsing(_ standing: StoreStanding, _ path: String) -> StoreStanding {
    let attempt = "migrate apply \(path.shellWord)"
    guard let command = standing.nextCommand, command.hasPrefix(attempt) else { return standing }
    var standing = standing
    standing.nextCommand =
      "migrate rehearse \(path.shellWord)" + command.dropFirst(attempt.count)
    return standing
  }

  private static func text(_ report: RehearsalReport, _ summary: MigrationSummary) -> String {
    let speed = report.rowsPerSecond.map { ", \(Quantity.grouped(Int($0))) rows a second" } ?? ""
    let lines =
      [
        "would migrate from \(summary.source) to \(summary.target)",
        "\(Quantity.count(summary.rowsRewritten, "row")) written anew, "
          + "\(Quantity.count(summary.rowsProved, "row")) proved",
        "time: \(seconds(report.seconds))\(speed)",
        "room: \(Quantity.bytes(report.peakRoom)) at most, beside the "
          + "\(Quantity.bytes(report.storeSize)) of the store",
      ] + summary.losses.map(\.message) + summary.declaredEffects
    return lines.map { $0 + "\n" }.joined()
  }

  /// Seconds with two digits behind the point.
  private static func seconds(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let fraction = hundredths % 100
    return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction) s"
  }
}

extension RehearsalReport {
  fileprivate var members: [JSONValue.Member] {
    [
      .init("succeeds", .bool(summary != nil || isCurrent)),
      .init("source", JSONValue(summary.map { "\($0.source)" })),
      .init("target", JSONValue(summary.map { "\($0.target)" })),
      .init("rowsRewritten", summary.map { .integer($0.rowsRewritten) } ?? .null),
      .init("rowsProved", summary.map { .integer($0.rowsProved) } ?? .null),
      .init("rowsPerSecond", rowsPerSecond.map { .number($0) } ?? .null),
      .init("losses", .list(summary?.losses ?? []) { $0.value }),
      .init("leftBehind", .list(summary?.leftBehind ?? []) { $0.value }),
      .init("chosenLinks", .list(summary?.chosenLinks ?? []) { $0.value }),
      .init("renumbered", .list(summary?.renumbered ?? []) { $0.value }),
      .init("steps", .list(summary?.steps ?? []) { $0.value }),
      .init("stepLosses", .list(summary?.stepLosses ?? []) { $0.value }),
      .init("merged", .list(summary?.merged ?? []) { $0.value }),
      .init("recomputed", .list(summary?.recomputed ?? []) { $0.value }),
      .init("seconds", .number(seconds)),
      .init("storeSize", .integer(storeSize)),
      .init("peakRoom", .integer(peakRoom)),
    ]
  }

  private var summary: MigrationSummary? {
    if case .migrated(let summary) = ending { summary } else { nil }
  }

  private var isCurrent: Bool {
    if case .alreadyCurrent = ending { true } else { false }
  }
}
