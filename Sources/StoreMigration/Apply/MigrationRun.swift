internal import Digests
internal import MigrationPlanner
internal import SQLiteStore
internal import SchemaModel
internal import StoreCreation

/// One attempt to bring one store to another version; what ``Migrator/apply(to:following:)`` does.
///
/// The steps are numbered as in the design: 1 lock and open, 2 plan, 3 preflight, 4 backup,
/// 5 stages, 6 proof, 7 record and commit.
struct MigrationRun {
  let store: String
  let history: SchemaHistory
  let options: MigrationOptions
  let saved: PlanFile?
  private let startedAt: Double
  private let clock = ContinuousClock().now

  init(store: String, history: SchemaHistory, options: MigrationOptions, saved: PlanFile?) {
    (self.store, self.history, self.options, self.saved) = (store, history, options, saved)
    startedAt = options.clock()
  }

  /// Plans only, by reading.
  func plan() throws -> StorePlan {
    let glimpse = StoreInspector.inspect(path: store, history: history, patience: options.patience)
    return try prepareReading(glimpse, .full).plan
  }

  /// Runs from the lock to the commit.
  func run() throws -> MigrationOutcome {
    try report(.init(.inspecting))
    // Reading first: a store that is refused, or has nothing to do, is not touched at all.
    let glimpse = StoreInspector.inspect(path: store, history: history, patience: options.patience)
    if options.isDryRun || !glimpse.state.isInterrupted {
      let prepared = try prepareReading(glimpse, options.isDryRun ? .full : .quick)
      if prepared.plan.isCurrent { return .alreadyCurrent(prepared.plan.target) }
      try refuse(prepared.plan)
      if options.isDryRun { return .rehearsed(prepared.plan) }
    }
    let lock = try takeLock()
    defer { lock.release() }
    let session = try WriteSession(store: store, options: options)
    try session.begin()
    return try migrate(session)
  }

  private func prepareReading(
    _ glimpse: StoreInspection, _ thoroughness: Obstacles.Thoroughness
  ) throws -> StorePlanner.Prepared {
    if case .unopenable(.locked) = glimpse.state { try checkLock() }
    guard case .sound = glimpse.state else { throw MigrationRefusal.state(glimpse.state) }
    let timeout = Int32(clamping: Int64(options.patience * 1000))
    do {
      let connection = try StoreFile.open(
        path: store, for: .reading, busyTimeoutMilliseconds: timeout)
      return try connection.transaction {
        try StorePlanner(history: history, options: options)
          .prepare(connection, glimpse, thoroughness)
      }
    } catch let error as StoreOpenError {
      throw MigrationRefusal.state(.unopenable(error))
    } catch let error as SQLiteError {
      throw MigrationRefusal.state(.unopenable(StoreOpenError(error, path: store)))
    }
  }

  /// A store that is being migrated keeps readers out; then that is the reason to give.
  private func checkLock() throws(MigrationRefusal) {
    let (isTaken, owner) = StoreLock.isTaken(of: store)
    if isTaken { throw .locked(by: owner, age: owner.map { startedAt - $0.since }) }
  }

  private func takeLock() throws -> StoreLock {
    do throws(StoreLockError) {
      return try StoreLock(store: store, now: startedAt)
    } catch {
      throw error.refusal(now: startedAt)
    }
  }

  private func refuse(_ plan: StorePlan) throws {
    var reasons = plan.obstacles
    if let stale = saved?.staleness(comparedWith: plan, history: history) {
      reasons = [.stalePlan(stale)]
    }
    guard reasons.isEmpty else { throw MigrationError.refused(reasons) }
  }

  private func report(_ progress: MigrationProgress) throws {
    if options.isCancelled?() == true { throw Cancelled() }
    options.onProgress?(progress)
  }
}

/// The caller asked to stop.
struct Cancelled: Error {}

// MARK: - Inside the transaction

extension MigrationRun {
  /// What is known when something goes wrong, to undo it and to tell of it.
  private final class Undo {
    var backup: String?
    var snapshot: StoreSnapshot?
    var dataVersion: Int64?
    var isWriting = false
  }

  private func migrate(_ session: WriteSession) throws -> MigrationOutcome {
    let files = MovedFiles(of: store)
    let undo = Undo()
    do {
      return try session.connection.cancellable(when: { options.isCancelled?() == true }) {
        try attempt(session, files, undo)
      }
    } catch {
      session.rollBack()
      files.removeAdded()
      throw conclusion(of: error, session, undo)
    }
  }

  private func attempt(
    _ session: WriteSession, _ files: MovedFiles, _ undo: Undo
  ) throws -> MigrationOutcome {
    let connection = session.connection
    // 1 and 2: what is in the transaction counts, not what was there a moment ago.
    let inspection = StoreInspector.inspect(connection, path: store, history: history)
    let prepared = try StorePlanner(history: history, options: options)
      .prepare(connection, inspection)
    if prepared.plan.isCurrent {
      session.rollBack()
      return .alreadyCurrent(prepared.plan.target)
    }
    // 3
    try refuse(prepared.plan)
    undo.dataVersion = try session.dataVersion()
    // 4
    if let place = prepared.plan.backup {
      undo.backup = try VerifiedBackup(
        store: store, version: prepared.plan.source, report: report
      ).make(connection, at: place)
    }
    // 5 and 6
    files.removeLeftovers()
    let seed = options.seed ?? Self.randomSeed()
    try files.register(on: connection, seed: seed, now: startedAt)
    try files.remember(NativeLayout(of: prepared.plan.migration.source), on: connection)
    let rows = try runStages(prepared, connection, undo)
    // 7
    try report(.init(.committing))
    try files.flush()
    let summary = try record(prepared.plan, rows, seed, undo.backup, connection)
    try session.commit()
    return .migrated(try tidy(summary, files, prepared.plan.migration.target, connection))
  }

  private func runStages(
    _ prepared: StorePlanner.Prepared, _ connection: Connection, _ undo: Undo
  ) throws -> Int64 {
    var rows: Int64 = 0
    for (position, stage) in prepared.plan.migration.stages.enumerated() {
      let script =
        position == 0 ? prepared.scripts[0] : try laterScript(for: stage, on: connection)
      try report(.init(.measuring))
      let proof = try ConservationProof(of: script, on: connection, report: report)
      if position == 0 { undo.snapshot = proof.before }
      undo.isWriting = true
      rows += try StageRun(
        stage: stage, script: script, connection: connection,
        carriesBrokenReferences: options.carriesBrokenReferences, report: report
      ).run(proof)
    }
    return rows
  }

  /// A later stage starts from what the one before it left, and only now can that be asked.
  private func laterScript(
    for stage: MigrationStage, on connection: Connection
  ) throws -> StoreScript {
    let layout = NativeLayout(of: stage.mapping.source)
    let unmet = try RequirementCheck(layout: layout, connection: connection)
      .unmet(stage.requirements)
    guard unmet.isEmpty else { throw MigrationFailure.unmetRequirements(unmet) }
    do {
      return try StoreScript(
        stage.mapping, unmanaged: connection.unmanagedObjects(besides: layout),
        rowCount: connection.rowCount)
    } catch let error as StoreScriptError {
      throw MigrationFailure.script(error)
    }
  }

  private func record(
    _ plan: StorePlan, _ rows: Int64, _ seed: String, _ backup: String?, _ connection: Connection
  ) throws -> MigrationSummary {
    guard let document = history[plan.target] else { throw MigrationRefusal.noVersions }
    let duration = clock.duration(to: ContinuousClock().now) / .seconds(1)
    try connection.writeIdentity(
      StoreIdentity(of: document, seed: plan.inspection.identity?.seed))
    try connection.appendHistory(
      MigrationRecord(
        source: plan.source, target: plan.target, startedAt: startedAt,
        finishedAt: options.clock(), duration: duration, toolVersion: options.toolVersion,
        planDigest: plan.digest, backup: backup.map(FilePaths.name),
        rowsRewritten: plan.estimatedRows,
        seed: seed, outcome: "migrated"))
    return MigrationSummary(
      source: plan.source, target: plan.target, backup: backup, rowsRewritten: plan.estimatedRows,
      rowsProved: rows, duration: duration)
  }

  /// After the commit nothing can fail the migration any more.
  private func tidy(
    _ summary: MigrationSummary, _ files: MovedFiles, _ schema: Schema, _ connection: Connection
  ) throws -> MigrationSummary {
    var summary = summary
    do {
      let left = try files.removeForgotten(NativeLayout(of: schema), on: connection)
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

extension MigrationRun {
  /// How an attempt ended that was undone, by what it had done until then.
  private func conclusion(
    of error: any Error, _ session: WriteSession, _ undo: Undo
  ) -> any Error {
    let isCancelled = error is Cancelled || (error as? SQLiteError)?.primaryCode == .interrupted
    guard undo.isWriting else {
      if isCancelled { return MigrationError.cancelled(backup: undo.backup) }
      return (error as? SQLiteError).map {
        MigrationRefusal.state(.unopenable(StoreOpenError($0, path: store)))
      } ?? error
    }
    let failure = error.migrationFailure
    if let snapshot = undo.snapshot,
      let reason = session.difference(from: snapshot, sinceDataVersion: undo.dataVersion)
    {
      return MigrationError.needsAttention(failure, reason: reason, backup: undo.backup)
    }
    return isCancelled
      ? MigrationError.cancelled(backup: undo.backup)
      : MigrationError.rolledBack(failure, backup: undo.backup)
  }
}

extension Error {
  /// What an error means that ended a migration in its middle.
  fileprivate var migrationFailure: MigrationFailure {
    switch self {
    case let failure as MigrationFailure: failure
    case let error as SQLiteError where error.primaryCode == .full: .diskFull
    case let error as SQLiteError: .database(error)
    default: .database(SQLiteError(.error, "\(self)"))
    }
  }
}

extension StoreState {
  /// Whether a journal has to be played back first, which opening the store to write does.
  fileprivate var isInterrupted: Bool {
    if case .unopenable(.interruptedWrite) = self { true } else { false }
  }
}
