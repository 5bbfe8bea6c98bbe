internal import SQLite

/// What a try has found out, kept where it stays when the try is undone.
///
/// What a transaction writes to temporary tables goes with what else it wrote, so these are in a
/// database of their own, in a file without a name.
struct RecoveryNotes {
  /// What SQLite refused: of which part of the recovery, and what tells the row apart in it.
  struct Refusal {
    var part: Int
    var first: SQLValue
    var second: SQLValue
    /// SQLite's words, or those of a trigger.
    var reason: String
  }

  private let connection: Connection

  /// Notes of nothing, for a recovery of the store at a path.
  init(of path: String) throws(SQLiteError) {
    connection = try Connection.temporary(namedIn: path)
    try connection.executeScript(
      """
      PRAGMA journal_mode = OFF;
      CREATE TABLE refusals ("part" INTEGER, "first", "second", "reason" TEXT);
      CREATE TABLE breaches ("problem" INTEGER, "key")
      """)
  }

  /// Notes a row that was refused.
  func add(_ refusal: Refusal) throws(SQLiteError) {
    try connection.execute(
      """
      INSERT INTO refusals VALUES (\(Int64(refusal.part)), \(refusal.first), \(refusal.second), \
      \(refusal.reason))
      """)
  }

  /// Notes a row that has a problem, by its number among the problems.
  func add(breachOf problem: Int, key: SQLValue) throws(SQLiteError) {
    try connection.execute("INSERT INTO breaches VALUES (\(Int64(problem)), \(key))")
  }

  /// Whether anything was refused.
  func hasRefusals() throws(SQLiteError) -> Bool {
    try connection.integer("SELECT 1 FROM refusals LIMIT 1") != nil
  }

  /// Hands over what was refused.
  func forEachRefusal(_ body: (Refusal) throws -> Void) throws {
    let rows = try connection.prepare(
      #"SELECT "part", "first", "second", "reason" FROM refusals ORDER BY rowid"#)
    while try rows.step() {
      guard case .text(let reason) = rows.value(at: 3) else { continue }
      try body(
        Refusal(
          part: Int(rows.integer(at: 0)), first: rows.value(at: 1), second: rows.value(at: 2),
          reason: reason))
    }
  }

  /// Hands over the rows with a problem.
  func forEachBreach(_ body: (_ problem: Int64, _ key: SQLValue) throws -> Void) throws {
    let rows = try connection.prepare(#"SELECT "problem", "key" FROM breaches ORDER BY rowid"#)
    while try rows.step() { try body(rows.integer(at: 0), rows.value(at: 1)) }
  }

  /// Forgets all of it.
  func clear() throws(SQLiteError) {
    try connection.executeScript("DELETE FROM refusals; DELETE FROM breaches")
  }
}
