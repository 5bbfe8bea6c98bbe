internal import Diagnostics
internal import SQLiteStore
internal import SchemaExchange
internal import SchemaModel
internal import SchemaYAML

extension ObjectImport {
  /// Where the links of a relationship are stored, and whether it is the end where they are.
  func association(
    _ link: LinkMapping, of entity: String
  ) -> (association: Association, isPrimary: Bool)? {
    guard
      let (owner, relationship) = layout.schema.relationship(named: link.relationship, of: entity)
    else { return nil }
    let end = Association.End(entity: owner, relationship: relationship)
    return layout.associations.lazy
      .compactMap { association in
        if association.primary == end { return (association, true) }
        return association.inverse == end ? (association, false) : nil
      }.first
  }

  /// The links that stand in the row of the object itself: what they lead to comes in first.
  func toOneCells(_ node: JSONNode, _ mapping: ObjectMapping) throws -> [Cell] {
    var cells: [Cell] = []
    for link in mapping.relationships {
      guard let (association, isPrimary) = association(link, of: mapping.entity), isPrimary,
        association.kind == .toOne, let value = node.value(at: link.source),
        let column = layout.column(of: link.relationship, in: mapping.entity)
      else { continue }
      let identity = try object(value, link.object, links: []).identity
      cells.append((column, .integer(identity)))
      if let order = layout.orderColumn(of: association),
        let table = layout.table(of: mapping.entity)
      {
        cells.append((order, .integer(try next(order, in: table, where: column, identity))))
      }
    }
    return cells
  }

  /// The links that stand elsewhere: in the rows of what they lead to, or by themselves.
  func attach(
    _ link: LinkMapping, of mapping: ObjectMapping, _ node: JSONNode, _ identity: Int64
  ) throws {
    guard let (association, isPrimary) = association(link, of: mapping.entity),
      let value = node.value(at: link.source)
    else { return }
    if let table = layout.joinTable(of: association) {
      for (position, element) in try elements(of: value, link, of: mapping.entity).enumerated() {
        let other = try object(element, link.object, links: []).identity
        let (owner, destination) = isPrimary ? (identity, other) : (other, identity)
        guard
          try insertLink(table, owner, destination, Int64(position), isFromOwner: isPrimary)
        else { throw passedOver(at: element.location) }
        try cells.add(
          .integer(destination),
          at: .init(
            table: table.name, key: table.ownerColumn, identity: owner,
            column: table.destinationColumn),
          of: "\(mapping.entity).\(link.relationship)", from: element.location)
      }
    } else if !isPrimary {
      for (position, element) in try elements(of: value, link, of: mapping.entity).enumerated() {
        try adopt(element, link, association, identity, Int64(position))
      }
    }
  }

  func elements(
    of value: JSONNode, _ link: LinkMapping, of entity: String
  ) throws -> [JSONNode] {
    let isToMany =
      layout.schema.relationship(named: link.relationship, of: entity)?.1.cardinality == .toMany
    guard isToMany else { return [value] }
    guard case .array(let elements) = value.content else {
      throw problem(
        "unusable-value", "\(value.phrase) is no list for '\(entity).\(link.relationship)'",
        at: value.location)
    }
    return elements
  }

  /// Makes an object that belongs to the one above it.
  private func adopt(
    _ element: JSONNode, _ link: LinkMapping, _ association: Association, _ identity: Int64,
    _ position: Int64
  ) throws {
    let end = association.primary
    guard let column = layout.column(of: end.relationship.name, in: end.entity) else { return }
    var links: [Cell] = [(column, .integer(identity))]
    if let order = layout.orderColumn(of: association) { links.append((order, .integer(position))) }
    guard try object(element, link.object, links: links).isNew else {
      throw problem(
        "owned-object",
        "this '\(link.object.entity)' is there already, and is not taken from where it belongs",
        at: element.location)
    }
  }

  /// Links two objects, unless they are linked already; false where the store passes it over.
  private func insertLink(
    _ links: StoreLayout.JoinTable, _ owner: Int64, _ destination: Int64, _ position: Int64,
    isFromOwner: Bool
  ) throws -> Bool {
    // The same object twice in a list is one link.
    let isThere = try connection.integer(
      """
      SELECT 1 FROM \(name: links.name) WHERE \(name: links.ownerColumn) = \(owner) \
      AND \(name: links.destinationColumn) = \(destination)
      """)
    guard isThere == nil else { return true }
    var cells: [Cell] = [
      (links.ownerColumn, .integer(owner)), (links.destinationColumn, .integer(destination)),
    ]
    if let order = links.ownerOrderColumn {
      let last = try next(order, in: links.name, where: links.ownerColumn, owner)
      cells.append((order, .integer(isFromOwner ? position : last)))
    }
    if let order = links.destinationOrderColumn {
      let last = try next(order, in: links.name, where: links.destinationColumn, destination)
      cells.append((order, .integer(isFromOwner ? last : position)))
    }
    let values = SQL(joining: cells.map { "\($0.value)" }, separator: ", ")
    try connection.execute(
      "INSERT INTO \(name: links.name) (\(names: cells.map(\.column))) VALUES (\(values))")
    return connection.changedRowCount == 1
  }

  /// The position behind all that an object is linked to.
  private func next(
    _ order: String, in table: String, where column: String, _ identity: Int64
  ) throws -> Int64 {
    try connection.integer(
      """
      SELECT coalesce(max(\(name: order)), -1) + 1 FROM \(name: table) \
      WHERE \(name: column) = \(identity)
      """) ?? 0
  }
}
