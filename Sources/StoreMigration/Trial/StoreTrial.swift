internal import Diagnostics
internal import Files
internal import MigrationPlanner
internal import SQLite
internal import SchemaModel
internal import StoreLayout
internal import StoreScript

/// Carries out a migration on a copy of the store, and reports the result.
///
/// The copy goes through the same stages as the store would, with their checks and proofs. The failures of
/// one stage are all that can be found: later stages are not reached. The store is only read.
struct StoreTrial {
  let plan: MigrationPlan
  let scripts: [StoreScript]
  let history: SchemaHistory
  let options: MigrationOptions
  /// The known obstacles to the migration, which are not reported twice.
  let obstacles: [MigrationRefusal]
  private let losses: LossCount
  private var files: FilesToCome { losses.files }

  init(
    plan: MigrationPlan, scripts: [StoreScript], history: SchemaHistory,
    options: MigrationOptions, obstacles: [MigrationRefusal], isPinned: Bool = false
  ) {
    (self.plan, self.scripts, self.history) = (plan, scripts, history)
    (self.options, self.obstacles) = (options, obstacles)
    losses = LossCount(plan: plan, history: history, options: options, isPinned: isPinned)
  }

  /// The outcome of the trial.
  struct Outcome {
    /// The effects of the completed stages.
    var effects: [Effect] = []
    /// The scripts of the completed stages, with their numbers of rows.
    var scripts: [StoreScript] = []
    /// The number of stages whose losses were counted.
    var countedStages = 1
    /// Everything that would undo the migration, in the order in which it would be met.
    var failures: [MigrationFailure] = []
    /// The reason why not all of it was tried; nil if all of it was, or a failure ended it.
    var gap: TrialGap?
  }

  /// Tries all stages.
  ///
  /// - Throws: ``SQLite/SQLiteError`` if the trial was interrupted, or the store cannot be read.
  func outcome(on store: Connection) throws -> Outcome {
    var outcome = Outcome()
    guard !obstacles.contains(where: \.forbidsTrial) else { return outcome }
    let size = try store.storedSize
    if let limit = options.trialLimit, size > limit {
      outcome.gap = .size(size, limit: limit)
      return outcome
    }
    let isCancelled = { options.isCancelled?() == true }
    do {
      let layout = StoreLayout(of: plan.source)
      let copy = try store.trialCopy(of: layout) { !isCancelled() }
      try copy.cancellable(when: isCancelled, limitedToSteps: options.trialSteps) {
        try run(on: copy, &outcome)
      }
    } catch let error as SQLiteError {
      if error.primaryCode == .full {
        outcome.gap = .room(folder: TemporaryFiles.folderOfSQLite)
      } else if error.isAboutRows {
        outcome.gap = .failed(error.message)
      } else if error.primaryCode == .interrupted, !isCancelled() {
        outcome.gap = .steps(error.message)
      } else {
        throw error
      }
    }
    return outcome
  }

  private func run(on copy: Connection, _ outcome: inout Outcome) throws {
    try copy.execute("BEGIN")
    defer { copy.rollBack() }
    for position in plan.stages.indices {
      let stage = plan.stages[position]
      let lacksClosure = stage.mapping.steps.contains { step in
        step.closure.map { options.closures[$0] == nil } ?? false
      }
      guard !lacksClosure else { return }
      try copy.execute("SAVEPOINT stage")
      var script = scripts[position]
      do {
        if position > 0 {
          outcome.effects += try losses.effects(ofStage: position, by: scripts, on: copy)
          outcome.countedStages = position + 1
          script = try stage.script(on: copy)
        }
        let result = try run(
          stage, script.replacingEmptyTables(on: copy), on: copy, isFirst: position == 0)
        outcome.effects += result.effects
        outcome.scripts.append(script)
        try copy.execute("RELEASE stage")
      } catch MigrationFailure.diskFull {
        // The copy's disk is full, which says nothing about the store's disk.
        (outcome, outcome.gap) = (Outcome(), .room(folder: TemporaryFiles.folderOfSQLite))
        return
      } catch MigrationFailure.step(var failed) where copy.exceededSteps != nil {
        failed.notes.append(
          .init("if it ends, '--exact' tries it without a limit, and 'migrate apply' waits for it"))
        outcome.failures = [.step(failed)]
        break
      } catch let failure as MigrationFailure where copy.exceededSteps != nil {
        outcome.gap = .steps(failure.diagnostics.map(\.message).joined(separator: "; "))
        break
      } catch let failure as MigrationFailure {
        try copy.execute("ROLLBACK TO stage")
        // The search for further failures may meet the limit of the trial.
        outcome.failures = [failure]
        outcome.failures = try failures(
          of: stage, script, on: copy, isFirst: position == 0, besides: failure)
        try copy.execute("ROLLBACK TO stage")
        try countLosses(afterStage: position, on: copy, &outcome)
        break
      }
    }
    if files.haveFallenShort { (outcome.failures, outcome.gap) = ([], .files) }
    outcome.effects = outcome.effects.approved(by: options.allowedLosses)
    let unapproved = outcome.effects.unapproved
    if !unapproved.isEmpty { outcome.failures.append(.unapproved(unapproved)) }
  }

  /// Counts the losses of the stages after one that fails, which is carried out without constraints.
  private func countLosses(
    afterStage position: Int, on copy: Connection, _ outcome: inout Outcome
  ) throws {
    do {
      for next in plan.stages.indices.dropFirst(position + 1) {
        guard plan.stages[next - 1].mapping.steps.allSatisfy({ $0.closure == nil }) else { return }
        try copy.register(.asking(about: copy.path, keeping: files, refusesValues: false))
        try LenientScript(script: scripts[next - 1], connection: copy).run()
        outcome.effects += try losses.effects(ofStage: next, by: scripts, on: copy)
        outcome.countedStages = next + 1
      }
    } catch  where error.isAboutRows {
      // These losses stay unknown.
    }
  }

  private func run(
    _ stage: MigrationStage, _ script: StoreScript, on copy: Connection, isFirst: Bool
  ) throws -> StageRun.Result {
    try copy.register(.asking(about: copy.path, keeping: files))
    let run = StageRun(
      stage: stage, script: script, connection: copy, history: history, isFirst: isFirst,
      carriesBrokenReferences: options.carriesBrokenReferences || hasBrokenReferences,
      fileTrouble: { nil }, closures: options.closures,
      report: { _ in if options.isCancelled?() == true { throw Cancelled() } })
    return try run.run(run.measure())
  }

  private func failures(
    of stage: MigrationStage, _ script: StoreScript, on copy: Connection, isFirst: Bool,
    besides failure: MigrationFailure
  ) throws -> [MigrationFailure] {
    guard failure.isWorthATrial else { return [failure] }
    let unmet = obstacles.flatMap { obstacle -> [Requirement] in
      guard isFirst, case .unmetRequirements(let unmet) = obstacle else { return [] }
      return unmet.map(\.requirement)
    }
    let others = try FailedStage(
      stage: stage, script: script, history: history, connection: copy, isFirst: isFirst,
      unmet: unmet, carriesBrokenReferences: options.carriesBrokenReferences || hasBrokenReferences,
      files: files
    ).failures()
    if case .refusedValues = failure { return others }
    // The table lacks a required value, which is already known.
    if !unmet.isEmpty, case .statement = failure { return others }
    return others.isEmpty && !unmet.isEmpty ? [] : [failure.joined(with: others)]
  }

  private var hasBrokenReferences: Bool {
    obstacles.contains { if case .brokenReferences = $0 { true } else { false } }
  }
}

extension MigrationRefusal {
  /// Whether a trial would only fail for the same reason.
  fileprivate var forbidsTrial: Bool {
    switch self {
    case .damagedTables, .strayRows: true
    default: false
    }
  }
}
