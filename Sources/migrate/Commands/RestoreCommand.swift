internal import ArgumentParsing
internal import Diagnostics
internal import Files
internal import JSON
internal import MigrationPlanner
internal import Reports
internal import StoreLayout
internal import SchemaModel
internal import SchemaYAML
internal import SQLite
internal import StoreArchive
internal import StoreMigration
internal import StoreReading

/// `migrate restore`: restores a store from its backup.
enum RestoreCommand: RunnableCommand {
  private static let backup = Argument(.file("BACKUP"), help: "the backup")
  private static let store = Argument(.file("STORE"), help: "the store to make")
  private static let replace = Flag(
    "replace", help: "take the place of an existing store, which is kept")
  private static let to = Option(
    "to", .version, help: "the version to bring the store to; by default the backup's")
  private static let allow = MigrationArguments.allow
  private static let carry = MigrationArguments.carry
  private static let format = CommonOptions.format([.text, .json])

  static let commandName = "restore"

  static let declaration = Command(
    name: commandName, abstract: "Make a store of a backup.",
    discussion: """
      The store is built next to its place and proved to hold what was backed up, and only then \
      gets its name. With --replace, the previous store is kept as STORE.before-restore-1. With \
      --dry-run it is built and proved all the same, and then removed. A packed backup is restored \
      as any other. 'migrate recover' brings back single objects instead.

      Files of the app that the backup has go to the folder that --files names. No file there is \
      replaced: where a file differs from the backup, nothing is restored.
      """,
    examples: [
      .init("migrate restore library.json library.store", "Restore a lost store."),
      .init("migrate restore library.json library.store --replace", "Go back to a backup."),
      .init("migrate restore library.json new.store --dry-run", "See that a backup would do."),
      .init(
        "migrate restore library.json new.store --to 4.0.0",
        "Restore a store and migrate it at once."),
      .init(
        "migrate restore recordings.json recordings.store --files Documents",
        "Restore the app's own files too, from a backup that was taken '--with-files'."),
    ],
    section: "stores", arguments: [backup, store],
    options: [
      replace, CommonOptions.dryRun, CommonOptions.files, to, allow, carry, CommonOptions.schemas,
      format,
    ],
    commonOptions: CommonOptions.all)

  static func run(_ invocation: Invocation) throws -> Outcome {
    let path = invocation.arguments[store]
    let work = Work(invocation)
    if invocation.arguments[replace], PlatformStore.mayBeOne(at: path) {
      throw Failure(.ofPlatform, store: path)
    }
    do {
      try checkFolder(invocation)
      // Checked before a lock is created, because the path may be something else, such as a device.
      try Restorer.checkPlace(path, for: invocation.arguments[backup])
      let replaced = invocation.arguments[replace] ? ReplacedStore(at: path, invocation) : nil
      let migrator = try migrator(invocation, work)
      let (outcome, origin, made) = try work.run(on: path) {
        try StoreLock.whileLocked(store: path) { try restore(invocation, migrator, work) }
      }
      let model = made?.identity.schema ?? outcome.contents.store.identity?.schema
      let mismatch = replaced?.mismatch(with: model, begunWith: origin) ?? []
      return report(outcome, made, replacing: replaced, mismatch, invocation)
    } catch {
      var failure = Failure(error)
      if isStore(invocation.arguments[backup]), failure.diagnostics.first?.code == "not-a-backup" {
        failure.diagnostics[0].notes.append(.init("it is a store, of which a backup can be made"))
      }
      if unswapped(invocation) != nil {
        failure.diagnostics[0].notes.append(.init("the backup comes first, and then the store"))
      } else {
        failure.diagnostics += besides(error, invocation)
      }
      failure.lastLine = LastLine(standing(failure, of: error, invocation), of: path)
      throw failure
    }
  }

  /// A note with the complete command if only a store is named: the backup comes first.
  static func notes(on problem: UsageProblem, _ error: UsageError) -> [Diagnostic.Note] {
    guard problem == .missingArgument(store.declaration.name),
      error.path.command.name == commandName, let path = error.given.words.first, isStore(path)
    else { return [] }
    let backup = BackupPlace.newest(besideStore: path)?.shellWord ?? "BACKUP"
    return [
      .init(
        "'\(path)' is a store, and the backup comes first: migrate restore \(backup) \(path.shellWord) "
          + "--replace")
    ]
  }

  private static func isStore(_ path: String) -> Bool {
    // A file that cannot be read is reported as a backup.
    (try? StoreFile.isDatabase(path)) == true
  }

  /// The command with the store and the backup in the right order, if they are swapped.
  private static func unswapped(_ invocation: Invocation) -> String? {
    let (first, second) = (invocation.arguments[backup], invocation.arguments[store])
    guard (try? BackupReader.isBackup(second)) == true,
      (try? BackupReader.isBackup(first)) != true
    else { return nil }
    return again(
      invocation, of: second.shellWord, to: first.shellWord, replacing: FileSystem.exists(first))
  }

  private static func checkFolder(_ invocation: Invocation) throws {
    guard let folder = invocation.arguments[CommonOptions.files], !FileSystem.isFolder(folder)
    else {
      return
    }
    throw Failure(
      unable: "missing-folder", "there is no folder '\(folder)' with files of the app",
      notes: [.init("make it, and restore again: mkdir -p \(folder.shellWord)")])
  }

  /// The error that the backup is missing too, if the place of the store is taken.
  private static func besides(_ error: any Error, _ invocation: Invocation) -> [Diagnostic] {
    let path = invocation.arguments[backup]
    let isOfPlace = (error as? ArchiveError)?.isOfPlace ?? false
    guard isOfPlace, !FileSystem.exists(path) else { return [] }
    return Failure(ArchiveError.missing(path: path)).diagnostics
  }

  /// The next step: the same command with a missing option, or after some preparation.
  private static func standing(
    _ failure: Failure, of error: any Error, _ invocation: Invocation
  ) -> StoreStanding {
    let own = failure.lastLine?.standing
    var standing = StoreStanding(
      "nothing was restored to '\(invocation.arguments[store])'",
      after: own?.preparation ?? failure.circumstance?.remedy)
    let isOccupied = failure.diagnostics.contains { $0.code == "file-exists" }
    // Only the app writes the stores of the platform, so none is replaced.
    let isFinal =
      if case ArchiveError.irreplaceable? = error as? ArchiveError { true } else {
        isOccupied && PlatformStore.mayBeOne(at: invocation.arguments[store])
      }
    if let command = unswapped(invocation) {
      standing.preparation = nil
      standing.nextCommand = command
    } else if isOccupied, failure.diagnostics.count == 1, !isFinal {
      standing.nextCommand = again(invocation, replacing: true)
    } else if isFinal {
      standing.preparation = "choose a place for the store"
      standing.nextCommand = again(invocation, to: "STORE")
    } else if failure.diagnostics.contains(where: { $0.code == "own-migrator" }) {
      // The library migrates the store, which is therefore restored in its old version.
      standing.preparation = nil
      standing.nextCommand = again(invocation, migrating: false)
    } else if failure.status == .interrupted || failure.circumstance != nil
      || own?.repeatsCommand == true
    {
      standing.repeatsCommand = true
    } else if let own, let command = own.nextCommand {
      standing.nextCommand = next(command, own.preparation, invocation)
    } else {
      return lookingFor(backup: standing, failure, invocation)
    }
    return standing
  }

  /// The next step if the problem is the backup.
  private static func lookingFor(
    backup standing: StoreStanding, _ failure: Failure, _ invocation: Invocation
  ) -> StoreStanding {
    var standing = standing
    let place = invocation.arguments[backup]
    let codes = Set(failure.diagnostics.map(\.code))
    let other = again(
      invocation, of: "BACKUP", replacing: FileSystem.exists(invocation.arguments[store]))
    if codes.contains("newer-backup") {
      standing.preparation = "get a newer migrate"
      standing.repeatsCommand = true
    } else if codes.contains("not-a-backup"), isStore(place) {
      standing.nextCommand = "migrate backup \(place.shellWord)"
    } else if !codes.isDisjoint(with: ["not-a-backup", "damaged-backup", "unrestorable-backup"]) {
      standing.preparation = "find a backup that is whole"
      standing.nextCommand = other
    } else if codes.contains("needs-app") {
      standing.preparation = "find a copy of the file that was backed up"
      standing.nextCommand = "cp COPY \(invocation.arguments[store].shellWord)"
    } else if !codes.isDisjoint(with: ["differing-file", "outside-folder"]) {
      standing.preparation = "move what is in the way in the app's folder aside"
      standing.repeatsCommand = true
    } else if !FileSystem.exists(place) {
      standing.preparation = "name an existing backup"
      standing.nextCommand = other
    } else {
      standing.nextCommand = "migrate backup --verify \(place.shellWord)"
    }
    return standing
  }

  /// The next command of a failed migration, converted to the restore that it was part of.
  ///
  /// The store does not exist yet, so it can be repaired or verified only if it is restored in its old
  /// version.
  private static func next(
    _ command: String, _ preparation: String?, _ invocation: Invocation
  ) -> String {
    let path = invocation.arguments[store].shellWord
    let attempts = ["migrate apply \(path)", "migrate plan \(path)"]
    if let attempt = attempts.first(where: command.hasPrefix) {
      let options = command.dropFirst(attempt.count)
      return again(invocation) + (options.hasPrefix(" --format") ? "" : options)
    }
    let isOfStore = ["repair", "verify", "status"].contains {
      command.hasPrefix("migrate \($0) \(path)")
    }
    guard isOfStore else { return command }
    return preparation == nil ? again(invocation, migrating: false) : again(invocation)
  }

  /// This command, or a variation of it.
  private static func again(
    _ invocation: Invocation, of other: String? = nil, to place: String? = nil,
    replacing: Bool = false, migrating: Bool = true
  ) -> String {
    let arguments = invocation.arguments
    let words = [
      "migrate restore", other ?? arguments[backup].shellWord,
      place ?? arguments[store].shellWord,
      replacing || arguments[replace] ? "--replace" : nil,
      arguments[CommonOptions.files].map { "--files \($0.shellWord)" },
    ]
    guard migrating, let target = arguments[to] else {
      return words.compactMap(\.self).joined(separator: " ")
    }
    let losses = arguments[allow].map { "--allow \($0.shellWord)" }
    let migration =
      ["--to \(target)", arguments[CommonOptions.schemas].map { "--schemas \($0.shellWord)" }]
      + losses + [arguments[carry] ? "--carry-broken-references" : nil]
    return (words + migration).compactMap(\.self).joined(separator: " ")
  }

  /// Restores the store, and returns the beginning of its history too, if it has one, and its identity, if it
  /// has one or if schema files describe it.
  private static func restore(
    _ invocation: Invocation, _ migrator: Migrator?, _ work: Work
  ) throws -> (Restorer.Outcome, origin: MigrationRecord?, made: StoreGlimpse?) {
    let (backup, store) = (invocation.arguments[backup], invocation.arguments[store])
    let isReplacing = invocation.arguments[replace]
    let isRehearsal = invocation.arguments[CommonOptions.dryRun]
    if let migrator {
      let outcome = try migrator.restore(
        backup, to: store, isReplacing: isReplacing, isRehearsal: isRehearsal,
        appFolder: invocation.arguments[CommonOptions.files]
      ).restored
      guard !isRehearsal else { return (outcome, nil, nil) }
      return (outcome, ReplacedStore.origin(ofStoreAt: store), try StoreGlimpse(of: store))
    }
    var (origin, made) = (MigrationRecord?.none, StoreGlimpse?.none)
    let outcome = try Restorer.restore(
      backup: backup, to: store, isReplacing: isReplacing, isRehearsal: isRehearsal,
      appFolder: invocation.arguments[CommonOptions.files], progress: work.archiving("restoring"),
      finishing: {
        origin = ReplacedStore.origin(ofStoreAt: $0)
        // A database that no schema file describes is restored all the same.
        made = try? StoreGlimpse(of: $0, in: invocation)
      })
    return (outcome, origin, made)
  }

  private static func migrator(_ invocation: Invocation, _ work: Work) throws -> Migrator? {
    guard let target = invocation.arguments[to] else { return nil }
    let contents = try work.run {
      try BackupReader.verify(
        invocation.arguments[backup], progress: work.archiving("reading the backup"))
    }
    let folder = try SchemaFolder.find(
      in: invocation.schemas(), model: contents.store.identity?.schema)
    var options = MigrationOptions()
    options.target = target
    options.allowedLosses = Set(invocation.arguments[allow])
    options.backup = .none
    options.carriesBrokenReferences = invocation.arguments[carry]
    options.toolVersion = CommandTable.version
    options.onProgress = work.migrating
    options.isCancelled = work.isCancelled
    return Migrator(history: try SchemaReader.history(inDirectory: folder), options: options)
  }

  private static func report(
    _ outcome: Restorer.Outcome, _ made: StoreGlimpse?, replacing replaced: ReplacedStore?,
    _ mismatch: [Diagnostic], _ invocation: Invocation
  ) -> Outcome {
    let path = invocation.arguments[store]
    let isRehearsal = invocation.arguments[CommonOptions.dryRun]
    let version = (invocation.arguments[to] ?? made?.identity.version).map { "\($0)" }
    let name = made.flatMap { $0.isDeclared ? nil : $0.identity.schema } ?? "version"
    let what = version.map { "\(name) \($0)" } ?? "restored"
    // A database without a model cannot be verified against one.
    let next = version == nil ? "import" : "verify"
    let standing =
      isRehearsal
      ? StoreStanding("'\(path)' would be \(what), nothing was written", next: again(invocation))
      : StoreStanding("'\(path)' is \(what)", next: "migrate \(next) \(path.shellWord)")
    let rows = outcome.contents.rows
    let lines =
      [
        isRehearsal ? "\(rows) can be restored" : "restored \(rows)",
        isRehearsal ? replaced.map { "'\(path)' would be replaced: \($0.summary)" } : nil,
        outcome.keptStore.map { kept in
          let summary = replaced.map { " (\($0.summary))" } ?? ""
          return "the previous store\(summary) is now '\(kept)'"
        },
        files(outcome, invocation), made.flatMap(layout),
      ] + outcome.keptLeftovers.map { "what was left of an earlier store is now '\($0)'" }
    return Outcome(
      hasChangedStore: !isRehearsal,
      findings: findings(outcome, path) + passedOver(outcome, invocation) + mismatch
        + (made.map { easedModel($0, invocation) } ?? []),
      text: lines.compactMap { $0.map { $0 + "\n" } }.joined(),
      members: [
        .init("records", .integer(outcome.contents.records)),
        .init("replaced", JSONValue(replaced?.summary)),
        .init("keptStore", JSONValue(outcome.keptStore)),
        .init("keptLeftovers", .list(outcome.keptLeftovers) { .string($0) }),
        .init("dryRun", .bool(isRehearsal)),
        .init("brokenReferences", .integer(outcome.foreignKeyViolations)),
        .init("appFilesWritten", .integer(outcome.appFilesWritten)),
      ], lastLine: LastLine(standing, of: path))
  }

  /// The line about the layout of a store whose model says that the platform writes its stores.
  private static func layout(_ made: StoreGlimpse) -> String? {
    let platform = (try? made.embeddedModel())?.schema.declaredPlatform
    return [.swiftData, .coreData].contains(platform) ? PlatformStore.layoutOfBackups : nil
  }

  /// The line about the app's files; nil if no folder is named for them.
  private static func files(_ outcome: Restorer.Outcome, _ invocation: Invocation) -> String? {
    let count = outcome.contents.appFiles
    guard let folder = invocation.arguments[CommonOptions.files] else { return nil }
    guard count > 0 else { return "the backup has no files of the app" }
    let files = "\(Quantity.count(count, "file")) of the app"
    guard !invocation.arguments[CommonOptions.dryRun] else {
      return "\(files) can be restored to '\(folder)'"
    }
    let present = count - outcome.appFilesWritten
    return "restored \(files) to '\(folder)'"
      + (present == 0 ? "" : ", \(Quantity.grouped(present)) of them there already")
  }

  /// The warning that the store lacks demands of its version.
  ///
  /// The backup of an app's store leaves out demands that objects do not meet.
  private static func easedModel(
    _ glimpse: StoreGlimpse, _ invocation: Invocation
  ) -> [Diagnostic] {
    let path = invocation.arguments[store]
    guard !invocation.arguments[CommonOptions.dryRun], invocation.arguments[to] == nil,
      glimpse.isDeclared,
      let known = (try? glimpse.optionalHistory(invocation))?[glimpse.identity.version],
      known.schema.definitionDigest != glimpse.identity.definitionDigest,
      let model = try? glimpse.embeddedModel(),
      let changes = try? SchemaDiff(from: model, to: known).changes,
      !changes.isEmpty, changes.allSatisfy(\.isDemand)
    else { return [] }
    return [.easedModel(inStore: path, of: known.schema, without: changes)]
  }

  private static func passedOver(
    _ outcome: Restorer.Outcome, _ invocation: Invocation
  ) -> [Diagnostic] {
    let count = outcome.contents.appFiles
    guard count > 0, invocation.arguments[CommonOptions.files] == nil else { return [] }
    return [
      Diagnostic(
        code: "files-passed-over", severity: .warning,
        "\(Quantity.count(count, "file")) of the app that the backup has \(count == 1 ? "is" : "are") "
          + "not restored",
        notes: [.init("'--files' names the folder where they belong")])
    ]
  }

  private static func findings(_ outcome: Restorer.Outcome, _ path: String) -> [Diagnostic] {
    let altered = outcome.contents.alteredFileWarnings(
      "it was so when the backup was written; 'migrate verify \(path.shellWord)' names its object")
    guard outcome.foreignKeyViolations > 0 else { return altered }
    let rows = Quantity.count(outcome.foreignKeyViolations, "row")
    let verb = outcome.foreignKeyViolations == 1 ? "refers" : "refer"
    return altered + [
      Diagnostic(
        code: "broken-reference", severity: .warning,
        "\(rows) \(verb) to rows that are not there, as when the backup was written")
    ]
  }
}

extension ArchiveError {
  /// Whether the error is about the place of the store, so that the backup was not checked yet.
  fileprivate var isOfPlace: Bool {
    switch self {
    case .exists, .irreplaceable: true
    case .file, .store, .beingWritten, .inUse, .unreadableDefinition, .longRow,
      .externalFileChanged, .irregularExternalFile, .differingFile, .outsideFolder, .notABackup,
      .newerFormat, .truncated,
      .unpackable, .overlongLine, .overlongRow, .malformed,
      .wrongCount, .damaged, .contentDiffers, .digestDiffers, .anotherBackup, .damagedDatabase,
      .unrestorableObject, .unrestorableRow, .restoredDiffers:
      false
    }
  }
}
