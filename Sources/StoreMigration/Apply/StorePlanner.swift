internal import Diagnostics
internal import Digests
internal import MigrationPlanner
internal import SQLiteStore
internal import SchemaModel
internal import StoreVerification

/// Plans what happens to one store, and asks it everything that can be asked without writing.
struct StorePlanner {
  let history: SchemaHistory
  let options: MigrationOptions
  /// Whether it is for a plan that is saved, or compared with one that was: what would be lost is
  /// summed up then.
  var isSaved = false

  /// A plan with the statements that carry it out, a script for each stage.
  struct Prepared {
    var plan: StorePlan
    var scripts: [StoreScript]
  }

  /// Plans for a store that was found sound, and asks more or less of it.
  ///
  /// - Throws: ``MigrationRefusal`` where no plan can be made; ``SQLiteStore/SQLiteError``.
  func prepare(
    _ connection: Connection, _ inspection: StoreInspection,
    _ thoroughness: Obstacles.Thoroughness = .full
  ) throws -> Prepared {
    guard case .sound(let version) = inspection.state else {
      throw MigrationRefusal.state(inspection.state)
    }
    let migration = try migrationPlan(from: version, inspection.unmanagedObjects)
    let layout = StoreLayout(of: migration.source)
    let problems = try DeclaredSQLCheck(
      mappings: migration.stages.map(\.mapping), hops: migration.hops, history: history,
      unmanaged: inspection.unmanagedObjects,
      found: layout.existingTables.isEmpty ? [] : connection.unmanagedObjects(of: layout)
    ).problems()
    guard problems.isEmpty else { throw MigrationRefusal.notPlannable(problems) }
    let scripts = try scripts(for: migration, connection, thoroughness)
    let stale = zip(migration.stages, scripts).flatMap { stage, script in
      script.staleIdentities.map { $0.diagnostic(in: stage, history) }
    }
    guard stale.isEmpty else { throw MigrationRefusal.notPlannable(Set(stale).sorted()) }
    let backup =
      version == migration.target.version
      ? nil : BackupPlace.path(for: inspection.path, version: version, choice: options.backup)
    let counted = try LossCount(
      plan: migration, history: history, connection: connection, allowed: options.allowedLosses,
      tally: isSaved ? LossTally() : nil
    ).result()
    var plan = StorePlan(
      inspection: inspection, migration: migration, stages: scripts.map(\.steps),
      statements: scripts.map(\.statements),
      losses: counted.losses, rewritten: counted.rewritten,
      leftBehind: try leftBehind(by: scripts, connection),
      chosenLinks: try chosenLinks(by: scripts, connection),
      renumbered: try renumbered(by: scripts, connection),
      merged: try merged(by: scripts, connection), obstacles: [],
      backup: backup, digest: Self.digest(of: migration, scripts))
    plan.recomputed = scripts.flatMap(\.statements).flatMap(\.recomputed)
    plan.staleSearchIndexes = Set(scripts.flatMap(\.staleSearchIndexes)).sorted {
      ($0.name, $0.table) < ($1.name, $1.table)
    }
    plan.chosenObjects = try chosenObjects(by: scripts, connection)
    plan.earlierBackup = backup.flatMap {
      BackupPlace.predecessor(of: $0, store: inspection.path, version: version)
    }
    let approvals = Approvals(options.allowedLosses, of: migration, plan.recomputed, in: history)
    if !plan.isCurrent { plan.idleApprovals = approvals.idle }
    if thoroughness >= .full, !plan.isCurrent {
      plan.knownFindings = try StoreVerifier.fileFindings(
        in: StoreLayout(of: migration.source), on: connection)
    }
    plan.obstacles = try Obstacles(
      plan: plan, scripts: scripts, approvals: approvals, options: options,
      history: history, connection: connection, thoroughness: thoroughness
    ).all()
    if thoroughness == .foreseeing, !plan.isCurrent {
      let outlook = try Foresight(
        plan: migration, scripts: scripts, history: history, connection: connection,
        obstacles: plan.obstacles, carriesBrokenReferences: options.carriesBrokenReferences
      ).outlook()
      plan.obstacles += outlook.failures.map(MigrationRefusal.foreseen)
      plan.foresightGap = outlook.gap
    }
    return Prepared(plan: plan, scripts: scripts)
  }

  private func migrationPlan(
    from source: Version, _ unmanaged: [SchemaObject]
  ) throws(MigrationRefusal) -> MigrationPlan {
    guard let newest = history.newest?.schema.version else { throw .noVersions }
    let target = options.target ?? newest
    let known = history.versions.map(\.schema.version)
    guard known.contains(target) else { throw .unknownTarget(target, known: known) }
    guard source <= target else { throw .olderTarget(target, store: source) }
    do throws(DiagnosticsError) {
      return try Planner.plan(
        history: history, from: source, to: target, allowedDrops: options.allowedLosses)
    } catch {
      throw .notPlannable(
        DeclarationReview(history: history, unmanaged: unmanaged).problems(
          from: source, to: target, besides: error.diagnostics, options.allowedLosses))
    }
  }

  /// Each stage counts the rows that it will find, where those before it can be foreseen and somebody
  /// wants to know; otherwise later ones are estimated by the tables that have the same name now.
  private func scripts(
    for plan: MigrationPlan, _ connection: Connection, _ thoroughness: Obstacles.Thoroughness
  ) throws -> [StoreScript] {
    var unmanaged = try connection.unmanagedObjects(of: StoreLayout(of: plan.source))
    var troubles: [StoreScriptError] = []
    var unsaidDefaults: [Diagnostic] = []
    var scripts: [StoreScript] = []
    var rows = try ExpectedRows(on: connection, isForeseeing: thoroughness == .foreseeing)
    for stage in plan.stages {
      do {
        if let last = scripts.last { try rows.advance(through: last) }
        let script = try StoreScript(
          stage.mapping, unmanaged: unmanaged, rowCount: { try rows.count(ofRowsIn: $0) },
          partCount: rows.areKnown ? { try rows.count($0) } : nil)
        scripts.append(rows.areKnown ? script : script.dependingOnEarlierStage)
      } catch let trouble as StoreScriptError {
        troubles.append(trouble)
        let places = SchemaPlaces(of: stage.mapping, in: history)
        unsaidDefaults += trouble.parts.compactMap { $0.unsaidDefault(places) }
        // Later stages are asked too, as if what is in the way were not there.
        let inTheWay = trouble.objectsInTheWay
        unmanaged.removeAll { inTheWay.contains($0.id) }
        guard trouble.parts.allSatisfy(\.concernsUnmanagedObjects),
          let script = try? StoreScript(stage.mapping, unmanaged: unmanaged)
        else { break }
        scripts.append(script)
      }
      unmanaged = scripts.last?.unmanagedAfter ?? []
    }
    try rows.end()
    if let all = StoreScriptError(troubles) {
      throw unsaidDefaults.count == all.parts.count
        ? MigrationRefusal.notPlannable(unsaidDefaults) : .script(all)
    }
    return scripts
  }

  /// What the first stage leaves behind, counted, and what later ones may.
  private func leftBehind(
    by scripts: [StoreScript], _ connection: Connection
  ) throws(SQLiteError) -> [LeftBehind] {
    let later = scripts.dropFirst().flatMap(\.uncountedLeftBehind)
    guard let first = scripts.first, !first.leftBehind.isEmpty else { return later }
    do {
      try connection.register(.asking(about: connection.path))
      return try first.countLeftBehind(on: connection) + later
    } catch {
      // The condition fails on some object: the migration itself tells which, and why.
      guard error.isAboutRows else { throw error }
      return first.uncountedLeftBehind + later
    }
  }

  /// The same for links of which one of several stays.
  private func chosenLinks(
    by scripts: [StoreScript], _ connection: Connection
  ) throws(SQLiteError) -> [ChosenLinks] {
    let later = scripts.dropFirst().flatMap(\.uncountedChosenLinks)
    guard let first = scripts.first, !first.chosenLinks.isEmpty else { return later }
    do {
      try connection.register(.asking(about: connection.path))
      return try first.countChosenLinks(on: connection) + later
    } catch {
      guard error.isAboutRows else { throw error }
      return first.uncountedChosenLinks + later
    }
  }

  /// Which objects and links the first stage picks out; where that fails on some object, the migration
  /// does, too.
  private func chosenObjects(
    by scripts: [StoreScript], _ connection: Connection
  ) throws(SQLiteError) -> [ChosenObjects] {
    guard let first = scripts.first, !first.leftBehind.isEmpty || !first.chosenLinks.isEmpty else {
      return []
    }
    do {
      try connection.register(.asking(about: connection.path))
      return try first.chosenObjects(on: connection)
    } catch {
      guard error.isAboutRows else { throw error }
      return []
    }
  }

  /// What gets a new identity by the first stage, counted, and what may by later ones.
  private func renumbered(
    by scripts: [StoreScript], _ connection: Connection
  ) throws(SQLiteError) -> [RenumberedObjects] {
    let later = scripts.dropFirst().flatMap(\.uncountedRenumberings)
    guard let first = scripts.first, !first.renumberings.isEmpty else { return later }
    do {
      try connection.register(.asking(about: connection.path))
      return try first.countRenumberings(on: connection) + later
    } catch {
      guard error.isAboutRows else { throw error }
      return first.uncountedRenumberings + later
    }
  }

  /// The same as for what is left behind for what is merged.
  private func merged(
    by scripts: [StoreScript], _ connection: Connection
  ) throws(SQLiteError) -> [MergedObjects] {
    let later = scripts.dropFirst().flatMap(\.uncountedMerges)
    guard let first = scripts.first, !first.merges.isEmpty else { return later }
    do {
      try connection.register(.asking(about: connection.path))
      return try first.countMerges(on: connection) + later
    } catch {
      guard error.isAboutRows else { throw error }
      return first.uncountedMerges + later
    }
  }

  private static func digest(of plan: MigrationPlan, _ scripts: [StoreScript]) -> String {
    var digest = Digest(.sha256)
    for text in [plan.digest] + scripts.flatMap({ $0.statements.map(\.sql) }) {
      digest.update(utf8: "\(text.utf8.count):\(text)")
    }
    return digest.finalize().hexadecimal
  }
}
