internal import SQLite
internal import SchemaModel

/// The rows of entities as SQL, with a column for every property under the property's own name.
///
/// Rules, checks and filters are written over properties. A store has columns, which for sub-entities may
/// have other names and be in another entity's table.
package struct EntityRows {
  private let layout: StoreLayout

  /// The rows of a layout's entities.
  package init(layout: StoreLayout) { self.layout = layout }

  /// A query for the objects of an entity.
  ///
  /// ```swift
  /// EntityRows(layout: layout).query(of: "Novel", includingDescendants: true)
  /// // SELECT "_id", "title", "Novel.mood" AS "mood" FROM "Book" WHERE "_entity" IN ('Novel')
  /// ```
  ///
  /// If the table holds several entities, the column `_entity` is included on request.
  package func query(
    of entity: String, includingDescendants: Bool, namingEntities: Bool = false
  ) -> String? {
    guard let table = layout.table(of: entity) else { return nil }
    let columns = layout.storedProperties(of: entity).map { property, column in
      column == property ? column.quotedName : "\(column.quotedName) AS \(property.quotedName)"
    }
    let condition = layout.rowCondition(of: entity, includingDescendants: includingDescendants)
    let kind = namingEntities ? layout.discriminator(of: entity).map(\.quotedName) : nil
    let identity = layout.identity(ofRowsIn: table, named: StoreLayout.identityColumn)
    let list = ([identity] + columns + [kind].compactMap(\.self)).joined(separator: ", ")
    return "SELECT \(list) FROM \(layout.relation(of: table))"
      + (condition.map { " WHERE \($0)" } ?? "")
  }
}
