internal import SQLiteStore

// MARK: - Rows that nothing tells apart

extension RowMatching {
  /// The temporary table of the rows of the store by what is in them: `_content`, `_place` among those
  /// that are alike, `_row`.
  private static let contents = "temp.\"_migrate_contents\""

  /// Whether a table has no key at all.
  ///
  /// SQLite numbers its rows anew as it sees fit (https://www.sqlite.org/lang_vacuum.html).
  func isKeyless(_ table: String) -> Bool {
    layout.existingTables[table]?.primaryKey.isEmpty ?? false
  }

  /// Takes rows of a table without a key for the same that have the same content, each for one.
  func matchByContent(_ table: String) throws(SQLiteError) {
    // hidden: 2 and 3 are generated columns, which have no values of their own.
    let columns = try connection.texts(
      "SELECT name FROM pragma_table_xinfo(\(table), 'main') WHERE hidden = 0 ORDER BY cid")
    func contents(_ source: String, _ row: String) -> String {
      let unkeyed = columnKeys.filter { $0.table == table }.map { "NOT \($0.isKeyed(row))" }
      return """
        SELECT _content, row_number() OVER (PARTITION BY _content ORDER BY _row) AS _place, _row \
        FROM (SELECT \(Self.content(columns, row)) AS _content, \(identity(table, row)) AS _row \
        FROM \(source) AS \(row) WHERE \((unkeyed + ["1"]).joined(separator: " AND ")))
        """
    }
    try connection.executeScript(
      """
      CREATE TEMP TABLE "_migrate_contents" ("_content", "_place" INTEGER, "_row" INTEGER, \
      PRIMARY KEY ("_content", "_place")) WITHOUT ROWID;
      INSERT INTO \(Self.contents) \(contents("main.\(table.quotedName)", "_s"));
      INSERT OR IGNORE INTO \(Self.map) SELECT \(number(of: table)), _theirs._row, _mine._row, 0 \
      FROM (\(contents(donor(table), "_d"))) AS _theirs JOIN \(Self.contents) AS _mine \
      ON _mine._content = _theirs._content AND _mine._place = _theirs._place;
      DROP TABLE \(Self.contents)
      """)
  }

  /// All values of a row in one text, which no other values have.
  ///
  /// Of a text, `quote` gives what stands before the first NUL.
  private static func content(_ columns: [String], _ row: String) -> String {
    columns.map { name in
      let value = "\(row).\(name.quotedName)"
      return "CASE WHEN typeof(\(value)) IN ('text', 'blob') "
        + "THEN typeof(\(value)) || hex(\(value)) ELSE quote(\(value)) END"
    }.joined(separator: " || ',' || ")
  }
}
