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
  /// The tables with an index in an order that only the app knows, so that nothing is to be found by it.
  package private(set) var unordered: Set<String>
  /// The columns that hold nothing of their own, as they are computed, by table.
  private var computed: [String: Set<String>]

  /// Reads them from the store behind a connection.
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

  /// A name as the platform writes it, where it is one of its names: SQLite takes no notice of the case.
  private static func plain(_ name: String) -> String {
    let capitals = String(name.map { $0.isASCII ? Character($0.uppercased()) : $0 })
    return capitals.hasPrefix("Z") ? capitals : name
  }

  /// Whether a table has a column of a type.
  func has(_ column: String, in table: String, of type: String) -> Bool {
    columns[table]?[column]?.uppercased() == type
  }

  /// The clause that reads rows of a table.
  func source(_ table: String) -> String {
    "FROM main.\(table.quotedName)\(unordered.contains(table) ? " NOT INDEXED" : "")"
  }

  /// Whether a table has a column, of whatever type.
  func has(_ column: String, in table: String) -> Bool { columns[table]?[column] != nil }

  /// The columns of a table that hold something of their own.
  func storedColumns(of table: String) -> [String] {
    (columns[table] ?? [:]).keys.filter { computed[table]?.contains($0) != true }.sorted()
  }

  /// Whether SQLite itself lets no two rows have the same in some columns.
  func tellsApart(rowsOf table: String, by columns: [String]) -> Bool {
    keys[table].map { $0.isSubset(of: columns) } ?? false
  }
}
