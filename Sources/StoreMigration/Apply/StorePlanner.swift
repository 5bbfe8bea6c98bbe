internal import MigrationPlanner
internal import SQLite
internal import StoreLayout
internal import StoreScript
internal import SchemaModel
internal import StoreVerification

/// Plans the migration of one store, and checks everything that can be checked without writing.
struct StorePlanner {
  let history: SchemaHistory
  let options: MigrationOptions
  /// Whether the plan is saved, or compared with a saved one: lost data then gets a checksum.
  var isSaved = false
  /// The draft of an earlier plan, made with the same models and options.
  var earlier: PlanDraft?

  /// A plan with the statements that carry it out, a script for each stage.
  struct Prepared {
    var plan: StorePlan
    var scripts: [StoreScript]
    var draft: PlanDraft
  }

  /// Plans the migration of a sound store, and checks the store more or less thoroughly.
  ///
  /// - Throws: ``MigrationRefusal`` if no plan can be made; ``SQLite/SQLiteError``.
  func prepare(
    _ connection: Connection, _ inspection: StoreInspection,
    _ thoroughness: Obstacles.Thoroughness = .full
  ) throws -> Prepared {
    guard case .sound(let version) = inspection.state else {
      throw MigrationRefusal.state(inspection.state)
    }
    guard inspection.alike.isEmpty else {
      throw MigrationRefusal.state(.ambiguous([version] + inspection.alike))
    }
    let draft = try draft(from: version, inspection, connection)
    let migration = draft.migration
    // Without rows, nothing is left to try: no SQL is declared, or the script was tried on empty tables.
    let isTried = try migration.declaresNothingToRun && connection.hasNoRows
    var scripts = try counted(draft.scripts, connection, isWithoutRows: isTried)
    let backup =
      version == migration.target.version
      ? nil
      : BackupPlace.path(
        for: inspection.path, version: version, choice: try options.backup(of: connection))
    let losses = LossCount(
      plan: migration, history: history, options: options, isPinned: isSaved)
    let foreseen = try losses.effects(ofStage: 0, by: scripts, on: connection)
    var plan = StorePlan(
      inspection: inspection, migration: migration, stages: scripts.map(\.steps),
      statements: scripts.map(\.statements),
      effects: foreseen.approved(by: options.allowedLosses), backup: backup)
    plan.rewritesRows = scripts.contains { !$0.rewrittenTables.isEmpty }
    plan.recomputed = scripts.flatMap(\.statements).flatMap(\.recomputed)
    let stale = zip(scripts, migration.stages).flatMap { $0.staleSearchIndexes(of: $1.mapping) }
    plan.staleSearchIndexes = Set(stale).sorted { ($0.name, $0.table) < ($1.name, $1.table) }
    plan.earlierBackup = backup.flatMap {
      BackupPlace.predecessor(of: $0, store: inspection.path, version: version)
    }
    let approvals = Approvals(
      options.allowedLosses, of: migration,
      besides: plan.recomputed.compactMap { $0.effect().approval } + plan.stepApprovals, in: history
    )
    if !plan.isCurrent { plan.idleApprovals = approvals.idle }
    if thoroughness >= .full, !plan.isCurrent {
      plan.knownFindings = try StoreVerifier.fileFindings(
        in: StoreLayout(of: migration.source), on: connection)
    }
    plan.obstacles = try Obstacles(
      plan: plan, scripts: scripts, approvals: approvals, options: options,
      history: history, connection: connection, thoroughness: thoroughness
    ).all()
    var countedStages = 1
    if thoroughness == .trying, !plan.isCurrent {
      if isTried {
        plan.triedStages = scripts.count
      } else {
        countedStages = try tryOut(&plan, &scripts, connection)
      }
    }
    addUntried(to: &plan, scripts, losses, countedStages)
    return Prepared(plan: plan, scripts: scripts, draft: draft)
  }

  /// Carries the plan out on a copy, and adds the outcome to it.
  ///
  /// - Returns: The number of stages whose losses were counted.
  private func tryOut(
    _ plan: inout StorePlan, _ scripts: inout [StoreScript], _ connection: Connection
  ) throws -> Int {
    let outcome = try StoreTrial(
      plan: plan.migration, scripts: scripts, history: history, options: options,
      obstacles: plan.obstacles, isPinned: isSaved
    ).outcome(on: connection)
    plan.trialGap = outcome.gap
    plan.triedStages = outcome.scripts.count
    scripts.replaceSubrange(..<outcome.scripts.count, with: outcome.scripts)
    plan.stages = scripts.map(\.steps)
    plan.effects += outcome.effects
    plan.obstacles += outcome.failures.filter { !$0.isAboutApprovals }.map(MigrationRefusal.failing)
    let unapproved = plan.effects.unapproved
    guard !unapproved.isEmpty else { return outcome.countedStages }
    let known = plan.obstacles.firstIndex { if case .unapproved = $0 { true } else { false } }
    if let known {
      plan.obstacles[known] = .unapproved(unapproved)
    } else {
      plan.obstacles.append(.unapproved(unapproved))
    }
    return outcome.countedStages
  }

  /// Adds the possible effects of the stages that were not tried.
  private func addUntried(
    to plan: inout StorePlan, _ scripts: [StoreScript], _ losses: LossCount, _ countedStages: Int
  ) {
    for position in scripts.indices.dropFirst(plan.triedStages) {
      let lost = position < countedStages ? [] : losses.untriedEffects(ofStage: position)
      plan.effects +=
        lost.approved(by: options.allowedLosses)
        + scripts[position].untriedEffects(of: plan.migration.stages[position].mapping)
    }
  }

  /// The scripts with row counts.
  ///
  /// The first stage counts the rows that it will find. Later stages are estimated by the tables that have
  /// the same name now.
  private func counted(
    _ scripts: [StoreScript], _ connection: Connection, isWithoutRows: Bool
  ) throws -> [StoreScript] {
    if isWithoutRows { return try scripts.map { try $0.estimating({ _ in 0 }) { _ in 0 } } }
    let names = Set(try connection.tableRoots().keys)
    var counts: [String: Int64] = [:]
    func rowCount(of table: String) throws(SQLiteError) -> Int64 {
      if let known = counts[table] { return known }
      let count = names.contains(table) ? try connection.rowCount(of: table) : 0
      counts[table] = count
      return count
    }
    try connection.register(.asking(about: connection.path))
    return try scripts.enumerated().map { position, script in
      try position == 0
        ? script.estimating(rowCount, on: connection)
        : script.estimating(rowCount).dependingOnEarlierStage
    }
  }
}

extension MigrationPlan {
  /// Whether no stage has a step, which may add rows, or a check, which may require some.
  fileprivate var declaresNothingToRun: Bool {
    stages.allSatisfy { $0.mapping.steps.isEmpty && $0.before.isEmpty && $0.after.isEmpty }
  }
}

extension Connection {
  /// Whether only the tables of 'migrate' and of SQLite have rows.
  fileprivate var hasNoRows: Bool {
    get throws(SQLiteError) {
      let own = Set(StoreCatalog.definition.tables.map(\.name))
      return try areEmpty(
        tableRoots().keys.filter { !own.contains($0) && !$0.hasPrefix("sqlite_") })
    }
  }
}
