package import SQLite
internal import SQLText

/// The tables that Core Data made in a store, as they are found in its file.
package struct CoreDataTables: Hashable, Sendable {
  /// The number of each entity, by the name that the file has for it.
  package var numbers: [String: Int64]
  /// The declared type of each column, by table and column.
  package var columns: [String: [String: String]]
  /// The columns by which a table tells its rows apart, as a primary key.
  private var keys: [String: Set<String>]

  /// Reads them from the store behind a connection.
  package init(of connection: Connection) throws(SQLiteError) {
    numbers = [:]
    columns = [:]
    keys = [:]
    let rows = try connection.rows(
      """
      SELECT tables.name, columns.name, columns.type, columns.pk \
      FROM main.sqlite_schema AS tables, pragma_table_info(tables.name, 'main') AS columns \
      WHERE tables.type = 'table' AND tables.rootpage <> 0 \
      AND tables.name NOT IN (SELECT name FROM pragma_table_list WHERE type = 'shadow')
      """)
    for row in rows {
      if case .text(let table) = row[0], case .text(let column) = row[1],
        case .text(let type) = row[2]
      {
        columns[table, default: [:]][column] = type
        if row[3] != .integer(0) { keys[table, default: []].insert(column) }
      }
    }
    for row in try connection.rows("SELECT Z_NAME, Z_ENT FROM main.Z_PRIMARYKEY") {
      if case .text(let name) = row[0], case .integer(let number) = row[1] {
        numbers[name] = number
      }
    }
  }

  /// Whether a table is one that SQLite or the platform has for itself: for the history, and for CloudKit.
  static func isOfPlatform(_ table: String) -> Bool {
    ["sqlite_", "Z_METADATA", "Z_MODELCACHE", "Z_PRIMARYKEY", "ACHANGE", "ATRANSACTION", "ANSCK"]
      .contains(where: table.hasPrefix)
  }

  /// Whether a table has a column of a type.
  func has(_ column: String, in table: String, of type: String) -> Bool {
    columns[table]?[column]?.uppercased() == type
  }

  /// The name that a table has for a column, in whatever case.
  func spelling(of column: String, in table: String) -> String? {
    columns[table]?.keys.first { $0.uppercased() == column }
  }

  /// The first column that reading objects needs and a table lacks; nil where it lacks none.
  func columnLacking(in table: String) -> String? {
    ["Z_PK", "Z_ENT"].first { columns[table]?[$0] == nil }
  }

  /// Whether SQLite itself lets no two rows have the same in some columns.
  func tellsApart(rowsOf table: String, by columns: [String]) -> Bool {
    keys[table].map { $0.isSubset(of: columns) } ?? false
  }
}
