package import SQLite

/// Names of files next to a store, in a temporary table of one connection: there may be as many as rows.
package struct FileNames {
  private static let table = "temp.\"_migrate_files\""

  /// No names; the table of earlier ones is replaced.
  package init(on connection: Connection) throws(SQLiteError) {
    try connection.executeScript(
      """
      DROP TABLE IF EXISTS \(Self.table);
      CREATE TEMP TABLE "_migrate_files" ("_name" TEXT PRIMARY KEY) WITHOUT ROWID
      """)
  }

  /// Adds names.
  package func add(_ names: [String], on connection: Connection) throws(SQLiteError) {
    for name in names {
      try connection.execute("INSERT OR IGNORE INTO \(raw: Self.table) VALUES (\(name))")
    }
  }

  /// Adds the names in the rows of a layout that meet a condition on their table.
  package func add(
    in layout: StoreLayout, on connection: Connection,
    where condition: (_ table: String) -> String = { _ in "1" }
  ) throws(SQLiteError) {
    for attribute in layout.externalAttributes {
      try connection.execute(
        """
        INSERT OR IGNORE INTO \(raw: Self.table) SELECT \(name: attribute.column) \
        FROM \(name: attribute.table) WHERE \(raw: condition(attribute.table)) \
        AND typeof(\(name: attribute.column)) = 'text'
        """)
    }
  }

  /// Removes the names in the rows of a layout that meet a condition, in upper and lower case alike.
  package func subtract(
    in layout: StoreLayout, on connection: Connection,
    where condition: (_ table: String) -> String = { _ in "1" }
  ) throws(SQLiteError) {
    for attribute in layout.externalAttributes {
      try connection.execute(
        """
        DELETE FROM \(raw: Self.table) WHERE _name COLLATE NOCASE IN (SELECT \(name: attribute.column) \
        FROM \(name: attribute.table) WHERE \(raw: condition(attribute.table)))
        """)
    }
  }

  /// The names, sorted.
  package func all(on connection: Connection) throws(SQLiteError) -> [String] {
    try connection.texts("SELECT _name FROM \(raw: Self.table) ORDER BY _name")
  }
}
