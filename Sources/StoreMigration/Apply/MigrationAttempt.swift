internal import Diagnostics
internal import Digests
internal import Files
internal import MigrationPlanner
internal import SQLite
internal import StoreLayout
internal import StoreScript
internal import SchemaModel
internal import StoreArchive
internal import StoreCreation
internal import StoreVerification

/// The part of a migration that happens in one transaction, and its undoing.
///
/// The steps are numbered as in the design: 1 lock and open, 2 plan, 3 preflight, 4 backup,
/// 5 stages, 6 proof, 7 record and commit.
final class MigrationAttempt {
  private let run: MigrationRun
  private let session: WriteSession
  private let draft: PlanDraft?
  private let files: MovedFiles
  private var connection: Connection { session.connection }

  // The state needed to undo the attempt and to report it.
  private var backup: String?
  private var firstProof: ConservationProof?
  private var planned: StorePlanner.Prepared?
  private var dataVersion: Int64?
  private var isWriting = false
  private var isCommitting = false
  private var identity: StoreIdentity?
  /// The changed tables, by each name that they had.
  private var changedTables: Set<String> = []
  private var knownFindings: [Finding] = []
  private var effects: [Effect] = []
  private var remarks: [String] = []
  private var rowsRewritten: Int64 = 0
  private var rowsProved: Int64 = 0

  /// An attempt within an open transaction, with the draft that was planned before it, if any.
  init(_ run: MigrationRun, _ session: WriteSession, planned draft: PlanDraft?) {
    (self.run, self.session, self.draft) = (run, session, draft)
    files = MovedFiles(of: run.store)
  }

  /// Migrates and commits, or undoes everything.
  func migrate() throws -> MigrationOutcome {
    do {
      return try connection.cancellable(
        when: { self.isCancelled },
        limitedToSteps: run.options.isTrial ? try stepLimit() : nil
      ) { try attempt() }
    } catch {
      connection.rollBack()
      let conclusion = conclusion(of: error)
      // If the store's state is unknown, its rows may name the new files.
      if !conclusion.leavesStoreInDoubt { files.removeAdded() }
      throw conclusion
    }
  }

  private var isCancelled: Bool { run.options.isCancelled?() == true }

  /// The limit of a trial, which grows with the store: each byte may be read and written many times.
  private func stepLimit() throws -> Int? {
    try run.options.trialSteps.map { try $0 + 100 * Int(connection.storedSize) }
  }

  private func attempt() throws -> MigrationOutcome {
    // 1 and 2: the state within the transaction counts, not an earlier one.
    let inspection = StoreInspector.inspect(
      connection, path: run.store, history: run.history, assuming: run.options.source)
    let prepared = try run.planner(knowing: draft).prepare(connection, inspection)
    knownFindings = prepared.plan.knownFindings
    identity = prepared.plan.inspection.identity
    if prepared.plan.isCurrent {
      try run.refuseMistakes(in: prepared.plan)
      connection.rollBack()
      return .alreadyCurrent(prepared.plan.target)
    }
    // 3
    try run.refuse(prepared.plan)
    planned = prepared
    effects = prepared.plan.effects.filter { $0.count != nil }
    run.options.onBeginning?(prepared.plan)
    dataVersion = try session.dataVersion()
    // 4
    if let place = prepared.plan.backup {
      let made = try VerifiedBackup(
        store: run.store, version: prepared.plan.source, report: run.report,
        isCancelled: { self.isCancelled }
      ).make(connection, at: place)
      backup = made.path
      if let contents = made.contents {
        try note(contents, StoreLayout(of: prepared.plan.migration.source))
      }
    }
    // 5 and 6
    if !StoreLayout(of: prepared.plan.migration.source).existingTables.isEmpty {
      connection.allowDoubleQuotedStrings()
    }
    remarks += files.removeLeftovers()
    let seed = run.options.seed ?? Self.randomSeed()
    try files.remember(StoreLayout(of: prepared.plan.migration.source), on: connection)
    let statistics = try QueryStatistics(on: connection)
    let (source, target) = (prepared.plan.migration.source, prepared.plan.migration.target)
    let paths = try StoreLayout(of: source).pathCount(on: connection, declaredAlsoIn: target)
    try runStages(prepared, seed)
    remarkFiles(
      try paths - StoreLayout(of: target).pathCount(on: connection, declaredAlsoIn: source))
    let lost = try statistics.keep()
    if lost > 0 {
      remarks.append(
        "the statistics of \(Quantity.count(lost, "index", "indexes")) are lost with the old name: run "
          + "'ANALYZE' again")
    }
    remarks += prepared.plan.staleSearchIndexes.map(\.remark)
    // 7
    try run.report(.init(phase: .committing))
    try files.settle()
    let summary = try record(prepared.plan, seed)
    isCommitting = true
    // From here on the store has the new version, though a power cut may still bring the old one back.
    let failure = try connection.commit()
    return .migrated(tidy(summary, after: failure))
  }

  /// Reports files that objects owned by their paths: a migration does not touch them.
  private func remarkFiles(_ count: Int64) {
    guard count > 0 else { return }
    remarks.append(
      "\(Quantity.count(count, "file")) of the app that an object named \(count == 1 ? "is" : "are") "
        + "named by none any more, and left: 'migrate prune \(run.store.shellWord) --files DIR' shows "
        + (count == 1 ? "it" : "them"))
  }

  /// Reports the backup's findings: an index with other rows than its table, and files that differ from the
  /// ones that the store names.
  private func note(_ contents: BackupContents, _ layout: StoreLayout) throws {
    if let table = contents.miscountedTable {
      remarks.append(
        "an index of '\(table)' is damaged, and says that it has another number of rows: see "
          + "'migrate verify'")
    }
    if let need = contents.needOfApp {
      remarks.append(
        "only an SQLite with what the app has can restore the backup (\(need)): keep a copy of the file"
      )
    }
    let names = contents.alteredFiles
    guard !names.isEmpty else { return }
    knownFindings = try StoreVerifier.fileFindings(in: layout, on: connection, altered: names)
  }

  private func runStages(_ prepared: StorePlanner.Prepared, _ seed: String) throws {
    let losses = LossCount(
      plan: prepared.plan.migration, history: run.history, options: run.options,
      isPinned: run.saved != nil)
    for (position, stage) in prepared.plan.migration.stages.enumerated() {
      if position > 0 {
        effects += try losses.effects(ofStage: position, by: prepared.scripts, on: connection)
      }
      let script =
        position == 0 ? prepared.scripts[0] : try stage.script(on: connection)
      try files.register(on: connection, seed: seed, now: run.startedAt)
      let stageRun = StageRun(
        stage: stage, script: script, connection: connection, history: run.history,
        isFirst: position == 0,
        carriesBrokenReferences: run.options.carriesBrokenReferences,
        fileTrouble: { [files] in files.trouble }, closures: run.options.closures,
        report: run.report)
      let suspects =
        try position == 0
        ? TableDamage(scripts: prepared.scripts, connection: connection).rewrittenTables() : []
      let proof = try stageRun.measure(
        onOtherConnections: position == 0, lookingForDamageOf: suspects)
      if position == 0 { (firstProof, rowsProved) = (proof, proof.rows) }
      isWriting = true
      let result = try stageRun.run(proof)
      try refuseDamage(foundBy: proof)
      rowsRewritten += result.rowsWritten
      effects += result.effects
      changedTables.formUnion(script.steps.filter { $0.way != .none }.map(\.table))
      if stage == prepared.plan.migration.stages.last {
        knownFindings += try ContentProof(of: script, mapping: stage.mapping, on: connection)
          .knownFindings(
            in: changedTables, besides: position == 0 ? proof.soundTables : [],
            SchemaPlaces(document: run.history[stage.mapping.target.version]))
      }
    }
    effects = effects.approved(by: run.options.allowedLosses)
    guard effects.unapproved.isEmpty else {
      throw MigrationFailure.unapproved(effects.unapproved)
    }
    try refuseStalePlan(prepared.plan)
  }

  /// A saved plan also fixes the chosen and merged objects, which are known only now.
  private func refuseStalePlan(_ plan: StorePlan) throws {
    if let stale = run.saved?.staleness(comparedWith: effects, of: plan, history: run.history) {
      throw MigrationError.refused([.stalePlan(stale)])
    }
  }

  /// Refuses to rewrite damaged tables, once the parallel checks have finished.
  private func refuseDamage(foundBy proof: ConservationProof) throws {
    let damaged = try proof.damagedTables()
    guard damaged.isEmpty else { throw MigrationError.refused([.damagedTables(damaged)]) }
  }

  private func record(
    _ plan: StorePlan, _ seed: String
  ) throws -> MigrationSummary {
    guard let document = run.history[plan.target] else { throw MigrationRefusal.noVersions }
    let duration = run.clock.duration(to: ContinuousClock().now) / .seconds(1)
    var summary = MigrationSummary(
      source: plan.source, target: plan.target, backup: backup,
      isEarlierBackup: backup != plan.backup, rowsRewritten: rowsRewritten,
      rowsProved: rowsProved, duration: duration, effects: effects, remarks: remarks,
      knownFindings: knownFindings)
    summary.removedFiles = try files.forgotten(
      StoreLayout(of: plan.migration.target), on: connection)
    let sentences = ["migrated"] + summary.sentences
    if plan.inspection.identity == nil { try connection.createCatalog() }
    try connection.writeIdentity(
      StoreIdentity(of: document, seed: plan.inspection.identity?.seed))
    try connection.appendHistory(
      MigrationRecord(
        source: plan.source, target: plan.target, startedAt: run.startedAt,
        finishedAt: run.options.clock(), duration: duration, toolVersion: run.options.toolVersion,
        planDigest: plan.digest, backup: backup.map(FilePath.name),
        rowsRewritten: rowsRewritten, seed: seed, outcome: sentences.joined(separator: "; ")))
    return summary
  }

  /// After the commit, no error can fail the migration.
  private func tidy(
    _ summary: MigrationSummary, after failure: SQLiteError?
  ) -> MigrationSummary {
    var summary = summary
    // The old version, if it comes back, names the old files.
    if let failure {
      summary.remarks.append(
        "old external files are still there, for the disk failed after the commit: \(failure)")
      return summary
    }
    do {
      let left = try files.removeForgotten(on: connection)
      summary.remarks += left.map { "the external file '\($0)' could not be removed" }
    } catch {
      summary.remarks.append("old external files are still there: \(error)")
    }
    return summary
  }

  private static func randomSeed() -> String {
    (0..<16).map { _ in UInt8.random(in: .min ... .max) }.hexadecimal
  }
}

// MARK: - Endings

extension MigrationAttempt {
  /// The conclusion of an undone attempt, by the work that it had done.
  private func conclusion(of error: any Error) -> any Error {
    // Statements that are run from here on count anew.
    let hasExceededSteps = connection.exceededSteps != nil
    let wasStopped =
      error is Cancelled
      || (error as? SQLiteError)?.primaryCode == .interrupted && !hasExceededSteps
    if !wasStopped, let damaged = damage(behind: error) {
      return MigrationError.refused([.damagedTables(damaged)] + removeBackup())
    }
    guard isWriting || hasExceededSteps || error is MigrationFailure else {
      return refusal(for: error, wasStopped || isCancelled)
    }
    let failure = error.migrationFailure
    if let reason = doubt {
      return MigrationError.needsAttention(failure, reason: reason, backup: backup)
    }
    if case .refused? = error as? MigrationError { return error }
    return wasStopped
      ? MigrationError.cancelled(backup: backup)
      : MigrationError.rolledBack(complete(failure), backup: backup)
  }

  /// The damaged tables because of which the attempt failed, whatever error it met; nil if no table is
  /// damaged, or the migration had not begun.
  private func damage(behind error: any Error) -> [DamagedTable]? {
    if case .refused(let reasons)? = error as? MigrationError,
      case .damagedTables(let tables)? = reasons.first
    {
      return tables
    }
    let isRefusal = error is MigrationRefusal || error is MigrationError
    guard let planned, !isRefusal, !isCommitting else { return nil }
    let tables = try? connection.cancellable(when: { self.isCancelled }) {
      try TableDamage(scripts: planned.scripts, connection: connection).tables()
    }
    return tables?.isEmpty == false ? tables : nil
  }

  /// Removes the new backup of a store that turns out to be damaged: it is not fit for a restore.
  ///
  /// A backup from before the attempt stays.
  private func removeBackup() -> [MigrationRefusal] {
    guard let backup, backup == planned?.plan.backup else { return [] }
    do throws(SystemError) {
      try StoreFiles(backup).remove()
      return []
    } catch {
      return [.unexpected("the backup '\(backup)' is of the damaged store: \(error.message)")]
    }
  }

  /// A failure caused by the store's data, joined with all failures that the migration would have met later.
  private func complete(_ failure: MigrationFailure) -> MigrationFailure {
    guard failure.isWorthATrial, let planned else { return failure }
    do {
      let outcome = try connection.cancellable(when: { self.isCancelled }) {
        try connection.transaction(.deferred) {
          try StoreTrial(
            plan: planned.plan.migration, scripts: planned.scripts, history: run.history,
            options: run.options, obstacles: []
          ).outcome(on: connection)
        }
      }
      return failure.joined(with: outcome.failures)
    } catch {
      // The known failure is the reason for the rollback; other failures are reported as far as possible.
      return failure
    }
  }

  /// The reason why the store may not be in its previous state; nil if it is.
  private var doubt: String? {
    if connection.mayHaveCommitted {
      return "the commit failed, and what was written of it may be there when it is opened next"
    }
    do {
      // A commit may fail after all pages are written.
      if isCommitting, try connection.readIdentity() != identity {
        return "the commit failed, and yet the new version is there"
      }
      return try firstProof.flatMap {
        try session.difference(from: try $0.before(), sinceDataVersion: dataVersion)
      }
    } catch {
      return "it could not be read again: \(error)"
    }
  }

  /// Nothing was written yet, so any error is a reason not to begin.
  private func refusal(for error: any Error, _ wasStopped: Bool) -> any Error {
    if wasStopped { return MigrationError.cancelled(backup: backup) }
    return (error as? SQLiteError).map {
      MigrationRefusal.state(.unopenable(StoreOpenError($0, path: run.store)))
    } ?? error
  }
}

extension Error {
  /// Whether the store's state after the error is unknown.
  fileprivate var leavesStoreInDoubt: Bool {
    if case .needsAttention? = self as? MigrationError { true } else { false }
  }

  /// The failure for an error that ended a running migration.
  fileprivate var migrationFailure: MigrationFailure {
    switch self {
    case let failure as MigrationFailure: failure
    case let error as SystemError: MigrationFailure(unwritten: error)
    case let error as SQLiteError where error.primaryCode == .full: .diskFull
    case let error as SQLiteError: .database(error)
    default: .database(SQLiteError(.error, "\(self)"))
    }
  }
}
