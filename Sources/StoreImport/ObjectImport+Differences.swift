internal import Diagnostics
internal import JSON
internal import SQLite
internal import StoreLayout
internal import SchemaModel
internal import SchemaYAML

/// A value of the file that differs from an existing object.
struct ImportDifference {
  /// The property, with its entity.
  let property: String
  /// The place in the file.
  let location: SourceLocation
}

extension ObjectImport {
  /// The differences between a value and an existing object, including the objects that both lead to.
  ///
  /// Properties that are missing in the value, and further linked objects in the store, are not compared.
  func differences(
    of node: JSONValue, _ values: [ObjectValues.Value], _ mapping: ObjectMapping,
    from identity: Int64
  ) throws -> [ImportDifference] {
    let told = values.filter { $0.location != nil && !mapping.key.contains($0.attribute) }
    var differences: [ImportDifference] = []
    if !told.isEmpty, let table = layout.table(of: mapping.entity) {
      let row = try connection.rows(
        """
        SELECT \(names: told.map(\.column)) FROM \(name: table) \
        WHERE \(name: StoreLayout.identityColumn) = \(identity)
        """
      ).first
      for (value, stored) in zip(told, row ?? []) where value.value != stored {
        guard let location = value.location else { continue }
        differences.append(
          .init(property: "\(mapping.entity).\(value.attribute)", location: location))
      }
    }
    for link in mapping.relationships {
      differences += try self.differences(of: node, link, of: mapping.entity, from: identity)
    }
    return differences
  }

  /// The differences of the objects that a value leads to; a missing object is one difference.
  private func differences(
    of node: JSONValue, _ link: LinkMapping, of entity: String, from identity: Int64
  ) throws -> [ImportDifference] {
    guard let value = node.value(at: link.source) else { return [] }
    var differences: [ImportDifference] = []
    var linked = try linked(link, of: entity, from: identity)
    for element in try elements(of: value, link, of: entity) {
      let values = try self.values.values(of: element, link.object)
      if let keys = keys(of: link.object) {
        let wanted = Self.values(of: link.object.key, in: values)
        if let other = try keys.identity(of: wanted), linked.contains(other) {
          differences += try self.differences(of: element, values, link.object, from: other)
          continue
        }
      } else if let index = try linked.firstIndex(where: {
        try self.differences(of: element, values, link.object, from: $0).isEmpty
      }) {
        // Each object in the store matches only one element of the list.
        linked.remove(at: index)
        continue
      }
      differences.append(
        .init(property: "\(entity).\(link.relationship)", location: element.location))
    }
    return differences
  }

  /// The objects that an object leads to, in their order if the relationship is ordered.
  private func linked(
    _ link: LinkMapping, of entity: String, from identity: Int64
  ) throws -> [Int64] {
    guard let (association, isPrimary) = association(link, of: entity) else { return [] }
    let key = StoreLayout.identityColumn
    if let table = layout.joinTable(of: association) {
      let (own, other, order) =
        isPrimary
        ? (table.ownerColumn, table.destinationColumn, table.ownerOrderColumn)
        : (table.destinationColumn, table.ownerColumn, table.destinationOrderColumn)
      return try identities(
        """
        SELECT \(name: other) FROM \(name: table.name) WHERE \(name: own) = \(identity) \
        ORDER BY \(name: order ?? other)
        """)
    }
    let end = association.primary
    guard let column = layout.column(of: end.relationship.name, in: end.entity),
      let table = layout.table(of: end.entity)
    else { return [] }
    if isPrimary {
      return try identities(
        """
        SELECT \(name: column) FROM \(name: table) \
        WHERE \(name: key) = \(identity) AND \(name: column) IS NOT NULL
        """)
    }
    return try identities(
      """
      SELECT \(name: key) FROM \(name: table) WHERE \(name: column) = \(identity) \
      ORDER BY \(name: layout.orderColumn(of: association) ?? key)
      """)
  }

  private func identities(_ sql: SQL) throws(SQLiteError) -> [Int64] {
    try connection.rows(sql).compactMap {
      guard case .integer(let identity)? = $0.first else { return nil }
      return identity
    }
  }
}
