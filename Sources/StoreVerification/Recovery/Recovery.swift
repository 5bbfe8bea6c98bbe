internal import Files
internal import SQLite
internal import StoreLayout
internal import SchemaModel

/// One recovery of a store from another that a backup was restored to, inside a transaction.
struct Recovery {
  private let store: UpkeepStore
  private let donor: UpkeepStore
  private let options: RecoveryOptions
  private let matching: RowMatching
  private let files: RecoveredFiles
  private var connection: Connection { store.connection }

  /// The donor's database is also attached to the connection, as ``RowMatching/donor``.
  ///
  /// - Throws: ``RepairError`` and ``VerificationError`` where the store is in no state to be
  ///   worked on; ``RecoveryError`` where the donor is no such store.
  init(_ connection: Connection, donor: Connection, _ options: RecoveryOptions) throws {
    store = try UpkeepStore(connection, options.history)
    self.donor = try Self.donor(donor, for: store.layout.schema, options)
    self.options = options
    matching = try RowMatching(
      store.layout, options.keys, renumbered: options.renumberedEntities, on: connection)
    files = RecoveredFiles(matching, from: ExternalFolder(ofStoreAt: donor.path))
  }

  private static func donor(
    _ connection: Connection, for wanted: Schema, _ options: RecoveryOptions
  ) throws -> UpkeepStore {
    let donor: UpkeepStore
    do {
      donor = try UpkeepStore(connection, options.history)
    } catch let error as RepairError {
      throw RecoveryError.unusableBackup(reason: error.message)
    } catch is VerificationError {
      throw RecoveryError.anotherModel(store: wanted.name, backup: nil)
    }
    let found = donor.layout.schema
    guard found.name == wanted.name else {
      throw RecoveryError.anotherModel(store: wanted.name, backup: found.name)
    }
    guard found.version == wanted.version else {
      throw RecoveryError.anotherVersion(store: wanted.version, backup: found.version)
    }
    guard found.definitionDigest == wanted.definitionDigest else {
      throw RecoveryError.anotherDefinition(wanted.version)
    }
    return donor
  }

  // MARK: - The plan

  /// What would come back now, as far as can be foreseen.
  func plan() throws -> RecoveryPlan {
    let plan = try plan(with: obstacles())
    try matching.end()
    return plan
  }

  /// Finds out which object is which, and what stays behind.
  private func obstacles() throws -> RecoveryObstacles {
    var tables: [RecoveredTable] = []
    for table in matching.tables { tables.append(try RecoveredTable(table, matching)) }
    try matching.match()
    let links = store.layout.joinTables.enumerated().map {
      RecoveredLinks(links: $1, number: $0, matching: matching)
    }
    var obstacles = RecoveryObstacles(tables, links, relinks: options.relinks, on: connection)
    try obstacles.find()
    return obstacles
  }

  private func plan(with obstacles: RecoveryObstacles) throws -> RecoveryPlan {
    var plan = RecoveryPlan()
    plan.relinks = options.relinks
    plan.leftBehind = try obstacles.leftBehind()
    plan.keptLinks = try obstacles.keptLinks()
    for table in obstacles.tables {
      plan.missing += try table.missing()
      plan.lostLinks += try table.lostLinks()
      plan.emptiedLinks += try table.emptiedLinks()
      plan.differences += try table.differences()
    }
    for rows in obstacles.nameless { plan.add(try rows.comingCount(), to: rows.table.entities) }
    for links in obstacles.links {
      plan.links += try links.count()
      plan.lostLinks += try links.lost()
      plan.absentLinks.append(try links.absent())
      for order in RecoveredOrder.all(of: links) {
        let (count, fillable) = try order.differences()
        plan.differingOrders.append(.init(name: order.name, count: count))
        plan.emptiedOrders.append(.init(name: order.name, count: fillable))
      }
    }
    plan.sort()
    (plan.files, plan.filesLost) = try files.gone()
    plan.fileBytes = files.size(of: plan.files)
    return plan
  }

  // MARK: - Doing it

  /// Puts back what is missing, and proves that nothing else changed.
  ///
  /// What cannot be put back is found out by trying, and all is tried again without it.
  func run(_ backup: (Connection) throws -> String) throws -> RecoveryOutcome {
    let work = UpkeepStore.Work("recovered", toolVersion: options.toolVersion)
    var obstacles = try obstacles()
    var outcome = RecoveryOutcome(plan: try plan(with: obstacles))
    guard !outcome.plan.isEmpty else {
      try matching.end()
      return outcome
    }
    outcome.backup = try backup(connection)
    let breaches = try RecoveryBreaches(store, donor: donor, matching)
    let notes = try RecoveryNotes(of: connection.path)
    let parts = parts(of: obstacles)
    // An object may come back before the one that its link leads to.
    try connection.execute("PRAGMA defer_foreign_keys = ON")
    let triggers = Triggers(
      areAny: try !store.ownTriggers().isEmpty, gentle: try GentleTriggers(of: store))
    var isTrial = !triggers.gentle.isEmpty
    while !outcome.plan.isEmpty {
      switch try attempt(parts, &obstacles, breaches, notes, triggers, isTrial: isTrial) {
      case .done(let changes):
        try matching.end()
        try store.record(
          work, statements: parts.map(\.statement), rowsChanged: changes, backup: outcome.backup)
        return outcome
      case .possible: isTrial = false
      case .refused: outcome.plan = try plan(with: obstacles)
      }
    }
    try matching.end()
    return outcome
  }

  private func parts(of obstacles: RecoveryObstacles) -> [RecoveryPart] {
    let parts =
      obstacles.tables.map(\.insertion) + obstacles.nameless.map(\.insertion)
      + obstacles.links.map { $0.part(relinking: options.relinks) }
    guard options.relinks else { return parts }
    return parts + obstacles.tables.flatMap(\.relinking)
      + obstacles.links.flatMap(RecoveredOrder.all).map(\.part)
  }

  /// The triggers of somebody's own.
  private struct Triggers {
    var areAny: Bool
    var gentle: GentleTriggers
  }

  /// What came of a try.
  private enum Attempt {
    /// All is done: how many rows came back or were filled.
    case done(Int64)
    /// It was a trial, which is undone, and nothing was in the way.
    case possible
    /// Something cannot be, which is noted, and all is undone.
    case refused
  }

  /// Does all parts and proves the outcome; in a trial no trigger undoes more than a row.
  private func attempt(
    _ parts: [RecoveryPart], _ obstacles: inout RecoveryObstacles, _ breaches: RecoveryBreaches,
    _ notes: RecoveryNotes, _ triggers: Triggers, isTrial: Bool
  ) throws -> Attempt {
    let proof = try RecoveryProof(of: store, obstacles)
    try connection.execute("SAVEPOINT recovery")
    if isTrial { try triggers.gentle.takeOver() }
    let values = triggers.areAny ? obstacles.tables.map { RecoveredValues(of: $0) } : []
    if options.relinks { for table in values { try table.noteFilled() } }
    var attempt = RecoveryAttempt(on: connection, notes)
    for (number, part) in parts.enumerated() { try attempt.run(part, number: number) }
    // What is looked up in another table has come by now, or does not.
    for (number, part) in parts.enumerated() { try attempt.noteUnmet(part, number: number) }
    let isRefused = try notes.hasRefusals()
    if !isRefused, !values.isEmpty { try attempt.restore(values, relinking: options.relinks) }
    let found = isRefused ? [] : try breaches.find(notes)
    let isPossible = !isRefused && found.isEmpty
    if isPossible, !isTrial {
      try proof.check()
      try connection.execute("RELEASE recovery")
      return .done(attempt.changes)
    }
    try connection.execute("ROLLBACK TO recovery")
    try connection.execute("RELEASE recovery")
    guard !isPossible else { return .possible }
    try settle(&obstacles, parts, try breaches.breaches(found, notes), notes)
    return .refused
  }

  /// Learns what cannot be from a try that is undone.
  private func settle(
    _ obstacles: inout RecoveryObstacles, _ parts: [RecoveryPart], _ breaches: [RecoveryBreach],
    _ notes: RecoveryNotes
  ) throws {
    let before = try obstacles.count()
    var refusal: String?
    try notes.forEachRefusal {
      refusal = refusal ?? $0.reason
      try obstacles.take($0, of: parts[$0.part])
    }
    for breach in breaches { try obstacles.retreat(from: breach) }
    guard try obstacles.count() > before else {
      throw breaches.first.map { .worse($0.finding) }
        ?? RecoveryError.failed(reason: refusal ?? "nothing is known that keeps it back")
    }
    try obstacles.settle()
    try notes.clear()
  }

  // MARK: - Files

  /// Copies the files that are gone, before the commit that relies on them; returns those that were
  /// not there before.
  func copyFiles(_ names: [String], unless isCancelled: () -> Bool) throws -> [String] {
    try files.copy(names, unless: isCancelled)
  }

  /// Removes files again that were copied for nothing.
  func removeFiles(_ names: [String]) { files.remove(names) }
}
