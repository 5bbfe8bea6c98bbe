internal import StoreLayout
internal import SQLText
internal import SQLite

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

  /// Whether nothing at all tells the rows of a table apart: it has no key, and a column has the name
  /// by which SQLite's number of a row is asked for.
  func isUnnamed(_ table: String) -> Bool {
    guard let existing = layout.existingTables[table], existing.primaryKey.isEmpty else {
      return false
    }
    return definition.table(named: table)?.columns
      .contains { $0.name.asciiLowercased == existing.rowID } ?? false
  }

  /// Takes rows of a table without a key for the same that have the same content, each for one.
  ///
  /// A link leads to the same object under another key, and may have come back empty, as where
  /// another row has its place: the row is not to come once more for that.
  func matchByContent(_ table: String) throws(SQLiteError) {
    // hidden: 2 and 3 are generated columns, which have no values of their own.
    let columns = try connection.texts(
      "SELECT name FROM pragma_table_xinfo(\(table), 'main') WHERE hidden = 0 ORDER BY cid")
    let ends = linkDestinations(in: table)
    try pairContents(of: table, columns)
    guard !ends.isEmpty else { return }
    let links = columns.filter { ends[$0] != nil }
    let emptied =
      "printf('\(String(repeating: "%d", count: links.count))', "
      + links.map { "_s.\($0.quotedName) IS NULL" }.joined(separator: ", ") + ")"
    let found = try connection.texts(
      """
      SELECT DISTINCT \(raw: emptied) FROM main.\(name: table) AS _s \
      ORDER BY length(replace(\(raw: emptied), '0', '')), 1
      """)
    for places in found {
      let empty = Set(zip(links, places).filter { $1 == "1" }.map(\.0))
      try pairContents(of: table, columns, "\(emptied) = \(places.quotedText)") { column in
        let link = "_d.\(column.quotedName)"
        guard let end = ends[column] else { return link }
        return empty.contains(column)
          ? "NULL" : "coalesce((\(newValue(of: link, in: end, isOfKey: false))), \(link))"
      }
    }
  }

  /// Matches the rows that are not matched yet by their content, of the store those that meet a
  /// condition.
  private func pairContents(
    of table: String, _ columns: [String], _ condition: String = "1",
    theirs: (String) -> String = { "_d.\($0.quotedName)" }
  ) throws(SQLiteError) {
    func contents(
      _ source: String, _ row: String, _ condition: String, _ value: (String) -> String
    ) -> String {
      let unkeyed = columnKeys.filter { $0.table == table }.map { "NOT \($0.isKeyed(row))" }
      return """
        SELECT _content, row_number() OVER (PARTITION BY _content ORDER BY _row) AS _place, _row \
        FROM (SELECT \(Self.content(columns.map(value))) AS _content, \(identity(table, row)) AS _row \
        FROM \(source) AS \(row) WHERE \((unkeyed + [condition]).joined(separator: " AND ")))
        """
    }
    let isFree = """
      \(condition) AND NOT EXISTS (SELECT 1 FROM \(Self.map) AS _o \
      WHERE _o._table = \(number(of: table)) AND _o._new = \(soughtIdentity(table, "_s")))
      """
    let mine = contents("main.\(table.quotedName)", "_s", isFree) { "_s.\($0.quotedName)" }
    try connection.executeScript(
      """
      CREATE TEMP TABLE "_migrate_contents" ("_content", "_place" INTEGER, "_row" INTEGER, \
      PRIMARY KEY ("_content", "_place")) WITHOUT ROWID;
      INSERT INTO \(Self.contents) \(mine);
      INSERT OR IGNORE INTO \(Self.map) SELECT \(number(of: table)), _theirs._row, _mine._row, 0 \
      FROM (\(contents(donor(table), "_d", isMissing(in: table), theirs))) AS _theirs \
      JOIN \(Self.contents) AS _mine \
      ON _mine._content = _theirs._content AND _mine._place = _theirs._place;
      DROP TABLE \(Self.contents)
      """)
  }

  /// All values of a row in one text, which no other values have.
  ///
  /// Of a text, `quote` gives what stands before the first NUL.
  static func content(_ values: [String]) -> String {
    values.map { value in
      "CASE WHEN typeof(\(value)) IN ('text', 'blob') "
        + "THEN typeof(\(value)) || hex(\(value)) ELSE quote(\(value)) END"
    }.joined(separator: " || ',' || ")
  }
}
