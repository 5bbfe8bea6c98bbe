internal import StoreLayout
internal import Diagnostics
internal import SQLite
internal import SchemaModel

/// Finds the objects that would not be as the model asks, and were before or are in the backup.
struct RecoveryBreaches {
  /// The temporary table: `_problem`, `_key`.
  static let table = "temp.\"_migrate_breaches\""

  private let store: UpkeepStore
  private let matching: RowMatching
  /// What was wrong already, by its name among the notes.
  private let known: Set<String>

  /// Notes what is wrong now, and what is wrong in the backup: that comes back as it was.
  init(_ store: UpkeepStore, donor: UpkeepStore, _ matching: RowMatching) throws(SQLiteError) {
    self.store = store
    self.matching = matching
    let connection = store.connection
    try ProblemNotes.begin(on: connection)
    try ProblemNotes.begin(on: donor.connection)
    let findings = try store.findings(noting: .before) + donor.findings(noting: .donor)
    try ProblemNotes(connection: connection, run: .donor).add(notedOn: donor.connection)
    known = Set(findings.map { ProblemNotes.name(of: $0.problem) })
    try connection.executeScript(
      """
      DROP TABLE IF EXISTS \(Self.table);
      CREATE TEMP TABLE "_migrate_breaches" ("_problem" INTEGER, "_key", \
      PRIMARY KEY ("_problem", "_key")) WITHOUT ROWID
      """)
  }

  /// What is wrong now and was not, by the number of the table with the objects, which are noted;
  /// empty where nothing is.
  ///
  /// - Throws: ``RecoveryError/worse(_:)`` for what is wrong with no object in particular.
  func find(_ notes: RecoveryNotes) throws -> [(finding: Finding, table: Int)] {
    var found: [(Finding, Int)] = []
    for finding in try store.findings(noting: .after) where finding.severity == .error {
      let name = ProblemNotes.name(of: finding.problem)
      let tables = try store.connection.texts(
        """
        SELECT DISTINCT _table FROM \(raw: ProblemNotes.table) \
        WHERE _run = \(ProblemNotes.Run.after.rawValue) AND _problem = \(name)
        """)
      if tables.isEmpty, !known.contains(name) { throw RecoveryError.worse(finding) }
      for table in tables {
        let new = try noteNewRows(of: table, name, as: found.count, notes)
        found += new.finding(finding.problem).map { ($0, number(of: table)) }
      }
    }
    return found
  }

  private func noteNewRows(
    of table: String, _ name: String, as problem: Int, _ notes: RecoveryNotes
  ) throws(SQLiteError) -> Tally {
    func noted(_ run: ProblemNotes.Run, _ row: String) -> SQL {
      """
      FROM \(raw: ProblemNotes.table) AS \(raw: row) WHERE \(raw: row)._run = \(run.rawValue) \
      AND \(raw: row)._table = \(table) AND \(raw: row)._problem = \(name)
      """
    }
    let number = Int64(number(of: table))
    let rows = try store.connection.prepare(
      """
      SELECT _a._key \(noted(.after, "_a")) \
      AND NOT EXISTS (SELECT 1 \(noted(.before, "_b")) AND _b._key = _a._key) \
      AND NOT EXISTS (SELECT 1 FROM \(raw: RowMatching.map) AS _m WHERE _m._table = \(number) \
      AND _m._new = _a._key AND EXISTS (SELECT 1 \(noted(.donor, "_c")) AND _c._key = _m._old))
      """)
    var new = Tally()
    while try rows.step() {
      try notes.add(breachOf: problem, key: rows.value(at: 0))
      new.add(rows.value(at: 0).integer)
    }
    return new
  }

  /// The number of the table with the objects that rows of a table are told apart by: of links, of
  /// those at their owning end.
  private func number(of table: String) -> Int {
    let links = matching.layout.joinTables.first { $0.name == table }
    let owner = links.flatMap { matching.layout.table(of: $0.association.primary.entity) }
    return matching.number(of: owner ?? table)
  }

  /// The same once the try is undone.
  func breaches(
    _ found: [(finding: Finding, table: Int)], _ notes: RecoveryNotes
  ) throws -> [RecoveryBreach] {
    let connection = store.connection
    try connection.execute("DELETE FROM \(raw: Self.table)")
    try notes.forEachBreach { problem, key in
      try connection.execute(
        "INSERT OR IGNORE INTO \(raw: Self.table) VALUES (\(problem), \(key))")
    }
    return found.enumerated().map { number, found in
      RecoveryBreach(
        finding: found.finding, table: found.table,
        keys: "SELECT _key FROM \(Self.table) WHERE _problem = \(number)")
    }
  }
}
