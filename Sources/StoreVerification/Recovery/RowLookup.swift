internal import StoreLayout
internal import SQLite

/// How a statement finds the row of a table that an identity stands for, by an index of the table.
///
/// A key of several columns is told as one text of all of them, which no index of the table has. Beside
/// it, a temporary table says what its columns are.
struct RowLookup {
  /// What stands behind FROM or JOIN.
  let relation: String
  /// The condition for the row.
  let condition: String

  /// Both of them.
  var join: String { "JOIN \(relation) ON \(condition)" }
}

// MARK: - Keys of several columns

extension RowMatching {
  /// The temporary table of what identities are texts of: `_table`, `_identity`, `_1`, `_2` and so on.
  static let keyValues = "temp.\"_migrate_key_values\""

  /// The columns of a key of several columns; none of another.
  func keyParts(of table: String) -> [String] {
    let columns = layout.existingTables[table]?.primaryKey ?? []
    return columns.count > 1 ? columns : []
  }

  /// How a row of a table of one of the two databases is found by its identity.
  func row(
    _ row: String, of table: String, in database: String, with identity: String
  ) -> RowLookup {
    let relation = "\(database).\(table.quotedName) AS \(row)"
    let isRow = "\(self.identity(table, row)) = \(identity)"
    let parts = keyParts(of: table)
    guard !parts.isEmpty else { return RowLookup(relation: relation, condition: isRow) }
    let key = "\(row)_key"
    let isKey = parts.enumerated().map { "\(row).\($1.quotedName) = \(key)._\($0 + 1)" }
    return RowLookup(
      relation: "\(Self.keyValues) AS \(key) JOIN \(relation)",
      // A collation of the table's may call two identities equal that are not the same.
      condition: "\(key)._table = \(number(of: table)) AND \(key)._identity = \(identity) AND "
        + (isKey + [isRow]).joined(separator: " AND "))
  }

  /// The condition that a row has the key that these values are.
  func isRow(_ row: String, of table: String, with values: [String]) -> String {
    let columns = layout.existingTables[table]?.primaryKey ?? []
    return zip(columns, values).map { "\(row).\($0.quotedName) = \($1)" }
      .joined(separator: " AND ")
  }

  /// The condition that a row of the store, `_s`, has the key of one of the backup, `_d`, as SQLite
  /// compares: it may be spelt otherwise.
  func isSame(in table: String) -> String {
    let parts = keyParts(of: table)
    return parts.isEmpty
      ? "\(identity(table, "_s")) = \(identity(table, "_d"))"
      : parts.map { "_s.\($0.quotedName) = _d.\($0.quotedName)" }.joined(separator: " AND ")
  }

  /// The condition that both have keys, and these differ.
  func isOther(in table: String) -> String {
    let (mine, theirs) = (identity(table, "_s"), identity(table, "_d"))
    return keyParts(of: table).isEmpty
      ? "\(mine) <> \(theirs)"
      : "(NOT (\(isSame(in: table))) AND \(mine) IS NOT NULL AND \(theirs) IS NOT NULL)"
  }

  /// Fills the temporary table from both databases.
  func splitKeys() throws(SQLiteError) {
    let count = tables.map { keyParts(of: $0).count }.max() ?? 0
    guard count > 0 else { return }
    let columns = (1...count).map { "\"_\($0)\"" }.joined(separator: ", ")
    try connection.executeScript(
      """
      DROP TABLE IF EXISTS \(Self.keyValues);
      CREATE TEMP TABLE "_migrate_key_values" ("_table" INTEGER, "_identity", \(columns), \
      PRIMARY KEY ("_table", "_identity")) WITHOUT ROWID
      """)
    for table in tables {
      let parts = keyParts(of: table)
      guard !parts.isEmpty else { continue }
      for source in ["main.\(table.quotedName)", donor(table)] {
        try noteKeys(
          of: table,
          in: "SELECT \(identity(table, "_r")) AS _0, "
            + parts.enumerated().map { "_r.\($1.quotedName) AS _\($0 + 1)" }
            .joined(separator: ", ") + " FROM \(source) AS _r")
      }
    }
  }

  /// Notes the keys that a query gives: as `_0` the identities, and what they are of as `_1`, `_2`, ….
  func noteKeys(of table: String, in query: String) throws(SQLiteError) {
    let columns = (1...keyParts(of: table).count).map { "_\($0)" }.joined(separator: ", ")
    try connection.execute(
      SQL(
        raw: """
          INSERT OR IGNORE INTO \(Self.keyValues) (_table, _identity, \(columns)) \
          SELECT \(number(of: table)), _0, \(columns) FROM (\(query)) WHERE _0 IS NOT NULL
          """))
  }
}
