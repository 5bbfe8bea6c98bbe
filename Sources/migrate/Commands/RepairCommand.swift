internal import ArgumentParsing
internal import Diagnostics
internal import Files
internal import JSON
internal import Reports
internal import SQLite
internal import SchemaModel
internal import StoreLayout
internal import StoreMigration
internal import StoreReading
internal import StoreVerification

/// `migrate repair`: repairs broken links, and merges duplicates.
enum RepairCommand: RunnableCommand {
  private static let apply = Flag("apply", help: "do it; without this, it is only shown")
  private static let merge = Option(
    repeating: "merge", .uniqueKey, help: "make one object of those with the same values of these")
  private static let keep = Option(
    repeating: "keep", .mergeChoice,
    help: "with --merge, which object stays: first (the default), newest(ATTRIBUTE), "
      + "oldest(ATTRIBUTE) or prefer(SQL); for one of several merges, ENTITY=CHOICE")
  private static let deleteOrphans = Flag(
    "delete-orphans",
    help: "delete objects whose owner does not exist, where its delete rule is cascade")
  private static let orphans = Option(
    repeating: "orphans", .orphanTreatment,
    help: "what becomes of links of a relationship that lead nowhere: nullify, delete or leave")
  private static let format = CommonOptions.format([.text, .json, .swift])

  static let commandName = "repair"

  static let declaration = Command(
    name: commandName,
    abstract: "Show repairs of a store; --apply makes them.",
    discussion: """
      Links to objects that do not exist are emptied where the relationship is optional. With \
      --delete-orphans, objects are deleted whose owner does not exist and whose delete rule is \
      cascade; --orphans decides for one relationship. Duplicates are merged where --merge says by \
      which properties. Files next to the store that no object names are moved to a folder \
      STORE.external.stray-1; missing ones are reported, and 'migrate recover' takes them, and \
      lost objects, from a backup. 'migrate prune' removes old objects.

      Without --apply nothing is written: the repair is tried on a copy, so that every deletion \
      that it entails is reported too. With it, a backup is taken first, and all is done in one \
      transaction, or nothing; files are moved afterwards. With --files, or 'files' in \
      migrate.yml, files of the app that are missing, and files that no object names, are reported \
      as well; none is moved. Either way the exit status is 1 where an error is left.

      A store that Core Data or SwiftData wrote is never written: --apply is refused. --format \
      swift writes the repair as Swift source that the app calls in a custom stage.
      """,
    related: "'migrate recover' needs a backup; 'migrate prune' removes old objects.",
    examples: [
      .init("migrate repair library.store", "Show what would be done."),
      .init(
        "migrate repair library.store --merge Book:localId --keep 'newest(dateAdded)' --apply",
        "Merge books that are stored twice; the newest stays."),
      .init(
        "migrate repair library.store --orphans Note.book=delete --apply",
        "Delete notes whose book does not exist."),
      .init(
        "migrate repair default.store --format swift -o Repair.swift",
        "Write what an app of SwiftData or Core Data does to its store itself."),
    ],
    section: "stores", arguments: [CommonOptions.store],
    options: [
      apply, merge, keep, orphans, deleteOrphans, CommonOptions.files,
      MigrationArguments.documentBackup,
      CommonOptions.scratch,
      CommonOptions.schemas, format,
    ],
    commonOptions: CommonOptions.all)

  static func run(_ invocation: Invocation) throws -> Outcome {
    let path = invocation.arguments[CommonOptions.store]
    var options = try options(invocation)
    options.ownedFiles = try OwnedFiles(named: invocation)
    if let copy = try StoreUpkeep.copy(of: path, isApplied: invocation.arguments[apply], invocation)
    {
      var plan = try Work(invocation).run(on: path) {
        try StoreRepairer.plan(
          storeAt: copy.path, options: copy.options(options),
          isCancelled: Work(invocation).isCancelled)
      }
      plan.unresolved = try copy.left(by: plan.steps, options.ownedFiles)
      let left = left(plan.unresolved, invocation, ofPlatform: copy.store.model)
      if invocation.format == .swift {
        return try RepairSource(plan, options, of: copy).outcome(left)
      }
      var outcome = report(plan, path, options, left, RepairSource.fillings(of: copy))
      var standing =
        outcome.text.isEmpty ? nothing(path, plan.unresolved) : PlatformStore.standing(of: path)
      if (try? RepairSource(plan, options, of: copy))?.isEmpty == false {
        standing = StoreStanding(
          "'\(path)' is unchanged: only the app can repair it, by source that the next command writes",
          next: options.command(for: path, isDone: false) + " --format swift")
      }
      outcome.lastLine = LastLine(standing, of: path)
      return outcome
    }
    guard invocation.format != .swift else {
      throw Failure(
        .usage,
        [
          Diagnostic(
            code: "no-platform-store",
            "'--format swift' takes a store that Core Data or SwiftData wrote",
            notes: [.init("'--apply' repairs this one")])
        ])
    }
    options.history = try StoreUpkeep.history(describing: path, in: invocation)
    do {
      return try repair(path, options, invocation)
    } catch let error as RepairError {
      guard let remedy = error.remedy else { throw error }
      var failure = Failure(error)
      options.orphans[remedy.name] = remedy.treatment
      failure.lastLine = LastLine(
        StoreStanding("'\(path)' is unchanged", next: options.command(for: path, isDone: false)),
        of: path)
      throw failure
    }
  }

  private static func repair(
    _ path: String, _ options: RepairOptions, _ invocation: Invocation
  ) throws -> Outcome {
    guard invocation.arguments[apply] else {
      let plan = try StoreUpkeep.show(path, in: invocation, isEmpty: \.isEmpty) { work in
        try StoreRepairer.plan(storeAt: path, options: options, isCancelled: work.isCancelled)
      }
      return report(plan, path, options, left(plan.unresolved, invocation))
    }
    let upkeep = try StoreUpkeep(of: path, in: invocation)
    let (outcome, warnings) = try upkeep.run { backup in
      try StoreRepairer.apply(
        storeAt: path, options: options, isCancelled: upkeep.isCancelled, backup: backup)
    }
    return report(outcome, path, options, warnings, left(outcome.plan.unresolved, invocation))
  }

  /// The problems that a repair does not change, with advice.
  private static func left(
    _ findings: [Finding], _ invocation: Invocation, ofPlatform model: Schema? = nil
  ) -> [Diagnostic] {
    findings.map {
      $0.diagnostic(
        of: invocation.arguments[CommonOptions.store],
        schemas: invocation.arguments[CommonOptions.schemas], leftByRepair: true,
        ofPlatform: model)
    }
  }

  private static func options(_ invocation: Invocation) throws -> RepairOptions {
    var options = RepairOptions()
    options.deletesOrphans = invocation.arguments[deleteOrphans]
    for choice in invocation.arguments[orphans] {
      guard options.orphans.updateValue(choice.treatment, forKey: choice.name) == nil else {
        throw Failure(
          .usage,
          [.init(code: "conflicting-options", "'--orphans' says twice what '\(choice.name)' needs")]
        )
      }
    }
    options.toolVersion = CommandTable.version
    let keys = invocation.arguments[merge]
    let choices = invocation.arguments[keep]
    let entities = Set(keys.map(\.entity))
    let stray = choices.first { choice in
      choice.entity.map { !entities.contains($0) } ?? keys.isEmpty
    }
    if let stray {
      throw Failure(
        .usage,
        [
          .init(
            code: "missing-option",
            "'--keep \(stray)' needs a '--merge'" + (stray.entity.map { " of '\($0)'" } ?? ""))
        ])
    }
    options.merges = keys.map { key in
      let own = choices.filter { $0.entity == nil || $0.entity == key.entity }
      return DuplicateMerge(key: key, keep: own.map(\.choice))
    }
    return options
  }
}

// MARK: - The report

extension RepairCommand {
  private static func report(
    _ plan: RepairPlan, _ path: String, _ options: RepairOptions, _ unresolved: [Diagnostic],
    _ fillings: [RepairFilling] = []
  ) -> Outcome {
    let standing =
      plan.isEmpty
      ? nothing(path, plan.unresolved)
      : StoreStanding("'\(path)' is unchanged", next: options.command(for: path))
    return Outcome(
      status: plan.unresolved.areHarmless ? .done : .findings, findings: unresolved,
      text: text(
        plan.steps,
        fillings.map(\.message) + plan.effects.map(\.message)
          + FilePruning.lines(plan.releasedPaths, plan.unownedFiles, isDone: false)
          + strayLines("move", plan.strayFiles, plan.strayBytes, to: "a folder next to it")),
      members: [
        .init("steps", .array(plan.steps.map(value) + fillings.map(\.value))),
        .init("effects", .list(plan.steps.flatMap(\.effects) + plan.effects, \.value)),
        .init("strayFiles", .list(plan.strayFiles) { .string($0) }),
        .init("releasedPaths", .integer(plan.releasedPaths)),
      ] + (plan.unownedFiles.map { FilePruning.members($0) } ?? []),
      lastLine: LastLine(standing, of: path))
  }

  private static func report(
    _ outcome: RepairOutcome, _ path: String, _ options: RepairOptions, _ warnings: [Diagnostic],
    _ unresolved: [Diagnostic]
  ) -> Outcome {
    let areFilesLeft = !outcome.filesLeft.isEmpty
    var standing =
      switch (outcome.plan.isEmpty, areFilesLeft) {
      case (true, false): nothing(path, outcome.plan.unresolved)
      case (true, true): StoreStanding("'\(path)' is unchanged, and the files are where they were")
      case (false, _):
        StoreStanding(
          "'\(path)' is repaired" + (areFilesLeft ? ", but for files that could not be moved" : ""),
          next: areFilesLeft ? options.command(for: path) : next(outcome, path))
      }
    standing.isBackupMade = outcome.backup != nil
    let files = outcome.strayFolder.map {
      strayLines("moved", outcome.plan.strayFiles, outcome.plan.strayBytes, to: "'\($0)'")
    }
    let left = outcome.filesLeft.map { Diagnostic(code: "stray-file", severity: .warning, $0) }
    let backup = outcome.backup.map { ["backup: \($0)"] } ?? []
    let told = Set(unresolved.map(\.message))
    return Outcome(
      status: areFilesLeft && !outcome.plan.isEmpty
        ? .needsAttention
        : outcome.plan.unresolved.areHarmless && !areFilesLeft ? .done : .findings,
      hasChangedStore: !outcome.plan.isEmpty,
      // A warning of the backup may repeat a problem that is left.
      findings: warnings.filter { !told.contains($0.message) } + left + unresolved,
      text: text(
        outcome.plan.steps,
        outcome.plan.effects.map(\.message)
          + FilePruning.lines(outcome.plan.releasedPaths, outcome.plan.unownedFiles, isDone: true)
          + (files ?? []) + backup),
      members: [
        .init("steps", .list(outcome.plan.steps, value)),
        .init(
          "effects", .list(outcome.plan.steps.flatMap(\.effects) + outcome.plan.effects, \.value)),
        .init("strayFiles", .list(outcome.plan.strayFiles) { .string($0) }),
        .init("strayFolder", JSONValue(outcome.strayFolder)),
        .init("releasedPaths", .integer(outcome.plan.releasedPaths)),
        .init("backup", JSONValue(outcome.backup)),
      ] + (outcome.plan.unownedFiles.map { FilePruning.members($0) } ?? []),
      lastLine: LastLine(standing, of: path))
  }

  private static func next(_ outcome: RepairOutcome, _ path: String) -> String {
    guard let files = outcome.plan.unownedFiles, !files.names.isEmpty else {
      return "migrate verify \(path.shellWord)"
    }
    return "migrate prune \(path.shellWord) --files \(files.folder.shellWord)"
  }

  private static func nothing(_ path: String, _ unresolved: [Finding]) -> StoreStanding {
    StoreStanding(
      "'\(path)' has nothing " + (unresolved.isEmpty ? "to repair" : "that a repair could correct"))
  }

  private static func strayLines(
    _ verb: String, _ names: [String], _ bytes: Int64, to place: String
  ) -> [String] {
    guard !names.isEmpty else { return [] }
    let files = Quantity.count(names.count, "external file")
    return ["\(verb) \(files) that no object speaks of to \(place), \(Quantity.bytes(bytes))"]
  }

  private static func text(_ steps: [RepairStep], _ rest: [String] = []) -> String {
    (steps.map(\.message) + rest).map { $0 + "\n" }.joined()
  }

  private static func value(_ step: RepairStep) -> JSONValue {
    [
      "message": .string(step.message), "count": .integer(step.count),
      "examples": .list(step.examples) { .integer($0) },
      "statements": .list(step.statements) { .string($0) },
    ]
  }
}

// MARK: - The choice of the object that is kept

extension ValueKind where Value == MergeChoice {
  /// A choice in the notation of schema files, with the entity if it is for only one.
  fileprivate static var mergeChoice: Self {
    Self(
      "CHOICE", expectation: "first, newest(ATTRIBUTE), oldest(ATTRIBUTE) or prefer(SQL)",
      read: { text in
        if let choice = Deduplication.Choice(text) {
          return MergeChoice(choice: choice)
        }
        guard let sign = text.firstIndex(of: "="),
          let choice = Deduplication.Choice(String(text[text.index(after: sign)...]))
        else { return nil }
        return MergeChoice(entity: String(text[..<sign]), choice: choice)
      })
  }
}

// MARK: - The treatment of broken links

/// The treatment of the broken links of one relationship.
struct OrphanChoice: Hashable {
  var name: PropertyName
  var treatment: OrphanTreatment
}

extension ValueKind where Value == OrphanChoice {
  /// A relationship, and the treatment of its broken links.
  fileprivate static var orphanTreatment: Self {
    let words = OrphanTreatment.allCases.map(\.rawValue)
    return Self(
      "ENTITY.NAME=WHAT",
      expectation: "a relationship and one of \(words.joined(separator: ", ")), such as "
        + "Note.book=nullify",
      read: { text in
        let parts = text.split(separator: "=", omittingEmptySubsequences: false)
        guard parts.count == 2, let treatment = OrphanTreatment(rawValue: String(parts[1])) else {
          return nil
        }
        let names = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        guard names.count == 2, !names.contains("") else { return nil }
        return OrphanChoice(
          name: PropertyName(String(names[0]), String(names[1])), treatment: treatment)
      })
  }
}
