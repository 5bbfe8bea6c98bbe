public import SQLite

/// The two tables in which a store records its identity and its migrations.
public enum StoreCatalog {
  /// The `PRAGMA application_id` of a store of 'migrate': "mgrt" in ASCII.
  public static let applicationID: Int32 = 0x6D67_7274
  /// The table with one row: the store's ``StoreIdentity``.
  public static let schemaTable = "_migrate_schema"
  /// The table with a row for each ``MigrationRecord``.
  public static let historyTable = "_migrate_history"

  /// Whether a table is one of the two.
  package static func has(table name: String) -> Bool {
    [schemaTable, historyTable].contains(name)
  }

  /// Both tables.
  public static let definition = DatabaseDefinition(tables: [
    TableDefinition(
      schemaTable,
      columns: [
        ColumnDefinition("_id", "INTEGER"),
        ColumnDefinition("schema", "TEXT", isRequired: true),
        ColumnDefinition("version", "TEXT", isRequired: true),
        ColumnDefinition("checksum", "TEXT"),
        ColumnDefinition("definitionDigest", "TEXT", isRequired: true),
        ColumnDefinition("migrationDigest", "TEXT"),
        ColumnDefinition("model", "TEXT", isRequired: true),
        ColumnDefinition("seed", "TEXT"),
      ], primaryKey: ["_id"], isStrict: true),
    TableDefinition(
      historyTable,
      columns: [
        ColumnDefinition("_id", "INTEGER"),
        ColumnDefinition("source", "TEXT", isRequired: true),
        ColumnDefinition("target", "TEXT", isRequired: true),
        ColumnDefinition("startedAt", "REAL", isRequired: true),
        ColumnDefinition("finishedAt", "REAL", isRequired: true),
        ColumnDefinition("duration", "REAL", isRequired: true),
        ColumnDefinition("toolVersion", "TEXT", isRequired: true),
        ColumnDefinition("planDigest", "TEXT", isRequired: true),
        ColumnDefinition("backup", "TEXT"),
        ColumnDefinition("rowsRewritten", "INTEGER", isRequired: true),
        ColumnDefinition("seed", "TEXT"),
        ColumnDefinition("outcome", "TEXT", isRequired: true),
      ], primaryKey: ["_id"], isStrict: true),
  ])
}

/// A catalog that exists and cannot be understood.
public enum StoreCatalogError: Error, Hashable, Sendable {
  /// The table with the store's identity has no row, or more than one.
  case identityCount(Int)
  /// A value is unsuitable for its column.
  case unreadable(SQLValue, column: String, table: String)
}

extension StoreCatalogError {
  /// The problem, for use after a colon.
  package var reason: String {
    switch self {
    case .identityCount(let count):
      "'\(StoreCatalog.schemaTable)' has \(count) rows instead of one"
    case .unreadable(let value, let column, let table):
      "'\(table).\(column)' is \(value.literal)"
    }
  }
}
