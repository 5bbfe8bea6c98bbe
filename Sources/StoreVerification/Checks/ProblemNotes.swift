internal import SQLite

/// Notes which rows have which problem while they are checked, in a temporary table.
///
/// Numbers of rows do not tell whether a row has a problem that it had not before: one that is
/// repaired would hide one that is broken.
struct ProblemNotes {
  /// The rows that are looked at.
  enum Run: Int64 {
    /// Those of the store as it was.
    case before
    /// Those of the store that objects are taken from.
    case donor
    /// Those of the store as it is now.
    case after
  }

  /// The temporary table: `_run`, `_table`, `_problem`, `_key`.
  static let table = "temp.\"_migrate_problems\""

  let connection: Connection
  let run: Run

  /// Makes the temporary table anew.
  static func begin(on connection: Connection) throws(SQLiteError) {
    try connection.executeScript(
      """
      DROP TABLE IF EXISTS \(table);
      CREATE TEMP TABLE "_migrate_problems" ("_run" INTEGER, "_table" TEXT, "_problem" TEXT, \
      "_key", PRIMARY KEY ("_run", "_table", "_problem", "_key")) WITHOUT ROWID
      """)
  }

  /// What a problem is called there: the same on every row, whatever SQLite says of one.
  static func name(of problem: Problem) -> String {
    guard case .failingRule(let entity, let rule, _) = problem else { return "\(problem)" }
    return "\(Problem.failingRule(entity: entity, rule: rule, reason: ""))"
  }

  /// Notes the rows of a source that meet a condition.
  func note(_ problem: Problem, of source: RowSource, where condition: String) throws(SQLiteError) {
    try connection.execute(
      """
      INSERT OR IGNORE INTO \(raw: Self.table) \
      SELECT \(run.rawValue), \(source.table), \(Self.name(of: problem)), _key FROM \
      (SELECT \(raw: source.identity) AS _key FROM \(raw: source.from) \
      WHERE \(raw: condition)) WHERE _key IS NOT NULL
      """)
  }

  /// Notes one row of a source.
  func note(_ problem: Problem, of source: RowSource, key: SQLValue) throws(SQLiteError) {
    guard key != .null else { return }
    try connection.execute(
      """
      INSERT OR IGNORE INTO \(raw: Self.table) \
      VALUES (\(run.rawValue), \(source.table), \(Self.name(of: problem)), \(key))
      """)
  }

  /// Takes over what was noted on another connection.
  func add(notedOn other: Connection) throws(SQLiteError) {
    let rows = try other.prepare(
      "SELECT _table, _problem, _key FROM \(raw: Self.table) WHERE _run = \(run.rawValue)")
    while try rows.step() {
      try connection.execute(
        """
        INSERT OR IGNORE INTO \(raw: Self.table) \
        VALUES (\(run.rawValue), \(rows.value(at: 0)), \(rows.value(at: 1)), \(rows.value(at: 2)))
        """)
    }
  }
}
