package import SchemaModel

/// A store without objects, in memory, to ask how queries would be carried out.
package struct EmptyStore {
  private let layout: NativeLayout
  private let connection: Connection

  /// An empty store of a schema.
  package init(of schema: Schema) throws(SQLiteError) {
    layout = NativeLayout(of: schema)
    connection = try Connection.inMemory()
    for statement in layout.definition.statements { try connection.executeScript(statement) }
  }

  /// The lines of SQLite's plan for a query of the model, without a word on its data.
  ///
  /// ```swift
  /// try store.plan(of: query) // ["SEARCH Task USING INDEX Task_dueDate_index (dueDate<?)"]
  /// ```
  ///
  /// - https://www.sqlite.org/eqp.html
  package func plan(of query: Query) throws(SQLiteError) -> [String] {
    guard let table = layout.table(of: query.entity) else { return [] }
    let conditions = [
      layout.rowCondition(of: query.entity, includingDescendants: true), query.filter,
    ].compactMap { $0 }.map { "(\($0))" }
    var sql = "EXPLAIN QUERY PLAN SELECT * FROM \(table.quotedName)"
    if !conditions.isEmpty { sql += " WHERE \(conditions.joined(separator: " AND "))" }
    if let order = query.order { sql += " ORDER BY \(order)" }
    if let limit = query.limit { sql += " LIMIT \(limit)" }
    var lines: [String] = []
    for row in try connection.rows("\(raw: sql)") {
      if case .text(let line)? = row.last { lines.append(line) }
    }
    return lines
  }
}
