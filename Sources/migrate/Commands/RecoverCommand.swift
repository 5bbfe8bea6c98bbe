internal import ArgumentParsing
internal import Diagnostics
internal import Files
internal import Reports
internal import SQLiteStore
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
    "relink", help: "fill links that were emptied when the objects that come back went")
  private static let apply = Flag("apply", help: "do it; without this, it is only shown")
  private static let format = CommonOptions.format([.text, .json])

  static let commandName = "recover"

  static let declaration = Command(
    name: commandName, abstract: "Show, or do, what puts lost objects back from a backup.",
    discussion: """
      Objects that the backup has and the store lacks come back with their links, and so do \
      external files that are gone. An object that is there is not changed, but for links that \
      --relink fills: what differs is told. Objects are found in both by their '_id', or by --key; \
      where '_id' and a declared key disagree, nothing is guessed. A backup of an earlier version \
      is migrated first, in a copy.

      Without --apply nothing is written: it is done to a copy, and the exit status is 1 where \
      something is missing. With it, a backup is taken first, and all is done in one transaction, \
      proved, or nothing.
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
      let plan = try StoreRecoverer.plan(storeAt: path, from: donor.path, options: options)
      return report(plan, path, again(invocation))
    }
    let upkeep = try StoreUpkeep(of: path, in: invocation)
    let donor = try RestoredDonor(of: backup, for: path, invocation)
    let (outcome, warnings) = try upkeep.run { backup in
      try StoreRecoverer.apply(storeAt: path, from: donor.path, options: options, backup: backup)
    }
    return report(outcome, path, warnings)
  }

  /// The command that does what was shown.
  private static func again(_ invocation: Invocation) -> String {
    let arguments = invocation.arguments
    let words =
      ["migrate recover \(arguments[CommonOptions.store].shellWord)"]
      + [arguments[from].map { "--from \($0.shellWord)" }].compactMap(\.self)
      + arguments[key].map { "--key \($0.description.shellWord)" }
      + (arguments[relink] ? ["--relink"] : [])
      + arguments[MigrationArguments.allow].map { "--allow \($0.shellWord)" }
    return (words + ["--apply"]).joined(separator: " ")
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
    _ plan: RecoveryPlan, _ path: String, _ command: String
  ) -> Outcome {
    let standing =
      plan.isEmpty
      ? StoreStanding("'\(path)' lacks nothing that the backup has")
      : StoreStanding("'\(path)' is unchanged", next: command)
    return Outcome(
      status: plan.isEmpty ? .done : .findings, findings: plan.diagnostics,
      text: text(plan, isDone: false), members: members(plan),
      lastLine: LastLine(standing, of: path))
  }

  private static func report(
    _ outcome: RecoveryOutcome, _ path: String, _ warnings: [Diagnostic]
  ) -> Outcome {
    let isChanged = outcome.backup != nil
    let standing =
      isChanged
      ? StoreStanding(
        "'\(path)' has again what it lacked", next: "migrate verify \(path.shellWord)")
      : StoreStanding("'\(path)' lacks nothing that the backup has")
    return Outcome(
      hasChangedStore: isChanged, findings: warnings + outcome.plan.diagnostics,
      text: text(outcome.plan, isDone: isChanged)
        + (outcome.backup.map { "backup: \($0)\n" } ?? ""),
      members: members(outcome.plan) + [.init("backup", JSONValue(outcome.backup))],
      lastLine: LastLine(standing, of: path))
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
      .init("links", .integer(plan.links)), .init("absentLinks", .integer(plan.absentLinks)),
      .init("lostLinks", .integer(plan.lostLinks)),
      .init(
        "emptiedLinks",
        .list(plan.emptiedLinks) { ["name": .string("\($0.name)"), "count": .integer($0.count)] }),
      .init("relink", .bool(plan.relinks)),
      .init("files", .list(plan.files) { .string($0) }),
      .init("fileBytes", .integer(plan.fileBytes)),
      .init("filesLost", .list(plan.filesLost) { .string($0) }),
      .init(
        "differences",
        .list(plan.differences) {
          [
            "entity": .string($0.entity), "count": .integer($0.count),
            "columns": .list($0.columns) { .string($0) },
            "examples": .list($0.examples) { example in
              if case .integer(let number) = example {
                .integer(number)
              } else {
                .string(example.excerpt)
              }
            },
          ]
        }),
    ]
  }
}

extension RecoveryPlan {
  /// What is told and stays as it is.
  fileprivate var diagnostics: [Diagnostic] {
    var told = differences.map(\.message)
    if !relinks {
      told += emptiedLinks.map {
        let (are, stay) = $0.count == 1 ? ("is", "stays") : ("are", "stay")
        return "\(Quantity.count($0.count, "link")) of '\($0.name)' to what is missing \(are) "
          + "empty by now, and \(stay) so without '--relink'"
      }
    }
    if absentLinks > 0 {
      let (are, stay) = absentLinks == 1 ? ("is", "stays") : ("are", "stay")
      told.append(
        "\(Quantity.count(absentLinks, "link")) of the backup between objects that are there \(are) "
          + "not in the store, and \(stay) away")
    }
    return told.map { Diagnostic(code: "differing-object", severity: .warning, $0) } + losses
  }

  private var losses: [Diagnostic] {
    var losses: [Diagnostic] = []
    if lostLinks > 0 {
      losses.append(
        Diagnostic(
          code: "broken-reference", severity: .warning,
          "\(Quantity.count(lostLinks, "link")) of missing objects led nowhere in the backup "
            + "already, and \(lostLinks == 1 ? "comes" : "come") back empty"))
    }
    if let first = filesLost.first {
      let files = filesLost.count == 1 ? "file '\(first)'" : "files, such as '\(first)',"
      let count = filesLost.count == 1 ? "the external" : "\(filesLost.count) external"
      losses.append(
        Diagnostic(
          code: "missing-file", severity: .warning,
          "\(count) \(files) \(filesLost.count == 1 ? "is" : "are") whole neither beside the store "
            + "nor in the backup"))
    }
    return losses
  }
}

extension RecoveryPlan.Difference {
  fileprivate var message: String {
    let names = columns.map { "'\($0)'" }.joined(separator: ", ")
    let (differ, stay, they) =
      count == 1 ? ("differs", "stays", "it is") : ("differ", "stay", "they are")
    return
      "\(Quantity.count(count, "object")) of '\(entity)' \(differ) from the backup in \(names), "
      + "and \(stay) as \(they): _id \(examples.map(\.excerpt).joined(separator: ", "))"
      + (count > Int64(examples.count) ? ", …" : "")
  }
}
