internal import Diagnostics
internal import SQLite
internal import SchemaModel
internal import StoreLayout

/// One recovery of a store from another that a backup was restored to, inside a transaction.
///
/// 1. ``RowMatching`` says which row is which, in a temporary table.
/// 2. One statement a table puts back the rows that are missing, with their links; so it is done with links.
/// 3. What came is as in the backup, what was there is as it was, and nothing is wrong that was not before: or
///    all of it is undone.
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
  /// - Throws: ``RepairError`` and ``VerificationError`` where the store is in no state to be worked on;
  ///   ``RecoveryError`` where the donor is no such store.
  init(_ connection: Connection, donor: Connection, _ options: RecoveryOptions) throws {
    store = try UpkeepStore(connection, options.history)
    do {
      self.donor = try UpkeepStore(donor, options.history)
    } catch let error as RepairError {
      throw RecoveryError.unusableBackup(reason: error.message)
    }
    let wanted = store.layout.schema
    guard self.donor.layout.schema.definitionDigest == wanted.definitionDigest else {
      throw RecoveryError.anotherDefinition(wanted.version)
    }
    self.options = options
    matching = try RowMatching(store.layout, options, on: connection)
    links = RecoveredLinks(matching, relinks: options.relinks)
    files = RecoveredFiles(matching, from: donor.path)
  }

  /// What would come back, as far as can be told without doing it.
  func plan() throws -> RecoveryPlan {
    var plan = RecoveryPlan()
    plan.relinks = options.relinks
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
        guard let count = row[0].integer, count > 0 else { continue }
        plan.missing.append(
          .init(entity: entity, count: count, renumbered: row[1].integer ?? 0))
      }
      plan.differences += try table.differences(matching)
    }
    try files.find(&plan)
    plan.linkCounts = RecoveryPlan.LinkCount.Kind.allCases.flatMap {
      plan.links($0).sorted { $0.name < $1.name }
    }
    plan.missing.sort { $0.entity < $1.entity }
    plan.differences.sort { $0.entity < $1.entity }
    return plan
  }

  /// Puts back what is missing.
  ///
  /// - Throws: ``RecoveryError/undone(_:)`` where it cannot be.
  func run(_ backup: (Connection) throws -> String) throws -> RecoveryOutcome {
    let work = UpkeepStore.Work("recovered", toolVersion: options.toolVersion)
    var outcome = RecoveryOutcome(plan: try plan())
    guard !outcome.plan.isEmpty else {
      try end()
      return outcome
    }
    outcome.backup = try backup(connection)
    let known = try noteProblems()
    let staying = try StayingValues(store, links.staying, others: [])
    // An object may come back before what its link leads to.
    try connection.execute("PRAGMA defer_foreign_keys = ON")
    var parts = matching.tables.map(\.insertion) + links.parts
    if try !store.ownTriggers().isEmpty { parts += matching.tables.compactMap(\.restoration) }
    var changes: Int64 = 0
    var refusals: [RecoveryProblem] = []
    let reasons = try parts.map { try refusal(of: $0, &changes) }
    for (part, reason) in zip(parts, reasons) {
      let absent = try matching.sample(of: part.absent)
      guard absent != nil || reason != nil else { continue }
      refusals.append(.refused(part.subject, reason: reason, absent))
    }
    let problems =
      try refusals + alterations(staying) + newProblems(known, besides: !refusals.isEmpty)
    guard problems.isEmpty else { throw RecoveryError.undone(problems) }
    try end()
    let statements = parts.map { "\($0.statement.verb) \($0.statement.rest)" }
    try store.record(
      work, statements: statements, rowsChanged: changes, backup: outcome.backup)
    return outcome
  }

  /// Why a part is refused; nil where it is done.
  ///
  /// Then as much of it is done as can be, for all else that is wrong to be found too.
  private func refusal(of part: RecoveryPart, _ changes: inout Int64) throws -> String? {
    func run(_ policy: String) throws -> SQLiteError? {
      do throws(SQLiteError) {
        let statement = part.statement
        try connection.execute(SQL(raw: "\(statement.verb)\(policy) \(statement.rest)"))
        changes += connection.changedRowCount
        return nil
      } catch {
        guard error.primaryCode == .constraint || error.isAboutTheQuery else { throw error }
        guard connection.isInTransaction else {
          throw RecoveryError.undone([.refused(part.subject, reason: error.message, nil)])
        }
        return error
      }
    }
    guard let error = try run("") else { return nil }
    _ = try run(" OR IGNORE")
    return error.message
  }

  /// Removes the temporary tables.
  private func end() throws(SQLiteError) {
    let tables = [RowMatching.map, ProblemNotes.table] + RecoveredLinks.temporaryTables
    try connection.executeScript(tables.map { "DROP TABLE IF EXISTS \($0);" }.joined())
  }
}

/// One statement of a recovery.
struct RecoveryPart {
  let subject: RecoveryProblem.Subject
  /// `INSERT` or `UPDATE`, and all after it, for `OR IGNORE` to stand between.
  let statement: (verb: String, rest: String)
  /// A query for what is not there afterwards, as `_found`.
  let absent: String
}

// MARK: - Proof

extension Recovery {
  /// Notes what is wrong already, and what is wrong in the backup: that comes back as it was.
  private func noteProblems() throws(SQLiteError) -> Set<String> {
    try ProblemNotes.begin(on: connection)
    try ProblemNotes.begin(on: donor.connection)
    let findings = try store.findings(noting: .before) + donor.findings(noting: .donor)
    try ProblemNotes(connection: connection, run: .donor).add(notedOn: donor.connection)
    return Set(findings.map { ProblemNotes.name(of: $0.problem) })
  }

  /// What is wrong now and was not, with whatever leads nowhere unless something did not come.
  private func newProblems(
    _ known: Set<String>, besides isPartial: Bool
  ) throws -> [RecoveryProblem] {
    func noted(_ run: ProblemNotes.Run, _ row: String) -> String {
      "SELECT 1 FROM \(ProblemNotes.table) AS \(row) WHERE \(row)._run = \(run.rawValue) "
        + "AND \(row)._table = _a._table AND \(row)._problem = _a._problem"
    }
    var problems: [RecoveryProblem] = []
    for finding in try store.findings(noting: .after) where finding.severity == .error {
      if isPartial, case .danglingLink = finding.problem { continue }
      let name = ProblemNotes.name(of: finding.problem)
      let found = try matching.sample(
        of: """
          SELECT _a._key AS _found FROM \(ProblemNotes.table) AS _a \
          WHERE _a._run = \(ProblemNotes.Run.after.rawValue) AND _a._problem = \(name.quotedText) \
          AND NOT EXISTS (\(noted(.before, "_b")) AND _b._key = _a._key) \
          AND NOT EXISTS (SELECT 1 FROM \(RowMatching.map) AS _m WHERE _m._table = _a._table \
          AND _m._new = _a._key AND EXISTS (\(noted(.donor, "_c")) AND _c._key = _m._old))
          """)
      if let found {
        problems.append(.worse(finding.problem, found))
      } else if !known.contains(name) {
        problems.append(.worse(finding.problem, .init(count: finding.count, examples: [])))
      }
    }
    return problems + (isPartial ? [] : try unmetReferences())
  }

  /// The rows that came whose foreign keys lead to nothing that are no relationships: the commit would fail.
  private func unmetReferences() throws(SQLiteError) -> [RecoveryProblem] {
    let definition = try connection.readDefinition()
    var problems: [RecoveryProblem] = []
    for table in matching.tables {
      for key in definition.table(named: table.name)?.foreignKeys ?? [] {
        let key = definition.completed(key)
        guard definition.parent(of: key) != nil, key.parentColumns.count == key.columns.count,
          !table.links.contains(where: { [$0.column] == key.columns })
        else { continue }
        let orphans = Connection.orphans(of: key, in: table.name)
        let lost = try connection.integer(
          """
          SELECT count(*) FROM \(raw: RowMatching.map) AS _n WHERE _n._table = \(table.name) \
          AND _n._is_new AND _n._new IN (SELECT \(raw: table.identity("_child")) FROM \(orphans))
          """)
        if let lost, lost > 0 {
          problems.append(
            .unmet(table.subject, columns: key.columns, parent: key.table, count: lost))
        }
      }
    }
    return problems
  }

  private func alterations(_ staying: StayingValues) throws(SQLiteError) -> [RecoveryProblem] {
    try staying.effects().map { .altered(table: $0.subject) }
  }
}
