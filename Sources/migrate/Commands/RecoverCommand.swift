internal import ArgumentParsing
internal import Diagnostics
internal import Files
internal import JSON
internal import Reports
internal import SQLite
internal import SchemaModel
internal import StoreLayout
internal import StoreMigration
internal import StoreVerification

/// `migrate recover`: restores objects that a store has lost and a backup still has.
enum RecoverCommand: RunnableCommand {
  private static let from = Option("from", .file("BACKUP"), help: "the backup")
  private static let key = Option(
    repeating: "key", .uniqueKey,
    help: "the attributes by which objects are found in both; Book:_id for the identity")
  private static let apply = Flag("apply", help: "do it; without this, it is only shown")
  private static let format = CommonOptions.format([.text, .json])

  static let commandName = "recover"

  static let declaration = Command(
    name: commandName,
    abstract: "Show lost objects of a backup; --apply restores them.",
    discussion: """
      Objects that the backup has and the store lacks come back with their links, and so do \
      missing external files: all of it, or nothing. With --files, files of the app that objects \
      name and its folder lacks come back too, from a backup taken '--with-files'. An existing object gets its empty links to them \
      back, and is not changed otherwise: its differences are reported. Objects are found in both by \
      their '_id' or primary key, or by --key; where '_id' and a declared key disagree, nothing is \
      guessed. A backup of an earlier version is migrated first, in a copy.

      Where one object cannot come back, as its place is taken, the model would be broken or a \
      trigger refuses it, nothing is put back, and all such objects are reported. Then 'migrate \
      restore' makes another store of the backup, from which objects can be copied by hand. \
      'migrate repair' needs no backup: it empties lost links and merges duplicates.

      Without --apply nothing is written: it is done to a copy. With it, a backup is taken first, \
      and all is done in one transaction, and proved.
      """,
    related: "'migrate repair' needs no backup; 'migrate prune' removes old objects.",
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
      from, key, apply, CommonOptions.files, MigrationArguments.allow,
      MigrationArguments.documentBackup, CommonOptions.scratch, CommonOptions.schemas, format,
    ],
    commonOptions: CommonOptions.all)

  static func run(_ invocation: Invocation) throws -> Outcome {
    let path = invocation.arguments[CommonOptions.store]
    guard let backup = invocation.arguments[from] else {
      throw Failure(
        .usage,
        [
          Diagnostic(
            code: "missing-option", "'--from' has to say which backup is meant",
            notes: [
              .init(
                "as in: migrate recover \(path.shellWord) --from "
                  + (BackupPlace.newest(besideStore: path)?.shellWord ?? "BACKUP"))
            ])
        ])
    }
    var options = RecoveryOptions()
    options.keys = invocation.arguments[key]
    options.toolVersion = CommandTable.version
    options.history = try StoreUpkeep.history(describing: path, in: invocation)
    let upkeep = invocation.arguments[apply] ? try StoreUpkeep(of: path, in: invocation) : nil
    let donor = try RestoredDonor(of: backup, for: path, invocation)
    options.renumberedEntities = donor.renumberedEntities
    options.appFiles = try OwnedFiles(givenTo: invocation).map { ($0, donor.appFolder) }
    guard let upkeep else {
      let plan = try StoreUpkeep.show(path, in: invocation, isEmpty: \.isEmpty) { work in
        try advising(path, backup) {
          try StoreRecoverer.plan(
            storeAt: path, from: donor.path, options: options, isCancelled: work.isCancelled)
        }
      }
      return report(plan, path, invocation)
    }
    let (outcome, warnings) = try upkeep.run { [options] take in
      try advising(path, backup) {
        try StoreRecoverer.apply(
          storeAt: path, from: donor.path, options: options, isCancelled: upkeep.isCancelled,
          backup: take)
      }
    }
    var report = report(outcome.plan, path, invocation, isDone: outcome.backup != nil)
    // Files that were missing when the backup was made now exist again, or are reported as lost.
    report.findings.insert(
      contentsOf: warnings.filter { !["missing-file", "altered-file"].contains($0.code) }, at: 0)
    report.text += outcome.backup.map { "backup: \($0)\n" } ?? ""
    report.members.append(.init("backup", JSONValue(outcome.backup)))
    return report
  }

  /// The same command with `--apply`.
  private static func applying(_ invocation: Invocation) -> String {
    let arguments = invocation.arguments
    let words =
      ["migrate recover \(arguments[CommonOptions.store].shellWord)"]
      + [arguments[from].map { "--from \($0.shellWord)" }].compactMap(\.self)
      + arguments[key].map { "--key \($0.description.shellWord)" }
      + arguments[MigrationArguments.allow].map { "--allow \($0.shellWord)" }
      + [arguments[CommonOptions.files].map { "--files \($0.shellWord)" }].compactMap(\.self)
    return (words + ["--apply"]).joined(separator: " ")
  }

  /// Recovers; if recovery cannot help, the advice is to restore the backup to another store.
  private static func advising<Result>(
    _ path: String, _ backup: String, _ body: () throws -> Result
  ) throws -> Result {
    func failure(_ failure: Failure, _ note: String, next: String) -> Failure {
      var failure = failure
      failure.diagnostics[failure.diagnostics.count - 1].notes.append(.init(note))
      failure.lastLine = LastLine(
        StoreStanding(
          "'\(path)' is unchanged", next: "migrate restore \(backup.shellWord) \(next)"),
        of: path)
      return failure
    }
    do {
      return try body()
    } catch RepairError.damaged(let detail) {
      throw failure(
        Failure(
          unable: "damaged-store", "the file is damaged (\(detail)), and nothing is added to it"),
        "what is newer than the backup may be saved into a new store, which 'migrate recover' then "
          + "completes: \(RestoreAdvice.copying(path))", next: "\(path.shellWord) --replace")
    } catch let error as RecoveryError where error.isFinal {
      throw failure(
        Failure(error), "from another store of the backup, objects can be copied by hand",
        next: "\(path).restored".shellWord)
    }
  }
}

// MARK: - The report

extension RecoverCommand {
  private static func report(
    _ plan: RecoveryPlan, _ path: String, _ invocation: Invocation, isDone: Bool = false
  ) -> Outcome {
    Outcome(
      hasChangedStore: isDone, findings: plan.diagnostics, text: text(plan, isDone: isDone),
      members: members(plan),
      lastLine: LastLine(standing(of: path, plan, invocation, isDone: isDone), of: path))
  }

  private static func standing(
    of path: String, _ plan: RecoveryPlan, _ invocation: Invocation, isDone: Bool
  ) -> StoreStanding {
    let isToDo = !isDone && !plan.isEmpty
    let files = invocation.arguments[CommonOptions.files].map { " --files \($0.shellWord)" } ?? ""
    let sentence =
      if isToDo {
        "is unchanged"
      } else if isDone {
        plan.appFilesLost.isEmpty && plan.appFilesUnasked == 0
          ? "has again what it lacked" : "has its objects again, and not all files of the app"
      } else if !plan.differences.isEmpty {
        "has all that the backup has, not all of it as it is there"
      } else {
        "lacks nothing that the backup has"
      }
    var standing = StoreStanding(
      "'\(path)' \(sentence)",
      next: isToDo
        ? applying(invocation) : isDone ? "migrate verify \(path.shellWord)\(files)" : nil)
    standing.isBackupMade = isDone
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
    if plan.filledLinks > 0 {
      lines.append("\(verb) \(Quantity.count(plan.filledLinks, "link")) of existing objects")
    }
    if !plan.files.isEmpty {
      let files = Quantity.count(plan.files.count, "external file")
      lines.append("\(verb) \(files), \(Quantity.bytes(plan.fileBytes))")
    }
    if !plan.appFiles.isEmpty {
      lines.append("\(verb) \(Quantity.count(plan.appFiles.count, "file")) of the app")
      lines += plan.appFiles.map { "  \($0)" }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func members(_ plan: RecoveryPlan) -> [JSONValue.Member] {
    let missing = JSONValue.list(plan.missing) {
      [
        "entity": .string($0.entity), "count": .integer($0.count),
        "renumbered": .integer($0.renumbered),
      ]
    }
    let differences = JSONValue.list(plan.differences) {
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
    }
    return [
      .init("missing", missing), .init("links", .integer(plan.links)),
      .init("filledLinks", .integer(plan.filledLinks)),
      .init("lostLinks", .integer(plan.lostLinks)),
      .init("files", .list(plan.files) { .string($0) }),
      .init("fileBytes", .integer(plan.fileBytes)),
      .init("filesLost", .list(plan.filesLost) { .string($0) }),
      .init("appFiles", .list(plan.appFiles) { .string($0) }),
      .init("appFilesLost", .list(plan.appFilesLost) { .string($0) }),
      .init("differences", differences),
    ]
  }
}
