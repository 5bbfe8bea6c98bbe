internal import SQLite
internal import StoreLayout

/// The facts of a store other than its rows.
///
/// They are read before the rows are written, and once more from a restored store, to compare the two.
struct StoreSurvey {
  var store: StoreFacts
  var objects: [SchemaObject]
  var tables: [ArchivedTable]

  /// The way in which rows are counted.
  enum Counting {
    /// By the smallest of the table and its indexes.
    case fast
    /// By the table itself, independent of its indexes.
    case byTables
  }

  init(of connection: Connection, counting: Counting = .fast) throws {
    store = try StoreFacts(of: connection)
    let rows = Self.withReservedTablesLast(try Self.schemaRows(of: connection))
    objects = SchemaObject.Kind.allCases.flatMap { kind in
      rows.lazy.map(\.object).filter { $0.id.kind == kind }
    }
    let withoutRowID = try Self.tablesWithoutRowID(of: connection)
    tables = try rows.filter { $0.object.id.kind == .table && $0.hasRows }.map { row in
      let name = row.object.id.name
      return try ArchivedTable(
        name, of: connection, hasRowID: !withoutRowID.contains(name), counting)
    }
  }

  private typealias SchemaRow = (object: SchemaObject, hasRows: Bool)

  /// The schema's rows with SQLite's own tables last, by name: these describe other tables, change while
  /// those are filled, and are created by SQLite itself.
  private static func withReservedTablesLast(_ rows: [SchemaRow]) -> [SchemaRow] {
    rows.filter { !$0.object.id.name.isReservedTableName }
      + rows.filter { $0.object.id.name.isReservedTableName }
      .sorted { $0.object.id.name.utf8.lexicographicallyPrecedes($1.object.id.name.utf8) }
  }

  private static func schemaRows(of connection: Connection) throws -> [SchemaRow] {
    let statement = try connection.prepare(
      """
      SELECT type, name, tbl_name, sql, rootpage <> 0 FROM "main".sqlite_schema
      WHERE sql IS NOT NULL ORDER BY rowid
      """)
    var rows: [SchemaRow] = []
    while try statement.step() {
      let values = statement.row
      guard case .text(let type) = values[0], let kind = SchemaObject.Kind(rawValue: type),
        case .text(let name) = values[1], case .text(let table) = values[2],
        case .text(let sql) = values[3]
      else { throw ArchiveError.unreadableDefinition(name: values[1].shown) }
      let object = SchemaObject(kind, name, on: table, sql: sql)
      rows.append((object, values[4] == .integer(1)))
    }
    return rows
  }

  private static func tablesWithoutRowID(of connection: Connection) throws -> Set<String> {
    Set(
      try connection.texts("SELECT name FROM pragma_table_list WHERE schema = 'main' AND wr = 1"))
  }
}

extension StoreSurvey {
  /// Counts the rows that come from views.
  mutating func count(_ objects: ObjectViews, _ counting: Counting) throws(SQLiteError) {
    for index in tables.indices where objects.has(tables[index].name) {
      tables[index].rows = try objects.rowCount(of: tables[index].name, counting)
    }
  }

  /// Counts the rows of tables without rowids by each of their indexes.
  ///
  /// SQLite counts these rows by the table, but the rows of other tables by the smallest index.
  ///
  /// - Throws: ``MiscountedTable`` if an index has another number of rows.
  func checkIndexes(on connection: Connection) throws {
    let indexes = try connection.rows(
      """
      SELECT t.name, i.name FROM pragma_table_list AS t JOIN pragma_index_list(t.name, 'main') AS i \
      WHERE t.schema = 'main' AND t.wr AND i.origin <> 'pk' AND NOT i.partial
      """)
    let counts = Dictionary(uniqueKeysWithValues: tables.map { ($0.name, $0.rows) })
    for index in indexes {
      let (table, index) = (index[0].shown, index[1].shown)
      if let count = counts[table], let rows = try Self.rowCount(of: table, by: index, connection),
        rows != count
      {
        throw MiscountedTable(name: table)
      }
    }
  }

  /// The number of rows in an index of a table; nil if the index cannot be read, for example because only the
  /// app has its collation.
  private static func rowCount(
    of table: String, by index: String, _ connection: Connection
  ) throws(SQLiteError) -> Int64? {
    do throws(SQLiteError) {
      // SQLite would not use the named index for a plain count.
      return try connection.integer(
        "SELECT sum(1) FROM \"main\".\(name: table) INDEXED BY \(name: index)") ?? 0
    } catch {
      guard error.primaryCode == .error else { throw error }
      return nil
    }
  }
}

extension StoreFacts {
  fileprivate init(of connection: Connection) throws {
    func integer(_ pragma: String) throws -> Int64 {
      try connection.integer("PRAGMA \"main\".\(raw: pragma)") ?? 0
    }
    self.init(
      identity: try Identity(of: connection),
      applicationID: try integer("application_id"), userVersion: try integer("user_version"),
      encoding: try connection.texts("PRAGMA encoding").first.flatMap(TextEncoding.init) ?? .utf8,
      isWAL: connection.usesWriteAheadLog,
      pageSize: try integer("page_size"), autoVacuum: try integer("auto_vacuum"))
  }
}

extension StoreFacts.Identity {
  // The backup does not depend on the catalog: it only takes these three texts if they exist.
  fileprivate init?(of connection: Connection) throws {
    let columns = try connection.texts(
      "SELECT name FROM pragma_table_info('_migrate_schema', 'main')")
    guard Set(columns).isSuperset(of: ["schema", "version", "checksum"]) else { return nil }
    let row = try connection.rows(
      "SELECT schema, version, checksum FROM \"main\".\"_migrate_schema\" LIMIT 1"
    ).first
    guard let row else { return nil }
    self.init(schema: row[0].shown, version: row[1].shown, checksum: row[2].shown)
  }
}

extension ArchivedTable {
  fileprivate init(
    _ name: String, of connection: Connection, hasRowID: Bool, _ counting: StoreSurvey.Counting
  ) throws {
    // hidden: 2 and 3 are generated columns, whose values are not stored.
    let rows = try connection.rows(
      "SELECT name, type, pk, hidden FROM pragma_table_xinfo(\(name), 'main') ORDER BY cid")
    let all = rows.map { $0[0].shown }
    let keys = rows.filter { $0[2] != .integer(0) }
    let hasIntegerKey =
      try keys.count == 1 && keys[0][1].shown.lowercased() == "integer"
      && connection.value(
        "SELECT 1 FROM pragma_index_list(\(name), 'main') WHERE origin = 'pk'") == nil
    let taken = Set(all.map { $0.lowercased() })
    // If columns have all three names, no SQL can reach the rowid, and nothing can depend on it.
    let reachable = ["rowid", "_rowid_", "oid"].first { !taken.contains($0) }
    self.init(
      name: name,
      columns: rows.filter { $0[3] == .integer(0) }.map { $0[0].shown },
      rowID: hasRowID && !hasIntegerKey ? reachable : nil,
      rows: try Self.rowCount(of: name, connection, counting))
  }

  private static func rowCount(
    of table: String, _ connection: Connection, _ counting: StoreSurvey.Counting
  ) throws(SQLiteError) -> Int64 {
    let all: SQL = "SELECT count(*) FROM \"main\".\(name: table)"
    do throws(SQLiteError) {
      if counting == .fast { return try connection.integer(all) ?? 0 }
    } catch {
      // SQLite would count by an index whose collation only the app has.
      guard error.primaryCode == .error else { throw error }
    }
    return try connection.integer("\(all) NOT INDEXED") ?? 0
  }
}

extension String {
  /// Whether only SQLite itself can create a table of this name.
  var isReservedTableName: Bool { lowercased().hasPrefix("sqlite_") }
}

extension SQLValue {
  fileprivate var shown: String {
    switch self {
    case .text(let text): text
    case .invalidText(let bytes): String(decoding: bytes, as: UTF8.self)
    case .null, .integer, .real, .blob: ""
    }
  }
}
