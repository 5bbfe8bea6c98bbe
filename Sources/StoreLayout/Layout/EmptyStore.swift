package import SQLite
package import SchemaModel

/// A store without objects, in memory, to prepare queries on.
package struct EmptyStore {
  private let layout: StoreLayout
  private let connection: Connection

  /// An empty store of a schema.
  package init(of schema: Schema) throws(SQLiteError) {
    layout = StoreLayout(of: schema)
    connection = try Connection.emptyStore(of: layout.definition)
  }

  /// SQLite's error for a statement; nil if it can carry it out.
  package func objection(to sql: SQL) -> String? {
    do {
      _ = try connection.prepare(sql)
      return nil
    } catch {
      return error.message
    }
  }

  /// SQLite's error for a statement that names entities as checks do; nil if it can carry it out.
  package func objection(toCheck sql: SQL) -> String? {
    do {
      return try connection.withEntityViews(of: layout) { objection(to: sql) }
    } catch {
      return "\(error)"
    }
  }

  /// The lines of SQLite's plan for a query of the model, independent of its data.
  ///
  /// ```swift
  /// try store.plan(of: query) // ["SEARCH Task USING INDEX Task_dueDate_index (dueDate<?)"]
  /// ```
  ///
  /// - https://www.sqlite.org/eqp.html
  package func plan(of query: Query) throws(SQLiteError) -> [String] {
    guard let sql = layout.select(query) else { return [] }
    var lines: [String] = []
    for row in try connection.rows("EXPLAIN QUERY PLAN \(raw: sql)") {
      if case .text(let line)? = row.last { lines.append(line) }
    }
    return lines
  }
}

extension Connection {
  /// A store in memory with the tables of a definition, and with all other objects that can be created here.
  ///
  /// An object is left out if it cannot be created because it needs a module or a function that only the app
  /// has.
  package static func emptyStore(
    of definition: DatabaseDefinition, unmanaged: [SchemaObject] = []
  ) throws(SQLiteError) -> Connection {
    let connection = try Connection.inMemory()
    try connection.register(MigrationFunctions(seed: "", now: 0))
    for statement in definition.statements { try connection.execute(SQL(raw: statement)) }
    connection.allowDoubleQuotedStrings()
    // A table may need the app's collations and functions; a statement that rebuilds it must not find them.
    let functions = try connection.unknownFunctions(in: unmanaged, ofTables: true)
    try connection.standInForCollations()
    // Virtual tables first: they create their own tables, which then exist already.
    let ordered =
      unmanaged.filter(\.isVirtual) + unmanaged.filter { $0.id.kind == .table && !$0.isVirtual }
      + unmanaged.filter { $0.id.kind != .table }
    try connection.withStandInFunctions(named: functions) {
      for object in ordered { try? connection.execute(SQL(raw: object.sql)) }
    }
    try connection.forgetStandInCollations()
    connection.forbidDoubleQuotedStrings()
    return connection
  }
}
