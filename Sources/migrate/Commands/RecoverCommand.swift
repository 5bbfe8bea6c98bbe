internal import ArgumentParsing
internal import Diagnostics
internal import Files
internal import Reports
internal import SQLite
internal import SchemaModel
internal import StoreMigration
internal import StoreVerification

/// `migrate recover`: puts back what a store has lost and a backup still has.
enum RecoverCommand: RunnableCommand {
  private static let from = Option("from", .file("BACKUP"), help: "the backup")
  private static let key = Option(
    repeating: "key", .uniqueKey,
    help: "the attributes by which objects are found in both; Book:_id for the identity")
  private static let relink = Flag(
    "relink", help: "bring back, too, the links that objects that are there have lost")
  private static let apply = Flag("apply", help: "do it; without this, it is only shown")
  private static let format = CommonOptions.format([.text, .json])

  static let commandName = "recover"

  static let declaration = Command(
    name: commandName, abstract: "Show, or do, what puts lost objects back from a backup.",
    discussion: """
      Objects that the backup has and the store lacks come back with their links, and so do \
      external files that are gone. An object that is there is not changed: what differs is told, \
      and so are links that it has lost, which --relink brings back, removed on purpose or not. What \
      cannot come back, as its place is taken, the model would be broken or a trigger refuses it, \
      stays behind for itself, and is told. Objects are found in both by their '_id', or by --key; \
      where '_id' and a declared key disagree, nothing is guessed. A backup of an earlier version \
      is migrated first, in a copy.

      Without --apply nothing is written: it is done to a copy. With it, a backup is taken first, and \
      all is done in one transaction, proved, or nothing. Either way the exit status is 1 where \
      something cannot come back.
      """,
    examples: [
      .init(
        "migrate recover library.store --from library.store.v2.0.0.backup.json",
        "Show what is missing."),
      .init(
        "migrate recover library.store --from old.json.gz --key Book:localId --apply",
        "Put back what is missing, the books by their own identifier."),
    ],
    section: "stores", arguments: [CommonOptions.store],
    options: [
      from, key, relink, apply, MigrationArguments.allow, MigrationArguments.backup,
      CommonOptions.schemas, format,
    ],
    commonOptions: CommonOptions.all)

  static func run(_ invocation: Invocation) throws -> Outcome {
    let path = invocation.arguments[CommonOptions.store]
    guard let backup = invocation.arguments[from] else {
      throw Failure(
        .usage, [.init(code: "missing-option", "'--from' has to say which backup is meant")])
    }
    do {
      return try recover(path, from: backup, invocation)
    } catch let error as RepairError {
      guard case .damaged(let detail) = error else { throw error }
      throw Failure.unreadable(path, detail, backup)
    }
  }

  private static func recover(
    _ path: String, from backup: String, _ invocation: Invocation
  ) throws -> Outcome {
    var options = RecoveryOptions()
    options.keys = invocation.arguments[key]
    options.relinks = invocation.arguments[relink]
    options.toolVersion = CommandTable.version
    options.history = try StoreUpkeep.history(describing: path, in: invocation)
    guard invocation.arguments[apply] else {
      let donor = try RestoredDonor(of: backup, for: path, invocation)
      options.renumberedEntities = donor.renumberedEntities
      let plan = try StoreUpkeep.show(path, in: invocation, isEmpty: \.isEmpty) { work in
        try StoreRecoverer.plan(
          storeAt: path, from: donor.path, options: options, isCancelled: work.isCancelled)
      }
      return report(plan, path, Again(invocation))
    }
    let upkeep = try StoreUpkeep(of: path, in: invocation)
    let donor = try RestoredDonor(of: backup, for: path, invocation)
    options.renumberedEntities = donor.renumberedEntities
    let (outcome, warnings) = try upkeep.run { [options] backup in
      try StoreRecoverer.apply(
        storeAt: path, from: donor.path, options: options, isCancelled: upkeep.isCancelled,
        backup: backup)
    }
    return report(outcome, path, Again(invocation), warnings)
  }

  /// The same command once more, for another purpose.
  private struct Again {
    private let arguments: ParsedArguments

    init(_ invocation: Invocation) { arguments = invocation.arguments }

    /// The one that does what was shown.
    var doing: String { command(relinking: arguments[relink], isDone: true) }

    /// The one that shows what else comes back.
    var relinking: String { command(relinking: true, isDone: false) }

    private func command(relinking: Bool, isDone: Bool) -> String {
      let words =
        ["migrate recover \(arguments[CommonOptions.store].shellWord)"]
        + [arguments[from].map { "--from \($0.shellWord)" }].compactMap(\.self)
        + arguments[key].map { "--key \($0.description.shellWord)" }
        + (relinking ? ["--relink"] : [])
        + arguments[MigrationArguments.allow].map { "--allow \($0.shellWord)" }
      return (words + (isDone ? ["--apply"] : [])).joined(separator: " ")
    }
  }
}

extension Failure {
  /// A damaged store: what can be read of it SQLite's shell may save, and that can be completed.
  fileprivate static func unreadable(_ path: String, _ detail: String, _ backup: String) -> Failure
  {
    var failure = Failure(
      unable: "damaged-store", "the file is damaged (\(detail)), and nothing is added to it",
      notes: [
        .init(
          "what is newer than the backup the '.recover' of SQLite's shell may save into a new store, "
            + "which 'migrate recover' then completes")
      ])
    failure.lastLine = LastLine(
      StoreStanding(
        "'\(path)' is unchanged",
        next: "migrate restore \(backup.shellWord) \(path.shellWord) --replace"), of: path)
    return failure
  }
}

// MARK: - The report

extension RecoverCommand {
  private static func report(
    _ plan: RecoveryPlan, _ path: String, _ again: Again
  ) -> Outcome {
    let standing =
      plan.isEmpty
      ? standing(of: path, lackingNothing: plan, again)
      : StoreStanding("'\(path)' is unchanged", next: again.doing)
    return Outcome(
      status: plan.remainder == nil ? .done : .findings,
      findings: plan.diagnostics,
      text: text(plan, isDone: false), members: members(plan),
      lastLine: LastLine(standing, of: path))
  }

  private static func report(
    _ outcome: RecoveryOutcome, _ path: String, _ again: Again, _ warnings: [Diagnostic]
  ) -> Outcome {
    let plan = outcome.plan
    let isChanged = outcome.hasChangedStore
    // Files that were gone when the backup was taken are there again, or told as lost.
    let warnings = warnings.filter { !["missing-file", "altered-file"].contains($0.code) }
    return Outcome(
      status: plan.remainder == nil ? .done : .findings,
      hasChangedStore: isChanged, findings: warnings + plan.diagnostics,
      text: text(plan, isDone: isChanged)
        + (outcome.backup.map { "backup: \($0)\n" } ?? ""),
      members: members(plan) + [.init("backup", JSONValue(outcome.backup))],
      lastLine: LastLine(
        isChanged
          ? standing(of: path, after: plan, again)
          : standing(of: path, lackingNothing: plan, again), of: path))
  }

  /// What a store is to which nothing is added.
  private static func standing(
    of path: String, lackingNothing plan: RecoveryPlan, _ again: Again
  ) -> StoreStanding {
    if let remainder = plan.remainder {
      return StoreStanding(
        "'\(path)' is unchanged, and lacks \(remainder) that the backup has",
        next: plan.canRelink ? again.relinking : nil)
    }
    return StoreStanding(
      plan.hasDifferences
        ? "'\(path)' has all that the backup has, not all of it as it is there"
        : "'\(path)' lacks nothing that the backup has",
      next: plan.canRelink ? again.relinking : nil)
  }

  private static func standing(
    of path: String, after plan: RecoveryPlan, _ again: Again
  ) -> StoreStanding {
    var standing = StoreStanding(
      "'\(path)' has again what it lacked" + (plan.remainder.map { ", but for \($0)" } ?? ""),
      next: plan.canRelink ? again.relinking : "migrate verify \(path.shellWord)")
    standing.isBackupMade = true
    return standing
  }

  private static func text(_ plan: RecoveryPlan, isDone: Bool) -> String {
    let verb = isDone ? "put back" : "missing:"
    var lines = plan.missing.map { missing in
      "\(verb) \(missing.count) \(missing.entity)"
        + (missing.renumbered > 0 ? ", \(missing.renumbered) with a new _id" : "")
    }
    if plan.links > 0 {
      lines.append("\(verb) \(Quantity.count(plan.links, "link")) of many-to-many relationships")
    }
    if plan.relinks {
      lines += plan.emptiedLinks.map {
        "\(isDone ? "filled" : "fill") \(Quantity.count($0.count, "link")) of '\($0.name)'"
      }
      lines += plan.absentLinks.map {
        "\(verb) \(Quantity.count($0.count, "link")) of '\($0.name)' between objects that are there"
      }
      lines += plan.emptiedOrders.map {
        "\(verb) the order of \(Quantity.count($0.count, "link")) of '\($0.name)'"
      }
    }
    if !plan.files.isEmpty {
      let files = Quantity.count(plan.files.count, "external file")
      lines.append("\(verb) \(files), \(Quantity.bytes(plan.fileBytes))")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func members(_ plan: RecoveryPlan) -> [JSONValue.Member] {
    [
      .init(
        "missing",
        .list(plan.missing) {
          [
            "entity": .string($0.entity), "count": .integer($0.count),
            "renumbered": .integer($0.renumbered),
          ]
        }),
      .init("links", .integer(plan.links)),
      .init("absentLinks", .list(plan.absentLinks, value)),
      .init("lostLinks", .integer(plan.lostLinks)),
      .init("emptiedLinks", .list(plan.emptiedLinks, value)),
      .init("emptiedOrders", .list(plan.emptiedOrders, value)),
      .init("differingOrders", .list(plan.differingOrders, value)),
      .init("relink", .bool(plan.relinks)),
      .init(
        "leftBehind",
        .list(plan.leftBehind) {
          [
            "entity": .string($0.entity), "count": .integer($0.count),
            "reason": .string($0.explanation), "examples": .list($0.examples, value),
          ]
        }),
      .init(
        "keptLinks",
        .list(plan.keptLinks) {
          [
            "name": .string("\($0.name)"), "count": .integer($0.count),
            "reason": .string($0.explanation), "examples": .list($0.examples, value),
          ]
        }),
      .init("files", .list(plan.files) { .string($0) }),
      .init("fileBytes", .integer(plan.fileBytes)),
      .init("filesLost", .list(plan.filesLost) { .string($0) }),
      .init(
        "differences",
        .list(plan.differences) {
          [
            "entity": .string($0.entity), "count": .integer($0.count),
            "columns": .list($0.columns) { .string($0) },
            "examples": .list($0.examples, value),
          ]
        }),
    ]
  }

  private static func value(_ links: RecoveryPlan.LinkCount) -> JSONValue {
    ["name": .string("\(links.name)"), "count": .integer(links.count)]
  }

  private static func value(_ example: SQLValue) -> JSONValue {
    if case .integer(let number) = example { .integer(number) } else { .string(example.excerpt) }
  }
}
