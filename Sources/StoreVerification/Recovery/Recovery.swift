internal import Files
internal import SQLiteStore
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

  /// What would come back now.
  func plan() throws -> RecoveryPlan {
    try matching.match()
    let plan = try matchedPlan()
    try matching.end()
    return plan
  }

  private func matchedPlan() throws -> RecoveryPlan {
    var plan = RecoveryPlan()
    plan.relinks = options.relinks
    let tables = try tables()
    let obstacles = RecoveryObstacles(tables)
    try obstacles.find()
    plan.leftBehind = try obstacles.leftBehind()
    plan.keptLinks = try obstacles.keptLinks()
    for table in tables {
      plan.missing += try table.missing()
      plan.lostLinks += try table.lostLinks()
      plan.emptiedLinks += try table.emptiedLinks()
      plan.differences += try table.differences()
    }
    for links in links {
      plan.links += try links.count()
      plan.absentLinks.append(try links.absent())
      let kept = try links.kept()
      plan.keptLinks.append(
        .init(name: kept.name, count: kept.count, reason: .leftBehind, examples: []))
    }
    plan.absentLinks.removeAll { $0.count == 0 }
    plan.keptLinks.removeAll { $0.count == 0 }
    plan.missing.sort { $0.entity < $1.entity }
    plan.emptiedLinks.sort { $0.name < $1.name }
    plan.absentLinks.sort { $0.name < $1.name }
    plan.leftBehind.sort { $0.entity < $1.entity }
    plan.keptLinks.sort { $0.name < $1.name }
    plan.differences.sort { $0.entity < $1.entity }
    (plan.files, plan.filesLost) = try files.gone()
    plan.fileBytes = files.size(of: plan.files)
    return plan
  }

  private func tables() throws -> [RecoveredTable] {
    var tables: [RecoveredTable] = []
    for table in matching.tables { tables.append(try RecoveredTable(table, matching)) }
    return tables
  }

  private var links: [RecoveredLinks] {
    store.layout.joinTables.map { RecoveredLinks(links: $0, matching: matching) }
  }

  // MARK: - Doing it

  /// Puts back what is missing, and proves that nothing else changed.
  func run(_ backup: (Connection) throws -> String) throws -> RecoveryOutcome {
    let work = UpkeepStore.Work("recovered", toolVersion: options.toolVersion)
    try matching.match()
    let plan = try matchedPlan()
    guard !plan.isEmpty else {
      try matching.end()
      return RecoveryOutcome(plan: plan)
    }
    let outcome = RecoveryOutcome(plan: plan, backup: try backup(connection))
    // What is wrong with an object in the backup is so when it is back.
    let findings = try store.contentFindings()
      .merging(try donor.contentFindings()) { mine, theirs in mine + theirs }
    let tables = try tables()
    let expected = try expectedCounts()
    let sums = try tables.map { try $0.sumOfOld(relinking: options.relinks) }
    let statements =
      tables.map(\.insertion) + links.map { $0.insertion(relinking: options.relinks) }
      + (options.relinks ? tables.flatMap(\.relinking) : [])
    // An object may come back before the one that its link leads to.
    try connection.execute("PRAGMA defer_foreign_keys = ON")
    var changes: Int64 = 0
    for statement in statements { changes += try execute(statement) }
    try prove(expected)
    try prove(tables, sums)
    try store.proveNothingWorse(than: findings)
    try matching.end()
    try store.record(work, statements: statements, rowsChanged: changes, backup: outcome.backup)
    return outcome
  }

  private func execute(_ statement: String) throws -> Int64 {
    do throws(SQLiteError) {
      try connection.execute(SQL(raw: statement))
      return connection.changedRowCount
    } catch {
      guard !error.isAboutTheMoment else { throw error }
      throw RecoveryError.failed(reason: error.message)
    }
  }

  // MARK: - Proof

  private func expectedCounts() throws -> [UpkeepStore.RowCount] {
    var added: [String: Int64] = [:]
    for table in matching.tables { added[table] = try matching.missingCount(in: table) }
    for links in links {
      added[links.links.name] =
        try links.count() + (options.relinks ? links.absent().count : 0)
    }
    return try store.rowCounts(adding: added)
  }

  private func prove(_ expected: [UpkeepStore.RowCount]) throws {
    if let (table, expected, found) = try store.surprise(against: expected) {
      throw RecoveryError.unforeseen(table: table, expected: expected, found: found)
    }
  }

  /// What was there is as it was, and what came back is as in the backup.
  private func prove(_ tables: [RecoveredTable], _ sums: [ContentChecksum]) throws {
    for (index, table) in tables.enumerated() {
      guard try table.sumOfOld(relinking: options.relinks) == sums[index],
        try table.differences(ofNew: true).isEmpty
      else { throw RecoveryError.altered(table: matching.tables[index]) }
    }
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
