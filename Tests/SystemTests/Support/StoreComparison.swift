import SQLite

/// The differences between the contents of two stores, found by SQLite alone.
///
/// Every value counts with its storage class, and -0.0 is not 0.0.
struct StoreComparison {
  private let connection: Connection

  /// Compares two stores.
  init(_ old: String, _ new: String) throws {
    connection = try Connection(path: new, mode: .readOnly)
    try connection.execute("ATTACH \(old) AS old")
  }

  /// The tables of either store that the other has not, or has with other columns or rows; except
  /// the tables of the store's own catalog.
  func differences() throws -> [String] {
    let (old, new) = (try tables(of: "old"), try tables(of: "main"))
    return try Set(old + new).sorted().filter { table in
      guard !table.hasPrefix("_migrate_") else { return false }
      let columns = try columns(of: table, in: "old").sorted()
      return try columns != self.columns(of: table, in: "main").sorted()
        || rowsDiffer(table, columns)
    }
  }

  /// The tables of the old store with rows that are not in the new one, or the other way round, by
  /// the columns that both have in the same type.
  func differencesInSharedColumns() throws -> [String] {
    try tables(of: "old").filter { table in
      guard !table.hasPrefix("_migrate_") else { return false }
      let known = try Set(columns(of: table, in: "main"))
      let shared = try columns(of: table, in: "old").filter { known.contains($0) }
      return try shared.isEmpty || rowsDiffer(table, shared)
    }
  }

  /// Whether the stores are one: every object of the schema, and every row of every table.
  func isSame() throws -> Bool {
    let objects = "SELECT type, name, tbl_name, sql FROM"
    guard try !differ("\(objects) old.sqlite_schema", "\(objects) main.sqlite_schema") else {
      return false
    }
    return try tables(of: "old").allSatisfy { table in
      try !rowsDiffer(table, columns(of: table, in: "old"))
    }
  }

  private func tables(of store: String) throws -> [String] {
    try connection.texts(
      """
      SELECT name FROM \(name: store).sqlite_schema
      WHERE type = 'table' AND rootpage <> 0 ORDER BY name
      """)
  }

  /// The columns with their types.
  private func columns(of table: String, in store: String) throws -> [String] {
    try connection.rows("SELECT name, type FROM pragma_table_info(\(table), \(store))").map {
      guard case .text(let name) = $0[0], case .text(let type) = $0[1] else { return "" }
      return "\(name.quotedName) \(type)"
    }
  }

  private func rowsDiffer(_ table: String, _ columns: [String]) throws -> Bool {
    let list = columns.map { column in
      let name = column.prefix(upTo: column.lastIndex(of: " ") ?? column.endIndex)
      return "\(name), typeof(\(name)), CASE typeof(\(name)) WHEN 'real' THEN quote(\(name)) END"
    }
    let values = "SELECT \(list.joined(separator: ", ")) FROM"
    return try differ(
      "\(values) old.\(table.quotedName)", "\(values) main.\(table.quotedName)")
  }

  private func differ(_ old: String, _ new: String) throws -> Bool {
    let counts = try [old, new].map { try connection.integer("SELECT count(*) FROM (\(raw: $0))") }
    return try counts[0] != counts[1]
      || connection.value("SELECT 1 FROM (\(raw: old) EXCEPT \(raw: new)) LIMIT 1") != nil
  }
}
