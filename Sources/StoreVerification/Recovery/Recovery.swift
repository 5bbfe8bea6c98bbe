internal import Diagnostics
internal import SQLite
internal import SchemaModel
internal import StoreLayout

/// One recovery of a store from a second store, to which a backup was restored, inside a transaction.
///
/// 1. ``RowMatching`` pairs the rows of both stores in a temporary table.
/// 2. One statement for each table inserts the missing rows with their links. Further statements add the
/// other links.
/// 3. The recovery is proven. Recovered rows are as in the backup, other rows are unchanged, and no object
/// has a new problem. If this does not hold, everything is undone.
struct Recovery {
  private let store: UpkeepStore
  private let donor: UpkeepStore
  private let options: RecoveryOptions
  private let matching: RowMatching
  private let links: RecoveredLinks
  let files: RecoveredFiles
  private var connection: Connection { store.connection }

  /// The donor's database is also attached to the connection, as ``RowMatching/donor``.
  ///
  /// - Throws: ``RepairError`` and ``VerificationError`` if the store is in no state for changes;
  ///   ``RecoveryError`` if the donor is unsuitable.
  init(_ connection: Connection, donor: Connection, _ options: RecoveryOptions) throws {
    store = try UpkeepStore(connection, options.history)
    do {
      self.donor = try UpkeepStore(donor, options.history)
    } catch let error as RepairError {
      throw RecoveryError.unusableBackup(reason: error.message)
    }
    let wanted = store.layout.schema
    guard self.donor.layout.schema.definitionDigest == wanted.definitionDigest else {
      throw RecoveryError.unusableBackup(
        reason: "its version \(wanted.version) is defined in another way than the store's")
    }
    self.options = options
    matching = try RowMatching(store.layout, options, on: connection)
    links = RecoveredLinks(matching)
    files = RecoveredFiles(matching, from: donor.path, app: options.appFiles)
  }

  /// Puts back the missing objects, links and files.
  ///
  /// - Throws: ``RecoveryError/undone(_:)`` if this is not possible.
  func run(_ backup: (Connection) throws -> String) throws -> RecoveryOutcome {
    let work = UpkeepStore.Work("recovered", toolVersion: options.toolVersion)
    var outcome = RecoveryOutcome(plan: try plan())
    guard !outcome.plan.isEmpty else {
      try end()
      return outcome
    }
    outcome.backup = try backup(connection)
    try noteProblems()
    let staying = try StayingValues(store, links.staying, others: [])
    // An object may be inserted before the destination of its link.
    try connection.execute("PRAGMA defer_foreign_keys = ON")
    let parts = matching.tables.map(\.insertion) + links.parts
    var changes: Int64 = 0
    let triggers = Dictionary(grouping: try store.ownTriggers(), by: \.table)
      .mapValues { $0.map(\.id.name) }
    let refusals = try parts.map { try refusal(of: $0, triggers[$0.table] ?? [], &changes) }
    var problems = try zip(parts, refusals).compactMap { part, refusal -> RecoveryProblem? in
      let absent = try matching.sample(of: part.absent, named: part.keyNames)
      // A row that is skipped or changed without an error has no refusal.
      guard refusal != nil || absent != nil else { return nil }
      return .refused(
        part.subject, reason: refusal?.reason, absent,
        triggers: refusal?.triggers ?? triggers[part.table] ?? [])
    }
    let acting = Set(parts.map(\.table)).flatMap { triggers[$0] ?? [] }.sorted()
    problems += try staying.effects().map { .altered(table: $0.subject, triggers: acting) }
    if problems.isEmpty { problems = try newProblems() }
    guard problems.isEmpty else { throw RecoveryError.undone(problems) }
    try end()
    try store.record(
      work, statements: parts.map { $0.statement() }, rowsChanged: changes, backup: outcome.backup)
    return outcome
  }

  private func plan() throws -> RecoveryPlan {
    var plan = RecoveryPlan()
    try matching.match()
    try links.find(&plan)
    for table in matching.tables {
      for entity in table.entities {
        let row = try connection.rows(
          SQL(
            raw: """
              SELECT count(*), coalesce(sum(_m._new IS NOT _m._old), 0) FROM \(table.rows(areNew: true)) \
              WHERE \(table.isMember(of: entity))
              """))[0]
        if let count = row[0].integer, count > 0 {
          plan.missing.append(
            .init(entity: entity, count: count, renumbered: row[1].integer ?? 0))
        }
        plan.differences += try matching.difference(of: entity, in: table).map { [$0] } ?? []
      }
    }
    try files.find(&plan)
    try files.findOfApp(&plan)
    plan.missing.sort { $0.entity < $1.entity }
    plan.differences.sort { $0.entity < $1.entity }
    return plan
  }

  /// Runs a part, and returns the reason if it is refused: the message of SQLite or of a trigger, with the
  /// possible triggers.
  ///
  /// After a refusal, as much as possible is inserted or updated, to find the refused objects.
  private func refusal(
    of part: RecoveryPart, _ triggers: [String], _ changes: inout Int64
  ) throws -> (reason: String, triggers: [String])? {
    do throws(SQLiteError) {
      try connection.execute(SQL(raw: part.statement()))
      changes += connection.changedRowCount
      return nil
    } catch {
      guard error.primaryCode == .constraint || error.isAboutTheQuery else { throw error }
      let refusal =
        error.code == .constraintTrigger
        ? (
          "\(RecoveryProblem.cause(triggers) ?? "a trigger") refuses with '\(error.message)'",
          triggers
        )
        : (error.message, [])
      guard connection.isInTransaction else {
        throw RecoveryError.undone([
          .refused(part.subject, reason: refusal.0, nil, triggers: refusal.1)
        ])
      }
      try? connection.execute(SQL(raw: part.statement(" OR IGNORE")))
      return refusal
    }
  }

  /// Removes the temporary tables.
  private func end() throws(SQLiteError) {
    let tables = [RowMatching.map, ProblemNotes.table, RecoveredLinks.rows]
    try connection.executeScript(tables.map { "DROP TABLE IF EXISTS \($0);" }.joined())
  }

  // MARK: - New problems

  /// Notes the existing problems of the store and of the backup; a problem of the backup may come back.
  private func noteProblems() throws(SQLiteError) {
    try ProblemNotes.begin(on: connection)
    try ProblemNotes.begin(on: donor.connection)
    _ = try store.findings(noting: .before) + donor.findings(noting: .donor)
    try ProblemNotes(connection: connection, run: .donor).add(notedOn: donor.connection)
  }

  /// The objects with a problem that they had neither in the store nor in the backup.
  private func newProblems() throws -> [RecoveryProblem] {
    func noted(_ run: ProblemNotes.Run, _ key: String) -> String {
      "EXISTS (SELECT 1 FROM \(ProblemNotes.table) AS _b WHERE _b._run = \(run.rawValue) "
        + "AND _b._table = _a._table AND _b._problem = _a._problem AND _b._key = \(key))"
    }
    return try store.findings(noting: .after).compactMap { finding in
      guard finding.severity == .error else { return nil }
      let rows = """
        FROM \(ProblemNotes.table) AS _a \
        WHERE _a._run = \(ProblemNotes.Run.after.rawValue) \
        AND _a._problem = \(ProblemNotes.name(of: finding.problem).quotedText) \
        AND NOT \(noted(.before, "_a._key")) AND NOT EXISTS (SELECT 1 FROM \(RowMatching.map) AS _m \
        WHERE _m._table = _a._table AND _m._new = _a._key AND \(noted(.donor, "_m._old")))
        """
      let table = try connection.texts("SELECT _a._table \(raw: rows) LIMIT 1").first
      let found = try matching.sample(
        of: "SELECT _a._key AS _found \(rows)",
        named: table.map { store.layout.keyNames(ofRowsIn: $0) } ?? [])
      return found.map { .worse(finding.problem, $0) }
    }
  }
}

/// One statement of a recovery.
struct RecoveryPart {
  let subject: RecoveryProblem.Subject
  /// The table that it writes to.
  let table: String
  /// The columns of the identity of its rows.
  let keyNames: [String]
  /// `INSERT` or `UPDATE`.
  let verb: String
  /// The rest of the statement.
  let rest: String
  /// A query for the objects that the statement has not written, as `_found`.
  let absent: String

  func statement(_ policy: String = "") -> String { "\(verb)\(policy) \(rest)" }
}
