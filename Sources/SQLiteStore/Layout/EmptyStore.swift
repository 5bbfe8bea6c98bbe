package import SchemaModel

/// A store without objects, in memory, to ask how queries would be carried out.
package struct EmptyStore {
  private let layout: StoreLayout
  private let connection: Connection

  /// An empty store of a schema.
  package init(of schema: Schema) throws(SQLiteError) {
    layout = StoreLayout(of: schema)
    connection = try Connection.inMemory()
    for statement in layout.definition.statements { try connection.executeScript(statement) }
  }

  /// What SQLite has against a statement, in its own words; nil where it can carry it out.
  package func objection(to sql: SQL) -> String? {
    do {
      _ = try connection.prepare(sql)
      return nil
    } catch {
      return error.message
    }
  }

  /// The lines of SQLite's plan for a query of the model, without a word on its data.
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
