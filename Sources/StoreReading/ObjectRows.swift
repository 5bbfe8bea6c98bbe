internal import SQLText
package import SchemaModel
package import SQLite
package import StoreLayout

/// The objects of an entity and its sub-entities, by the names of their properties.
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
    /// The type of an attribute; nil for other columns.
    package var type: AttributeType?

    /// Creates a column from its parts.
    package init(_ name: String, type: AttributeType? = nil) {
      (self.name, self.type) = (name, type)
    }
  }

  /// A value as it is shown to people.
  package enum Excerpt: Hashable, Sendable {
    /// The value, or the beginning of a long text.
    case value(SQLValue)
    /// A blob; only its length was read.
    case blob(byteCount: Int64)

    /// The excerpt of a complete value.
    package init(of value: SQLValue) {
      if case .blob(let bytes) = value {
        self = .blob(byteCount: Int64(bytes.count))
      } else {
        self = .value(value)
      }
    }
  }

  /// The columns: identity and entity, attributes, to-one relationships as identities.
  package let columns: [Column]
  private let layout: StoreLayout
  private let objects: SQL
  private let ending: SQL

  /// The objects that meet a condition, in an order, up to a limit; nil if the model does not have the
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
      schema.allAttributes(of: entity).map { Column($0.name, type: $0.type) }
      + schema.allRelationships(of: entity).map { Column($0.name) }
    let kind = layout.discriminator(of: entity).map { Column($0) }
    columns =
      [Column(StoreLayout.identityColumn)] + [kind].compactMap(\.self)
      + properties.filter { layout.column(of: $0.name, in: entity) != nil }
    self.layout = layout
    let paths = ToOnePaths(of: entity, in: layout)
    let keys = [order.map(paths.resolved), StoreLayout.identityColumn.quotedName].compactMap(\.self)
    self.objects = SQL(raw: "(\(objects)) AS \(entity.quotedName)")
    ending = SQL(
      raw: (filter.map { " WHERE (\(paths.resolved($0)))" } ?? "")
        + " ORDER BY \(keys.joined(separator: ", "))" + (limit.map { " LIMIT \($0)" } ?? ""))
  }

  /// Calls a closure with the values of each object.
  ///
  /// - Throws: ``SQLite/SQLiteError`` if SQLite refuses the condition or the order.
  package func forEach(
    on connection: Connection, _ body: ([SQLValue]) throws -> Void
  ) throws {
    try forEachRow(of: "\(names: columns.map(\.name))", on: connection) { statement in
      try body(columns.indices.map { statement.value(at: $0) })
    }
  }

  /// Calls a closure with the excerpts of each object's values, without copying long values.
  ///
  /// - Throws: ``SQLite/SQLiteError`` if SQLite refuses the condition or the order.
  package func forEachExcerpt(
    on connection: Connection, _ body: ([Excerpt]) throws -> Void
  ) throws {
    // SQLite knows the length of a blob without reading it.
    let fields = columns.map { column -> SQL in
      """
      CASE WHEN typeof(\(name: column.name)) <> 'blob' THEN \(name: column.name) END, \
      CASE WHEN typeof(\(name: column.name)) = 'blob' THEN length(\(name: column.name)) END
      """
    }
    try forEachRow(of: SQL(joining: fields, separator: ", "), on: connection) { statement in
      try body(
        columns.indices.map { index in
          guard case .integer(let count) = statement.value(at: index * 2 + 1) else {
            return .value(statement.beginning(at: index * 2))
          }
          return .blob(byteCount: count)
        })
    }
  }

  /// The number of the objects.
  package func count(on connection: Connection) throws -> Int64 {
    var count: Int64 = 0
    try forEachRow(of: "count(*)", on: connection) { statement in
      if case .integer(let number) = statement.value(at: 0) { count = number }
    }
    return count
  }

  private func forEachRow(
    of fields: SQL, on connection: Connection, _ body: (borrowing Statement) throws -> Void
  ) throws {
    try connection.withEntityViews(of: layout) {
      try connection.withoutWriting {
        let statement = try connection.prepare("SELECT \(fields) FROM \(objects)\(ending)")
        while try statement.step() { try body(statement) }
      }
    }
  }
}
