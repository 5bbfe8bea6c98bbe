internal import SQLite
package import SchemaModel

extension StoreLayout {
  /// The statement that fetches the objects of a query, including objects of sub-entities; nil if the entity
  /// does not exist.
  ///
  /// ```swift
  /// layout.select(query) // SELECT * FROM "Task" WHERE (dueDate < ?) ORDER BY dueDate LIMIT 50
  /// ```
  package func select(_ query: Query) -> String? {
    guard let table = table(of: query.entity) else { return nil }
    let conditions = [
      rowCondition(of: query.entity, includingDescendants: true), query.filter,
    ].compactMap { $0 }.map { "(\($0))" }
    var sql = "SELECT * FROM \(table.quotedName)"
    if !conditions.isEmpty { sql += " WHERE \(conditions.joined(separator: " AND "))" }
    if let order = query.order { sql += " ORDER BY \(order)" }
    if let limit = query.limit { sql += " LIMIT \(limit)" }
    return sql
  }
}
