internal import SQLiteStore
internal import SchemaModel

/// The rows of entities as SQL, with a column for every property under the property's own name.
///
/// Rules, checks and filters are written over properties; a store keeps them in columns, which for
/// sub-entities may have other names and stand in another entity's table.
struct EntityRows {
  let layout: NativeLayout

  /// A query for the objects of an entity.
  ///
  /// ```swift
  /// EntityRows(layout: layout).query(of: "Novel", includingDescendants: true)
  /// // SELECT "_id", "title", "Novel.mood" AS "mood" FROM "Book" WHERE "_entity" IN ('Novel')
  /// ```
  func query(of entity: String, includingDescendants: Bool) -> String? {
    guard let table = layout.table(of: entity) else { return nil }
    let columns = properties(of: entity).compactMap { property in
      layout.column(of: property, in: entity).map { column in
        column == property
          ? column.quotedName : "\(column.quotedName) AS \(property.quotedName)"
      }
    }
    let condition = layout.rowCondition(of: entity, includingDescendants: includingDescendants)
    let list = ([NativeLayout.identityColumn.quotedName] + columns).joined(separator: ", ")
    return "SELECT \(list) FROM \(table.quotedName)" + (condition.map { " WHERE \($0)" } ?? "")
  }

  /// A query for the number of an entity's objects.
  func count(of entity: String, includingDescendants: Bool) -> SQL? {
    guard let table = layout.table(of: entity) else { return nil }
    let condition = layout.rowCondition(of: entity, includingDescendants: includingDescendants)
    return SQL(
      raw: "SELECT count(*) FROM \(table.quotedName)" + (condition.map { " WHERE \($0)" } ?? ""))
  }

  private func properties(of entity: String) -> [String] {
    layout.schema.allAttributes(of: entity).map(\.name)
      + layout.schema.allRelationships(of: entity).map(\.name)
  }
}

extension Connection {
  /// Lends a view for every entity that shares its parent's table, so that SQL can name it as it
  /// names the others.
  ///
  /// The views are temporary ones and gone after the block: a view that stayed would keep its
  /// tables from being changed. Where the block throws, they go with the transaction that the
  /// caller then rolls back.
  func withEntityViews<Result>(
    of layout: NativeLayout, _ body: () throws -> Result
  ) throws -> Result {
    let entities = layout.schema.entities.filter { $0.parent != nil }.map(\.name)
    let rows = EntityRows(layout: layout)
    for entity in entities {
      guard let query = rows.query(of: entity, includingDescendants: true) else { continue }
      try execute(SQL(raw: "CREATE TEMP VIEW \(entity.quotedName) AS \(query)"))
    }
    let result = try body()
    for entity in entities where layout.table(of: entity) != nil {
      try execute("DROP VIEW temp.\(name: entity)")
    }
    return result
  }

  /// Runs a block in which every statement that would write fails.
  func withoutWriting<Result>(_ body: () throws -> Result) throws -> Result {
    try execute("PRAGMA query_only = ON")
    let result = Swift.Result { try body() }
    try execute("PRAGMA query_only = OFF")
    return try result.get()
  }
}
