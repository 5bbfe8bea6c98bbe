internal import SQLite

/// Notes the rows with a problem in a temporary table, while they are checked.
///
/// Counts alone do not show that a row has a new problem: a repaired row would hide a broken one.
struct ProblemNotes {
  /// The store whose rows are checked.
  enum Run: Int64 {
    /// The store in its former state.
    case before
    /// The store that objects are taken from.
    case donor
    /// The store in its present state.
    case after
  }

  /// The temporary table: `_run`, `_table`, `_problem`, `_key`.
  static let table = "temp.\"_migrate_problems\""

  let connection: Connection
  let run: Run

  /// Creates the temporary table, empty.
  static func begin(on connection: Connection) throws(SQLiteError) {
    try connection.executeScript(
      """
      DROP TABLE IF EXISTS \(table);
      CREATE TEMP TABLE "_migrate_problems" ("_run" INTEGER, "_table" TEXT, "_problem" TEXT, \
      "_key", PRIMARY KEY ("_run", "_table", "_problem", "_key")) WITHOUT ROWID
      """)
  }

  /// The name of a problem in the table: the same for all rows, whatever SQLite's message is.
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

  /// Copies the notes that another connection made.
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
