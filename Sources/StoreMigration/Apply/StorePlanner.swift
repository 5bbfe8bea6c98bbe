internal import Digests
internal import MigrationPlanner
internal import SQLite
internal import StoreLayout
internal import StoreScript
internal import SchemaModel
internal import StoreVerification

/// Plans what happens to one store, and asks it everything that can be asked without writing.
struct StorePlanner {
  let history: SchemaHistory
  let options: MigrationOptions
  /// Whether it is for a plan that is saved, or compared with one that was: what would be lost is
  /// summed up then.
  var isSaved = false
  /// What was drafted a moment ago, with the same models and options.
  var earlier: PlanDraft?

  /// A plan with the statements that carry it out, a script for each stage.
  struct Prepared {
    var plan: StorePlan
    var scripts: [StoreScript]
    var draft: PlanDraft
  }

  /// Plans for a store that was found sound, and asks more or less of it.
  ///
  /// - Throws: ``MigrationRefusal`` where no plan can be made; ``SQLite/SQLiteError``.
  func prepare(
    _ connection: Connection, _ inspection: StoreInspection,
    _ thoroughness: Obstacles.Thoroughness = .full
  ) throws -> Prepared {
    guard case .sound(let version) = inspection.state else {
      throw MigrationRefusal.state(inspection.state)
    }
    let draft = try draft(from: version, inspection, connection)
    let migration = draft.migration
    let scripts = try counted(draft.scripts, connection, thoroughness)
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
    let approvals = Approvals(
      options.allowedLosses, of: migration,
      besides: plan.recomputed.map(\.approval) + plan.stepApprovals, in: history)
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
    return Prepared(plan: plan, scripts: scripts, draft: draft)
  }

  /// Each stage counts the rows that it will find, where those before it can be foreseen and somebody
  /// wants to know; otherwise later ones are estimated by the tables that have the same name now.
  private func counted(
    _ scripts: [StoreScript], _ connection: Connection, _ thoroughness: Obstacles.Thoroughness
  ) throws -> [StoreScript] {
    var rows = try ExpectedRows(on: connection, isForeseeing: thoroughness == .foreseeing)
    let counted = try scripts.indices.map { position in
      if position > 0 { try rows.advance(through: scripts[position - 1]) }
      let script = try scripts[position].estimating(
        { try rows.count(ofRowsIn: $0) }, { rows.areKnown ? try rows.count($0) : nil })
      return rows.areKnown ? script : script.dependingOnEarlierStage
    }
    try rows.end()
    return counted
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
