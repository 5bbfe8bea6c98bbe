internal import Diagnostics
internal import Files
internal import MigrationPlanner
internal import SQLite
internal import StoreLayout
internal import SchemaModel

/// The next step after a migration that did not finish.
///
/// It is never the bare command that has just failed: if that command must be run again, the step says what
/// to do before.
struct NextStep: Hashable {
  /// The urgency among several steps; later steps would be in vain before the earlier ones.
  enum Urgency: Int, Comparable {
    /// The store itself must be repaired.
    case store
    /// The schema files must be corrected.
    case schemas
    /// A person or another process is in the way.
    case circumstances
    /// Only a decision is missing.
    case decision

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  var urgency: Urgency
  var preparation: String?
  var command: String?
  /// The approvals in the command.
  private var approvals: [String] = []

  init(_ urgency: Urgency, _ preparation: String? = nil, then command: String? = nil) {
    (self.urgency, self.preparation, self.command) = (urgency, preparation, command)
  }

  /// The most urgent step; of equally urgent ones the first.
  ///
  /// All approvals are given at once.
  static func first(of steps: [NextStep]) -> NextStep {
    var first = steps.min { $0.urgency < $1.urgency } ?? NextStep(.decision)
    if !first.approvals.isEmpty { first.approve(steps.flatMap(\.approvals)) }
    return first
  }

  private mutating func approve(_ more: [String]) {
    for approval in more where !approvals.contains(approval) {
      approvals.append(approval)
      command? += " --allow \(approval.shellWord)"
    }
  }

  func standing(_ sentence: String) -> StoreStanding {
    StoreStanding(
      sentence, after: preparation, next: command,
      // Then nothing is wrong with the command itself.
      repeatsCommand: urgency == .circumstances && preparation != nil)
  }

  /// The step that approves losses, each once.
  static func approving(_ approvals: [String], _ store: String) -> NextStep {
    var step = NextStep(
      .decision, "make sure that the loss is meant", then: "migrate apply \(store)")
    step.approve(approvals)
    return step
  }

  /// The schema files must be corrected, at a place if it is known.
  static func correcting(_ location: SourceLocation?, then command: String) -> NextStep {
    NextStep(
      .schemas, location.map { "correct \($0)" } ?? "correct the schema files", then: command)
  }
}

// MARK: - Refusals

extension MigrationRefusal {
  /// The next step; the store is given as one word of a command.
  func nextStep(_ store: String) -> NextStep {
    let (apply, plan) = ("migrate apply \(store)", "migrate plan \(store)")
    return switch self {
    case .state(let state): state.nextStep(store)
    case .unapproved(let effects): .approving(effects.compactMap(\.approval), store)
    case .stalePlan, .planFile: NextStep(.decision, then: "\(plan) --save FILE")
    case .unknownApprovals: NextStep(.decision, then: plan)
    case .locked, .busy:
      NextStep(.circumstances, "let the other process finish", then: "migrate status \(store)")
    case .notEnoughSpace: NextStep(.circumstances, "make room on the disk", then: apply)
    case .notWritable(let path, _):
      NextStep(.circumstances, "make '\(path)' writable", then: apply)
    case .missingFolder(let path):
      NextStep(.circumstances, "make the folder '\(path)'", then: apply)
    case .missingClosures:
      NextStep(
        .circumstances, "let the app that registers them migrate it",
        then: "migrate status \(store)")
    case .backupFailed: NextStep(.circumstances, then: "\(apply) --backup FILE")
    case .unexpected: NextStep(.store, then: "migrate verify \(store)")
    case .damagedTables: NextStep(.store, then: "migrate restore BACKUP \(store) --replace")
    case .brokenReferences(let references):
      references.isEmpty || references.contains(where: \.isOfModel)
        ? NextStep(.store, then: "migrate repair \(store)")
        : NextStep(.store, then: "\(apply) --carry-broken-references")
    case .unmetRequirements(let unmet):
      .correcting(unmet.lazy.compactMap(\.requirement.location).min(), then: plan)
    case .notPlannable(let diagnostics):
      .correcting(diagnostics.lazy.compactMap(\.location).min(), then: plan)
    case .script(let error):
      error.concernsUnmanagedObjects
        ? NextStep(.store, "change or drop what the model does not name", then: plan)
        : .correcting(nil, then: plan)
    case .ownMigrator(let owner, let table):
      MigratorTable.Found(owner: owner, table: table).nextStep(store)
    case .strayRows: NextStep(.store, then: "migrate verify \(store)")
    case .failing(let failure): failure.nextStep(store)
    case .noVersions: NextStep(.schemas, then: "\(plan) --schemas DIR")
    case .unknownTarget: NextStep(.decision, then: "migrate status \(store)")
    case .olderTarget:
      NextStep(.decision, then: "migrate restore BACKUP \(store) --replace")
    }
  }
}

// MARK: - Failures

extension MigrationFailure {
  /// The next step; the store is given as one word of a command.
  func nextStep(_ store: String) -> NextStep {
    let plan = "migrate plan \(store)"
    return switch self {
    case .several(let failures): .first(of: failures.map { $0.nextStep(store) })
    case .duplicates(let duplicates): Self.merging(duplicates, store)
    case .refusedValues(let values): Self.correcting(values, store)
    case .brokenDemands(let demands):
      .correcting(demands.lazy.compactMap { $0.madeAt ?? $0.demandedAt }.min(), then: plan)
    case .unmetRequirements(let unmet):
      .correcting(unmet.lazy.compactMap(\.requirement.location).min(), then: plan)
    case .brokenReferences(let references):
      references.allSatisfy { !$0.isOfModel }
        ? NextStep(.store, "correct or delete the rows that the model does not name", then: plan)
        : references.lazy.compactMap(\.location).min().map { .correcting($0, then: plan) }
          ?? NextStep(.store, "correct these rows", then: plan)
    case .checks(let checks): .correcting(checks.lazy.compactMap(\.location).min(), then: plan)
    case .brokenRows: NextStep(.store, "correct these rows", then: plan)
    case .statement, .script: .correcting(nil, then: plan)
    case .step(let failed): .correcting(failed.location, then: plan)
    case .unapproved(let effects): .approving(effects.compactMap(\.approval), store)
    case .triggered:
      NextStep(.store, "drop the trigger, and make it again afterwards", then: plan)
    case .brokenObjects: NextStep(.store, "change or drop what the model does not name", then: plan)
    // A finding of the proof is a bug in 'migrate', and the plan helps to find it.
    case .rowCounts, .contents, .definition, .unmanagedObjects:
      NextStep(.store, then: "\(plan) --format json --output plan.json")
    case .diskFull:
      NextStep(.circumstances, "make room on the disk", then: "migrate apply \(store)")
    case .unwritableFile(let folder, _, let isDiskFull):
      NextStep(
        .circumstances, isDiskFull ? "make room on the disk" : "make '\(folder)' writable",
        then: "migrate apply \(store)")
    case .database: NextStep(.store, then: "migrate verify \(store)")
    }
  }

  /// The step for refused values.
  ///
  /// An unreadable value is the store's fault, as if a file next to it is missing.
  private static func correcting(_ values: [RefusedValues], _ store: String) -> NextStep {
    let isUnreadable = values.allSatisfy { values in
      guard case .failing = values.reason else { return false }
      return !values.isComputed
    }
    return isUnreadable
      ? NextStep(.store, then: "migrate verify \(store)")
      : .correcting(values.lazy.compactMap(\.location).min(), then: "migrate plan \(store)")
  }

  /// Objects that already share their values in the previous version can be found and merged there.
  private static func merging(_ duplicates: [DuplicateValues], _ store: String) -> NextStep {
    let keys = duplicates.compactMap(\.keyBefore)
    guard keys.count == duplicates.count else {
      return .correcting(
        duplicates.lazy.compactMap(\.location).min(), then: "migrate plan \(store)")
    }
    return NextStep(
      .store,
      then: "migrate verify \(store)" + keys.map { " --unique \($0.shellWord)" }.joined())
  }
}

// MARK: - States

extension StoreState {
  /// The next step.
  fileprivate func nextStep(_ store: String) -> NextStep {
    switch self {
    case .unopenable(let error): error.nextStep(store)
    case .illegible:
      NextStep(.store, then: "migrate restore BACKUP \(store) --replace")
    case .ofPlatform: NextStep(.schemas, then: "migrate rehearse \(store)")
    case .foreign, .undescribed: NextStep(.schemas, then: "migrate import \(store)")
    case .ambiguous: NextStep(.decision, then: "migrate plan \(store) --from VERSION")
    case .otherSchema: NextStep(.schemas, then: "migrate status \(store) --schemas DIR")
    case .unknownVersion(let version, _), .newer(let version, _):
      NextStep(
        .schemas, "get the schema file of version \(version)", then: "migrate status \(store)")
    case .editedVersion(let version, _):
      NextStep(.schemas, "put the released \(version) back", then: "migrate status \(store)")
    case .drifted: NextStep(.store, then: "migrate verify \(store)")
    case .sound: NextStep(.decision, then: "migrate apply \(store)")
    }
  }
}

extension StoreOpenError {
  /// The next step.
  fileprivate func nextStep(_ store: String) -> NextStep {
    switch self {
    case .onlyLeftover(_, let leftover):
      NextStep(
        .store, "put the store back next to '\(leftover)', or move '\(leftover)' away",
        then: "migrate status \(store)")
    case .missingLog(let path, _):
      NextStep(.store, "copy '\(path)-wal' next to it", then: "migrate status \(store)")
    case .cutLog(let path, _):
      NextStep(.store, "copy all of '\(path)-wal' next to it", then: "migrate status \(store)")
    case .truncated, .corrupt, .empty:
      NextStep(.store, then: "migrate restore BACKUP \(store) --replace")
    case .locked:
      NextStep(.circumstances, "let the other process finish", then: "migrate status \(store)")
    // Opening the store to write restores its previous state.
    case .interruptedWrite: NextStep(.store, then: "migrate repair \(store) --apply")
    case .ofBackup:
      NextStep(
        .store, "make a store of it: migrate restore \(store) STORE", then: "migrate status STORE")
    case .ofPlatform(_, isInterrupted: false):
      NextStep(.store, then: "migrate rehearse \(store)")
    case .ofPlatform(_, isInterrupted: true):
      NextStep(
        .store, "open it in the app, or take a copy that the app has closed",
        then: "migrate status \(store)")
    case .missing, .isDirectory, .isNoFile, .notADatabase:
      NextStep(.store, "name the file of a store", then: "migrate status STORE")
    case .unreadable(let path): Self.permitting("readable", path, then: "status \(store)")
    case .unreadableLog(_, let file):
      Self.permitting("readable", file, then: "status \(store)")
    case .irregularLog(_, let file):
      NextStep(.store, "put the file itself at '\(file)'", then: "migrate status \(store)")
    case .readOnly(let path): Self.permitting("writable", path, then: "plan \(store)")
    case .readOnlyFolder(let path):
      Self.permitting("writable", FilePath.folder(of: path), then: "plan \(store)")
    case .indistinctNames:
      NextStep(.store, "give them names that differ", then: "migrate status \(store)")
    case .failed(_, let error) where !error.isAboutTheFile:
      NextStep(.store, then: "migrate verify \(store)")
    case .failed:
      NextStep(.store, "put back a file that SQLite reads", then: "migrate status \(store)")
    }
  }

  private static func permitting(
    _ access: String, _ path: String, then command: String
  ) -> NextStep {
    NextStep(.circumstances, "make '\(path)' \(access)", then: "migrate \(command)")
  }
}
