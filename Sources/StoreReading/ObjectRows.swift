internal import SQLText
package import SchemaModel
package import SQLite
package import StoreLayout

/// The objects of an entity and of all that inherits from it, by the names of their properties.
///
/// ```swift
/// let rows = try ObjectRows(of: "Book", in: layout, filter: "author.name = 'Ada'", order: "title")
/// try rows.forEach(on: connection) { values in print(values) }
/// ```
package struct ObjectRows {
  /// A column of the result.
  package struct Column: Hashable, Sendable {
    /// The name of the property, `_id` for the identity of the object, or `_entity` for its entity.
    package var name: String
    /// The type of an attribute; nil for the others.
    package var type: AttributeType?
  }

  /// The columns: identity and entity, attributes, to-one relationships as identities.
  package let columns: [Column]
  private let layout: StoreLayout
  private let query: String

  /// The objects that meet a condition, in an order, at most so many; nil where the model has no such
  /// entity.
  ///
  /// Condition and order are SQL over properties, and may follow to-one relationships.
  package init?(
    of entity: String, in layout: StoreLayout, filter: String? = nil, order: String? = nil,
    limit: Int? = nil
  ) {
    let rows = EntityRows(layout: layout)
    guard
      let objects = rows.query(of: entity, includingDescendants: true, namingEntities: true)
    else { return nil }
    let schema = layout.schema
    let properties =
      schema.allAttributes(of: entity).map { Column(name: $0.name, type: $0.type) }
      + schema.allRelationships(of: entity).map { Column(name: $0.name, type: nil) }
    let kind = layout.discriminator(of: entity).map { Column(name: $0, type: nil) }
    columns =
      [Column(name: StoreLayout.identityColumn, type: nil)] + [kind].compactMap(\.self)
      + properties.filter { layout.column(of: $0.name, in: entity) != nil }
    self.layout = layout
    let paths = ToOnePaths(of: entity, in: layout)
    let fields = columns.map(\.name.quotedName).joined(separator: ", ")
    let keys = [order.map(paths.resolved), StoreLayout.identityColumn.quotedName].compactMap(\.self)
    query =
      "SELECT \(fields) FROM (\(objects)) AS \(entity.quotedName)"
      + (filter.map { " WHERE (\(paths.resolved($0)))" } ?? "")
      + " ORDER BY \(keys.joined(separator: ", "))" + (limit.map { " LIMIT \($0)" } ?? "")
  }

  /// Gives the values of each object to a block.
  ///
  /// - Throws: ``SQLite/SQLiteError`` where the condition or the order is not understood.
  package func forEach(
    on connection: Connection, _ body: ([SQLValue]) throws -> Void
  ) throws {
    try connection.withEntityViews(of: layout) {
      try connection.withoutWriting {
        let statement = try connection.prepare(SQL(raw: query))
        while try statement.step() {
          try body(columns.indices.map { statement.value(at: $0) })
        }
      }
    }
  }
}
