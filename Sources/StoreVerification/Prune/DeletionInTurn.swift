internal import SQLite

/// Deletes rows turn by turn: each row after the rows that a rule ties to it, if these are to be deleted too.
///
/// Then no rule acts on a row that is to be deleted anyway. No chain of cascades is too long, and no rule
/// denies a deletion because of such a row. A trigger finds every link unchanged. Rows that lead to each
/// other in a ring are deleted last, and together.
struct DeletionInTurn {
  let closure: DeletionClosure
  private var connection: Connection { closure.connection }

  /// The temporary table of waiting rows: `_table` and `_key` wait for `_for_table` and `_for_key`.
  private static let waits = "temp.\"_migrate_waits\""
  /// The temporary table of the rows of each turn: `_turn`, `_table`, `_key`.
  private static let turns = "temp.\"_migrate_turns\""

  /// Deletes all rows; `rings` are the statements for rows in rings, in their order.
  func run(rings: [String]) throws(SQLiteError) -> Removal.Outcome {
    try begin()
    let deletions = (closure.tables + closure.followers).enumerated().map { number, table in
      "DELETE FROM \(table.quotedName) WHERE \(closure.addresses.address(in: table)) "
        + "IN (SELECT _key FROM \(Self.turns) WHERE _turn = ?1 AND _table = \(number))"
    }
    var (turn, changes): (Int64, Int64) = (0, 0)
    while true {
      let tables = try connection.rows(
        "SELECT DISTINCT _table FROM \(raw: Self.turns) WHERE _turn = \(turn) ORDER BY 1")
      guard !tables.isEmpty else { break }
      for table in tables.compactMap({ $0[0].integer }) {
        changes += try run(deletions[Int(table)], turn)
      }
      try findNext(after: turn)
      turn += 1
    }
    changes += try closure.run(rings)
    try connection.executeScript("DROP TABLE \(Self.waits); DROP TABLE \(Self.turns)")
    return (deletions + rings, changes)
  }

  private func run(_ deletion: String, _ turn: Int64) throws(SQLiteError) -> Int64 {
    var statement = try connection.prepare(SQL(raw: deletion))
    try statement.bind([.integer(turn)])
    while try statement.step() {}
    return connection.changedRowCount
  }

  /// Notes the waiting rows, and the rows that wait for none.
  private func begin() throws(SQLiteError) {
    try connection.executeScript(
      """
      CREATE TEMP TABLE "_migrate_waits" ("_table" INTEGER, "_key", "_for_table" INTEGER, "_for_key", \
      PRIMARY KEY ("_for_table", "_for_key", "_table", "_key")) WITHOUT ROWID;
      CREATE INDEX temp."_migrate_waits_for" ON "_migrate_waits" ("_table", "_key");
      CREATE TEMP TABLE "_migrate_turns" ("_turn" INTEGER, "_table" INTEGER, "_key", \
      PRIMARY KEY ("_turn", "_table", "_key")) WITHOUT ROWID
      """)
    for edge in closure.edges where edge.letsItsTargetGoFirst {
      let (source, target) = (closure.number(of: edge.source), closure.number(of: edge.target))
      try connection.execute(
        SQL(
          raw: """
            INSERT OR IGNORE INTO \(Self.waits) SELECT \(source), _g._key, \(target), _links._far \
            FROM \(DeletionClosure.gone) AS _g JOIN (\(edge.links)) AS _links \
            ON _links._near = _g._key WHERE _g._table = \(source) \
            AND EXISTS (SELECT 1 FROM \(DeletionClosure.gone) AS _t \
            WHERE _t._table = \(target) AND _t._key = +_links._far) \
            AND NOT (\(source) = \(target) AND _g._key = +_links._far)
            """))
    }
    try connection.execute(
      """
      INSERT INTO \(raw: Self.turns) SELECT 0, _table, _key FROM \(raw: DeletionClosure.gone) AS _g \
      WHERE \(raw: Self.isFree("_g"))
      """)
  }

  /// Whether a row waits for no other.
  private static func isFree(_ row: String) -> String {
    "NOT EXISTS (SELECT 1 FROM \(waits) AS _w "
      + "WHERE _w._table = \(row)._table AND _w._key = \(row)._key)"
  }

  /// Finds the rows that waited only for the rows of one turn.
  private func findNext(after turn: Int64) throws(SQLiteError) {
    try connection.execute(
      """
      INSERT OR IGNORE INTO \(raw: Self.turns) SELECT \(turn) + 1, _w._table, _w._key \
      FROM \(raw: Self.turns) AS _t JOIN \(raw: Self.waits) AS _w \
      ON _w._for_table = _t._table AND _w._for_key = _t._key WHERE _t._turn = \(turn)
      """)
    try connection.execute(
      """
      DELETE FROM \(raw: Self.waits) WHERE (_for_table, _for_key) IN \
      (SELECT _table, _key FROM \(raw: Self.turns) WHERE _turn = \(turn))
      """)
    try connection.execute(
      """
      DELETE FROM \(raw: Self.turns) AS _t WHERE _turn = \(turn) + 1 \
      AND NOT \(raw: Self.isFree("_t"))
      """)
  }
}
