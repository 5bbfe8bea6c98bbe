internal import SQLite
internal import StoreLayout
internal import SchemaModel

/// Reads single objects of a store, by their entity and identity.
struct ObjectReader {
  let connection: Connection
  let layout: StoreLayout
  private let folder: ExternalFolder

  init(_ connection: Connection, _ schema: Schema, path: String) {
    self.connection = connection
    layout = StoreLayout(of: schema)
    folder = ExternalFolder(ofStoreAt: path)
  }

  /// The number of objects of an entity and its sub-entities.
  func count(of entity: String) throws -> Int64 {
    guard let table = layout.table(of: entity) else { return 0 }
    return try connection.integer("SELECT count(*) FROM \(name: table)\(whole(entity))") ?? 0
  }

  /// Whether an entity or a sub-entity has an object with that identity.
  func hasObject(_ identity: Int64, of entity: String) throws -> Bool {
    guard let table = layout.table(of: entity) else { return false }
    let rows = try connection.rows(
      "SELECT 1 FROM \(name: table)\(whole(entity)) \(raw: isPart(entity) ? "AND" : "WHERE") "
        + "\(name: StoreLayout.identityColumn) = \(identity)")
    return !rows.isEmpty
  }

  private func isPart(_ entity: String) -> Bool {
    layout.rowCondition(of: entity, includingDescendants: true) != nil
  }

  private func whole(_ entity: String) -> SQL {
    let condition = layout.rowCondition(of: entity, includingDescendants: true)
    return SQL(raw: condition.map { " WHERE (\($0))" } ?? "")
  }

  /// The value of an attribute, including bytes in external files; nil if the object or the attribute is not
  /// stored.
  func value(of attribute: Attribute, _ entity: String, _ identity: Int64) throws -> SQLValue? {
    guard let table = layout.table(of: entity),
      let column = layout.column(of: attribute.name, in: entity)
    else { return nil }
    let value = try connection.value(
      "SELECT \(name: column) FROM \(name: table) "
        + "WHERE \(name: StoreLayout.identityColumn) = \(identity)")
    guard attribute.storage == .external, case .text(let name)? = value else { return value }
    return .blob(try folder.read(name))
  }

  /// The identities of the objects that a relationship leads to, in their order if the relationship is
  /// ordered.
  func destinations(
    of relationship: Relationship, _ owner: String, _ identity: Int64
  ) throws -> [Int64] {
    let end = Association.End(entity: owner, relationship: relationship)
    for association in layout.associations {
      if association.primary == end {
        return try destinations(of: association, from: identity, isPrimary: true)
      }
      if association.inverse == end {
        return try destinations(of: association, from: identity, isPrimary: false)
      }
    }
    return []
  }

  private func destinations(
    of association: Association, from identity: Int64, isPrimary: Bool
  ) throws -> [Int64] {
    let (wanted, known, order, table) = columns(of: association, isPrimary: isPrimary)
    let ordering = SQL(
      joining: [order, wanted].compactMap(\.self).map { "\(name: $0)" }, separator: ", ")
    return try connection.rows(
      "SELECT \(name: wanted) FROM \(name: table) WHERE \(name: known) = \(identity) "
        + "AND \(name: wanted) IS NOT NULL ORDER BY \(ordering)"
    ).compactMap { row in
      if case .integer(let number)? = row.first { number } else { nil }
    }
  }

  private func columns(
    of association: Association, isPrimary: Bool
  ) -> (wanted: String, known: String, order: String?, table: String) {
    if let table = layout.joinTable(of: association) {
      return isPrimary
        ? (table.destinationColumn, table.ownerColumn, table.ownerOrderColumn, table.name)
        : (table.ownerColumn, table.destinationColumn, table.destinationOrderColumn, table.name)
    }
    let (entity, name) = (association.primary.entity, association.primary.relationship.name)
    let table = layout.table(of: entity) ?? entity
    let column = layout.column(of: name, in: entity) ?? name
    let identity = StoreLayout.identityColumn
    return isPrimary
      ? (column, identity, nil, table)
      : (identity, column, layout.orderColumn(of: association), table)
  }
}
