package import SQLite
internal import SQLText

/// The tables that Core Data created in a store, as they are in its file.
package struct CoreDataTables: Hashable, Sendable {
  /// The number of each entity, by its name in the file.
  package var numbers: [String: Int64]
  /// The declared type of each column, by table and column.
  package var columns: [String: [String: String]]
  /// The columns of each table's primary key.
  private var keys: [String: Set<String>]
  /// The tables with an index in an order that only the app knows, so that the index cannot be used.
  package private(set) var unordered: Set<String>
  /// The generated columns, by table.
  private var computed: [String: Set<String>]

  /// Reads the tables of a connection's store.
  package init(of connection: Connection) throws(SQLiteError) {
    numbers = [:]
    columns = [:]
    keys = [:]
    (computed, unordered) = ([:], [])
    let rows = try connection.rows(
      """
      SELECT tables.name, columns.name, columns.type, columns.pk, columns.hidden \
      FROM main.sqlite_schema AS tables, pragma_table_xinfo(tables.name, 'main') AS columns \
      WHERE tables.type = 'table' AND tables.rootpage <> 0 \
      AND tables.name NOT IN (SELECT name FROM pragma_table_list WHERE type = 'shadow')
      """)
    unordered = Set(
      try connection.texts(
        """
        SELECT tbl_name FROM main.sqlite_schema AS indexes, \
        pragma_index_xinfo(indexes.name, 'main') AS columns WHERE indexes.type = 'index' \
        AND key AND coll COLLATE NOCASE NOT IN (SELECT name FROM pragma_collation_list)
        """
      ).map(Self.plain))
    for row in rows {
      guard case .text(let table) = row[0], case .text(let column) = row[1],
        case .text(let type) = row[2]
      else { continue }
      let (name, part) = (Self.plain(table), Self.plain(column))
      columns[name, default: [:]][part] = type
      if row[3] != .integer(0) { keys[name, default: []].insert(part) }
      if row[4] != .integer(0) { computed[name, default: []].insert(part) }
    }
    let entities = try connection.rows(
      """
      SELECT Z_NAME, Z_ENT FROM main.Z_PRIMARYKEY \
      WHERE Z_ENT <= \(PlatformTable.lastNumberOfEntities)
      """)
    for row in entities {
      if case .text(let name) = row[0], case .integer(let number) = row[1] {
        numbers[name] = number
      }
    }
  }

  /// The platform's spelling of a name, if it is one of its names: SQLite ignores the case.
  private static func plain(_ name: String) -> String {
    let capitals = String(name.map { $0.isASCII ? Character($0.uppercased()) : $0 })
    return capitals.hasPrefix("Z") ? capitals : name
  }

  /// Whether a table has a column of a type.
  func has(_ column: String, in table: String, of type: String) -> Bool {
    columns[table]?[column]?.uppercased() == type
  }

  /// The FROM clause that reads the rows of a table.
  func source(_ table: String) -> String {
    "FROM main.\(table.quotedName)\(unordered.contains(table) ? " NOT INDEXED" : "")"
  }

  /// Whether a table has a column, of whatever type.
  func has(_ column: String, in table: String) -> Bool { columns[table]?[column] != nil }

  /// The columns of a table that are not generated.
  func storedColumns(of table: String) -> [String] {
    (columns[table] ?? [:]).keys.filter { computed[table]?.contains($0) != true }.sorted()
  }

  /// Whether SQLite itself prevents two rows with the same values in some columns.
  func tellsApart(rowsOf table: String, by columns: [String]) -> Bool {
    keys[table].map { $0.isSubset(of: columns) } ?? false
  }
}
