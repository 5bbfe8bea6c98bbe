internal import ArgumentParsing
internal import Diagnostics
internal import Files
internal import JSON
internal import Reports
internal import SchemaModel
internal import SchemaYAML
internal import StoreLayout
internal import StoreMigration
internal import StoreReading
internal import StoreVerification

/// `migrate prune`: removes old objects and their parts.
enum PruneCommand: RunnableCommand {
  private static let entity = Option(
    "entity", .text("ENTITY"), help: "the entity whose objects are removed")
  private static let by = Option("by", .text("ATTRIBUTE"), help: "the attribute with their date")
  private static let olderThan = Option(
    "older-than", .age, help: "how old they are at least: 90d, 12w, 36h")
  private static let before = Option(
    "before", .instant, help: "instead: before when, such as 2026-08-01 or 2026-08-01T12:00:00Z")
  private static let apply = Flag("apply", help: "do it; without this, it is only shown")
  private static let format = CommonOptions.format([.text, .json])

  static let commandName = "prune"

  static let declaration = Command(
    name: commandName, abstract: "Show old objects of a store; --apply removes them.",
    discussion: """
      Objects and links that belong to the old objects are removed as the delete rules of the \
      model say, and so are files next to the store that no object names any more. Where a rule \
      denies it, nothing is removed. An object without a date stays.

      Without --apply nothing is written: the removal is tried on a copy. With it, a backup is \
      taken first, and all is done in one transaction, and proved, or nothing is done. 'migrate \
      recover' brings removed objects back from that backup; 'migrate repair' removes lost links \
      and duplicates.

      --files names the folder of the app's own files. Files there that no object names are then \
      moved to a new folder FOLDER.unowned-1 next to it, and never deleted: with --entity also the \
      files of the removed objects, without it only files of no object, whatever their age.
      """,
    related: "'migrate recover' undoes a prune; 'migrate repair' empties lost links.",
    examples: [
      .init(
        "migrate prune recordings.store --entity RecordingSession --by createdAt --older-than 90d",
        "Show what would go."),
      .init(
        "migrate prune recordings.store --entity RecordingSession --by createdAt "
          + "--before 2026-08-01 --apply",
        "Remove the recordings made before August, with their segments and transcriptions."),
      .init(
        "migrate prune recordings.store --files Documents",
        "Show the files in Documents that no object names."),
    ],
    section: "stores", arguments: [CommonOptions.store],
    options: [
      entity, by, olderThan, before, CommonOptions.files, apply, MigrationArguments.documentBackup,
      CommonOptions.scratch,
      CommonOptions.schemas, format,
    ],
    commonOptions: CommonOptions.all)

  static func run(_ invocation: Invocation) throws -> Outcome {
    let path = invocation.arguments[CommonOptions.store]
    let ownedFiles = try OwnedFiles(givenTo: invocation)
    if let ownedFiles, namesNoObjects(invocation) {
      return try FilePruning(store: path, files: ownedFiles).run(
        invocation, isApplied: invocation.arguments[apply])
    }
    var options = try options(invocation)
    options.ownedFiles = ownedFiles
    if let copy = try StoreUpkeep.copy(of: path, isApplied: invocation.arguments[apply], invocation)
    {
      let plan = try Work(invocation).run(on: path) {
        try StorePruner.plan(
          storeAt: copy.path, options: options, isCancelled: Work(invocation).isCancelled)
      }
      var outcome = report(plan, path, options)
      outcome.add(copy)
      outcome.lastLine = LastLine(PlatformStore.standing(of: path), of: path)
      return outcome
    }
    options.history = try StoreUpkeep.history(describing: path, in: invocation)
    guard invocation.arguments[apply] else {
      let plan = try StoreUpkeep.show(path, in: invocation, isEmpty: { !$0.isPossible }) { work in
        try StorePruner.plan(storeAt: path, options: options, isCancelled: work.isCancelled)
      }
      return report(plan, path, options)
    }
    let upkeep = try StoreUpkeep(of: path, in: invocation)
    let (outcome, warnings) = try upkeep.run { backup in
      try StorePruner.apply(
        storeAt: path, options: options, isCancelled: upkeep.isCancelled, backup: backup)
    }
    return report(outcome, path, options, warnings)
  }

  /// Whether only files are to be pruned.
  private static func namesNoObjects(_ invocation: Invocation) -> Bool {
    let arguments = invocation.arguments
    return arguments[entity] == nil && arguments[by] == nil && arguments[olderThan] == nil
      && arguments[before] == nil
  }

  private static func options(_ invocation: Invocation) throws -> PruneOptions {
    let arguments = invocation.arguments
    guard let entity = arguments[entity], let attribute = arguments[by] else {
      throw missing("'--entity' and '--by' have to say which objects are meant, and their date")
    }
    var options: PruneOptions
    switch (arguments[olderThan], arguments[before]) {
    case (let age?, nil):
      // Rounded to whole seconds, so that the next command can repeat the same instant.
      let now = SystemClock.now().rounded(.down)
      options = PruneOptions(entity: entity, attribute: attribute, before: now - age)
    case (nil, let cutoff?):
      options = PruneOptions(entity: entity, attribute: attribute, before: cutoff)
    case (nil, nil): throw missing("'--older-than' or '--before' has to say what is old")
    case (_?, _?):
      throw Failure(
        .usage,
        [
          .init(
            code: "conflicting-options", "'--older-than' and '--before' exclude each other")
        ])
    }
    options.toolVersion = CommandTable.version
    return options
  }

  private static func missing(_ message: String) -> Failure {
    Failure(
      .usage,
      [
        .init(
          code: "missing-option", message,
          notes: [
            .init("as in: migrate prune STORE --entity Recording --by createdAt --older-than 90d")
          ])
      ])
  }
}

// MARK: - The report

extension PruneCommand {
  private static func report(
    _ plan: PrunePlan, _ path: String, _ options: PruneOptions
  ) -> Outcome {
    let hasFiles = plan.unownedFiles?.names.isEmpty == false
    let standing = StoreStanding(
      "'\(path)' is unchanged",
      next: plan.isPossible || hasFiles ? command(path, options) : nil)
    return Outcome(
      status: plan.obstacles.isEmpty ? .done : .refused, findings: plan.obstacles.map(\.diagnostic),
      text: text(plan, options, isDone: false)
        + (plan.unownedFiles.map { FilePruning.text($0) } ?? ""),
      members: members(plan, options)
        + (plan.unownedFiles.map { FilePruning.members($0) } ?? []),
      lastLine: LastLine(standing, of: path))
  }

  private static func report(
    _ outcome: PruneOutcome, _ path: String, _ options: PruneOptions, _ warnings: [Diagnostic]
  ) -> Outcome {
    let isChanged = outcome.backup != nil
    let left = outcome.filesLeft.map { Diagnostic(code: "stray-file", severity: .warning, $0) }
    let standing =
      isChanged
      ? StoreStanding(
        "'\(path)' is pruned"
          + (outcome.filesLeft.isEmpty ? "" : ", but for files that could not be moved"),
        next: outcome.filesLeft.isEmpty
          ? "migrate verify \(path.shellWord)"
          : outcome.move?.left.isEmpty == false
            ? "migrate prune \(path.shellWord) --apply"
            : "migrate repair \(path.shellWord) --apply")
      : StoreStanding("'\(path)' is unchanged")
    return Outcome(
      status: left.isEmpty ? .done : isChanged ? .needsAttention : .findings,
      hasChangedStore: isChanged, findings: warnings + left,
      text: text(outcome.plan, options, isDone: isChanged)
        + (outcome.move.map { FilePruning.text($0) } ?? "")
        + (outcome.backup.map { "backup: \($0)\n" } ?? ""),
      members: members(outcome.plan, options) + (outcome.move.map { FilePruning.members($0) } ?? [])
        + [.init("backup", JSONValue(outcome.backup))],
      lastLine: LastLine(standing, of: path))
  }

  private static func text(
    _ plan: PrunePlan, _ options: PruneOptions, isDone: Bool
  ) -> String {
    let name = "\(options.entity).\(options.attribute)"
    var lines = [
      "\(Quantity.count(plan.due, "object")) with a '\(name)' before \(instant(options.cutoff))"
    ]
    lines += plan.effects.map(\.message)
    if !plan.files.isEmpty {
      let files = Quantity.count(plan.files.count, "external file")
      lines.append(
        "\(isDone ? "removed" : "remove") \(files), \(Quantity.bytes(plan.fileBytes))")
    }
    if options.ownedFiles == nil {
      lines += FilePruning.lines(plan.releasedPaths, nil, isDone: isDone)
    }
    if plan.undated > 0 {
      let verb = plan.undated == 1 ? "stays" : "stay"
      lines.append("\(Quantity.count(plan.undated, "object")) without a '\(name)' \(verb)")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func members(_ plan: PrunePlan, _ options: PruneOptions) -> [JSONValue.Member] {
    [
      .init("before", .string(instant(options.cutoff))), .init("due", .integer(plan.due)),
      .init("undated", .integer(plan.undated)),
      .init("effects", .list(plan.effects, \.value)),
      .init("files", .list(plan.files) { .string($0) }),
      .init("fileBytes", .integer(plan.fileBytes)),
      .init("releasedPaths", .integer(plan.releasedPaths)),
    ]
  }

  /// The command that applies the shown changes, for the same instant.
  private static func command(_ path: String, _ options: PruneOptions) -> String {
    "migrate prune \(path.shellWord) --entity \(options.entity.shellWord) "
      + "--by \(options.attribute.shellWord) --before \(instant(options.cutoff)) --apply"
  }

  private static func instant(_ seconds: Double) -> String {
    ISODate.text(seconds) ?? "\(seconds)"
  }
}

extension PrunePlan.Obstacle {
  fileprivate var diagnostic: Diagnostic { Diagnostic(code: "denied-deletion", message) }
}

// MARK: - Ages

extension ValueKind where Value == Double {
  /// A duration in seconds.
  fileprivate static var age: Self {
    Self(
      "AGE", expectation: "a number of hours, days or weeks such as 36h, 90d or 12w",
      read: { text in
        let units: [Character: Double] = ["h": 3600, "d": 86_400, "w": 604_800]
        guard let unit = text.last.flatMap({ units[$0] }), let count = UInt32(text.dropLast())
        else { return nil }
        return Double(count) * unit
      })
  }

  /// A point in time, in seconds since 1970.
  fileprivate static var instant: Self {
    Self(
      "DATE", expectation: "a date such as 2026-08-01 or 2026-08-01T12:00:00Z",
      read: { ISODate.seconds($0) })
  }
}
