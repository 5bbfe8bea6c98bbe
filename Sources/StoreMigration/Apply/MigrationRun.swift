internal import MigrationPlanner
internal import SQLite
internal import SchemaModel
internal import StoreLayout

/// The work of ``Migrator`` on one store up to the lock: inspecting, planning, and refusing by reading.
struct MigrationRun {
  let store: String
  let history: SchemaHistory
  let options: MigrationOptions
  let saved: PlanFile?
  let startedAt: Double
  let clock = ContinuousClock().now

  init(store: String, history: SchemaHistory, options: MigrationOptions, saved: PlanFile?) {
    (self.store, self.history, self.options, self.saved) = (store, history, options, saved)
    startedAt = options.clock()
  }

  /// Plans only, by reading the store, which may be open already.
  func plan(on connection: Connection?) throws -> StorePlan {
    try report(.init(phase: .inspecting))
    let (glimpse, connection) = inspection(on: connection)
    return try prepareReading(glimpse, connection, .trying, isSaved: true).plan
  }

  /// Runs from the lock to the commit.
  func run() throws -> MigrationOutcome {
    try report(.init(phase: .inspecting))
    // Reads first: a store that is refused or current is not written to.
    var (glimpse, connection) = inspection()
    var draft: PlanDraft?
    if options.isDryRun || !glimpse.state.isInterrupted {
      let prepared = try prepareReading(
        glimpse, connection, options.isDryRun ? .trying : .quick)
      if prepared.plan.isCurrent {
        try refuseMistakes(in: prepared.plan)
        if !options.isDryRun { StoreLock.clearLeftover(of: store, now: startedAt) }
        return .alreadyCurrent(prepared.plan.target)
      }
      // A refusal reports everything at once, so that the next attempt does not find more.
      // So does a trial where later stages may lose something.
      let isToldAll =
        options.isDryRun || reasons(against: prepared.plan).isEmpty && !prepared.plan.mayBeRefused
      try refuse(
        isToldAll ? prepared.plan : prepareReading(glimpse, connection, .trying).plan)
      if options.isDryRun { return .rehearsed(prepared.plan) }
      draft = prepared.draft
    }
    // It is closed before the store is written to.
    connection = nil
    let lock = try StoreLock(store: store, now: startedAt, patience: options.patience)
    defer { lock.release() }
    let session = try WriteSession(store: store, options: options)
    try session.begin()
    return try MigrationAttempt(self, session, planned: draft).migrate()
  }

  /// The state of the store, and the connection by which it was read; nil if the store cannot be opened.
  private func inspection(on opened: Connection? = nil) -> (StoreInspection, Connection?) {
    let isLarge = history.newest.map { $0.schema.entities.count >= Self.manyEntities } ?? false
    let planning: StoreInspector.Work = { [history, options] in
      Self.planAhead(history, options, from: $0)
    }
    let meanwhile = isLarge ? planning : nil
    if let opened {
      opened.setBusyTimeout(milliseconds: Int32(clamping: Int64(options.patience * 1000)))
      let glimpse = StoreInspector.inspect(
        opened, path: store, history: history, assuming: options.source, meanwhile: meanwhile)
      return (glimpse, opened)
    }
    return StoreInspector.open(
      path: store, history: history, assuming: options.source, patience: options.patience,
      meanwhile: meanwhile)
  }

  /// The number of entities from which on a plan is begun while the store is read.
  private static let manyEntities = 100

  /// Makes the parts of a plan that need no store.
  ///
  /// They are kept where the planner looks for them, with the problems that it then reports.
  private static func planAhead(
    _ history: SchemaHistory, _ options: MigrationOptions, from version: Version
  ) {
    guard let source = history[version], let newest = history.newest?.schema.version,
      let path = history.path(from: version, to: options.target ?? newest), let target = path.last
    else { return }
    _ = Planner.reviewedHops(from: source, through: path, allowedDrops: options.allowedLosses)
    _ = StoreLayout(of: target.schema)
  }

  private func prepareReading(
    _ glimpse: StoreInspection, _ connection: Connection?, _ thoroughness: Obstacles.Thoroughness,
    isSaved: Bool = false
  ) throws -> StorePlanner.Prepared {
    // A store that is being migrated keeps readers out; the lock is then the reason to report.
    if case .unopenable(.locked) = glimpse.state,
      let refusal = StoreLock.refusal(of: store, now: startedAt)
    {
      throw refusal
    }
    guard case .sound = glimpse.state, let connection else {
      throw MigrationRefusal.state(glimpse.state)
    }
    return try MigrationRefusal.reading(store) {
      return try connection.cancellable(when: { options.isCancelled?() == true }) {
        try connection.transaction {
          try planner(isSaved: isSaved).prepare(connection, glimpse, thoroughness)
        }
      }
    }
  }

  /// The planner.
  ///
  /// A plan that is or was saved lists the losses, so that plans can be compared.
  ///
  /// A draft of an earlier plan in the same run is valid as long as the store's definitions are the same.
  func planner(isSaved: Bool = false, knowing draft: PlanDraft? = nil) -> StorePlanner {
    StorePlanner(
      history: history, options: options, isSaved: isSaved || saved != nil, earlier: draft)
  }

  /// Refuses mistakes even if the store is current.
  ///
  /// A saved plan may be carried out already, but must lead to the same version, and an approval that names
  /// no change is misspelt.
  func refuseMistakes(in plan: StorePlan) throws {
    guard plan.obstacles.isEmpty else { throw MigrationError.refused(plan.obstacles) }
    if let saved, saved.target != plan.target {
      throw MigrationError.refused([.stalePlan(.target(saved: saved.target, asked: plan.target))])
    }
  }

  /// Refuses a plan with obstacles, and a plan that differs from the saved one.
  func refuse(_ plan: StorePlan) throws {
    var reasons = reasons(against: plan)
    if let stale = saved?.staleness(comparedWith: plan, history: history) {
      reasons = [.stalePlan(stale)]
    }
    guard reasons.isEmpty else { throw MigrationError.refused(reasons) }
  }

  /// The obstacles of a plan, and the libraries that migrate the store themselves.
  private func reasons(against plan: StorePlan) -> [MigrationRefusal] {
    plan.obstacles + (options.isDryRun || options.isOfCopy ? [] : plan.refusalsForMigrators)
  }

  /// Reports the progress of the work, and ends it if the caller has cancelled it.
  func report(_ progress: MigrationProgress) throws {
    if options.isCancelled?() == true { throw Cancelled() }
    options.onProgress?(progress)
  }
}

extension StoreState {
  /// Whether a journal must be played back first, which happens when the store is opened to write.
  fileprivate var isInterrupted: Bool {
    if case .unopenable(.interruptedWrite) = self { true } else { false }
  }
}

extension StorePlan {
  /// Whether a stage that was not tried may lose something without approval.
  fileprivate var mayBeRefused: Bool {
    effects.contains {
      $0.kind.isForeseen && $0.count == nil && $0.approval != nil && !$0.isApproved
    }
  }
}

extension MigrationRefusal {
  /// Reads a store; an error of SQLite is the reason why it cannot be opened.
  static func reading<Result>(_ store: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as StoreOpenError {
      throw MigrationRefusal.state(.unopenable(error))
    } catch let error as SQLiteError {
      if error.primaryCode == .interrupted { throw Cancelled() }
      throw MigrationRefusal.state(.unopenable(StoreOpenError(error, path: store)))
    }
  }
}
