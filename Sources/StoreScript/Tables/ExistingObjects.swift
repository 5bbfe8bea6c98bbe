internal import SQLite
internal import SQLText

/// The definitions of an existing database, read back from an empty copy of it.
struct ExistingObjects {
  /// Its tables and indexes, as definitions.
  let definition: DatabaseDefinition
  /// The statements that create its tables, by table.
  let texts: [String: TableText]
  /// The reasons why tables could not be copied, by table.
  private(set) var obstacles: [String: String] = [:]
  /// The indexes and triggers by the table that they are on.
  let attached: [String: [SchemaObject]]
  /// The virtual tables.
  let virtualTables: [SchemaObject]

  init(_ objects: [SchemaObject]) throws(SQLiteError) {
    let tables = objects.filter { $0.id.kind == .table && !$0.isVirtual }
    texts = Dictionary(
      tables.map { ($0.id.name, TableText($0.sql)) }, uniquingKeysWith: { first, _ in first })
    let attached = Dictionary(
      grouping: objects.filter { $0.id.kind == .index || $0.id.kind == .trigger }, by: \.table)
    self.attached = attached
    virtualTables = objects.filter(\.isVirtual)
    var parts: [DatabaseDefinition] = []
    for start in stride(from: 0, to: tables.count, by: Self.bundleSize) {
      let bundle = tables[start..<min(start + Self.bundleSize, tables.count)]
      let indexes = bundle.flatMap { attached[$0.id.name] ?? [] }.filter { $0.id.kind == .index }
      let (definition, obstacles) = try Self.read(bundle + indexes)
      parts.append(definition)
      self.obstacles.merge(obstacles) { first, _ in first }
    }
    definition = DatabaseDefinition(
      tables: parts.flatMap(\.tables), indexes: parts.flatMap(\.indexes))
  }

  /// The number of tables that are created at once: with each statement SQLite reads all existing objects.
  private static let bundleSize = 64

  private static func read(
    _ objects: [SchemaObject]
  ) throws(SQLiteError) -> (DatabaseDefinition, obstacles: [String: String]) {
    let connection = try Connection.inMemory()
    connection.allowDoubleQuotedStrings()
    try connection.standInForCollations()
    let functions = try connection.unknownFunctions(in: objects, ofTables: true)
    let obstacles = try connection.withStandInFunctions(named: functions) {
      () throws(SQLiteError) in make(objects, on: connection)
    }
    return (try connection.readDefinition(), obstacles)
  }

  /// Creates the tables and indexes, and returns the reasons why tables cannot be created.
  private static func make(
    _ objects: [SchemaObject], on connection: Connection
  ) -> [String: String] {
    var obstacles: [String: String] = [:]
    for table in objects where table.id.kind == .table {
      do throws(SQLiteError) {
        try connection.execute(SQL(raw: table.sql))
      } catch {
        obstacles[table.id.name] = error.message
      }
    }
    // An index that cannot be created here is found when its table would have to be rewritten.
    for index in objects where index.id.kind == .index {
      try? connection.execute(SQL(raw: index.sql))
    }
    return obstacles
  }
}

extension ExistingObjects {
  /// The name under which the rowid of a table can be read and written as a separate value; nil if a column
  /// holds the rowid, the table has none, or no name is left for it.
  ///
  /// - https://www.sqlite.org/lang_createtable.html#rowids_and_the_integer_primary_key
  func rowID(of table: TableDefinition) -> String? {
    rowIDColumn(of: table) == nil ? table.rowIDName : nil
  }

  /// The column of a table that holds the rowid; nil if no column does.
  ///
  /// Columns may be given other types than they have.
  func rowIDColumn(of table: TableDefinition, declaring types: [String: String] = [:]) -> String? {
    guard !table.isWithoutRowID, table.primaryKey.count == 1,
      let column = table.column(named: table.primaryKey[0]),
      (types[column.name] ?? column.type).asciiLowercased == "integer"
    else { return nil }
    // `INTEGER PRIMARY KEY DESC` in the column's definition is not a rowid.
    guard let text = texts[table.name],
      let key = text.column(named: column.name)?.clauses.first(where: { $0.kind == .primaryKey })
    else { return column.name }
    return key.body.contains { text.tokens[$0].keyword == "DESC" } ? nil : column.name
  }
}
