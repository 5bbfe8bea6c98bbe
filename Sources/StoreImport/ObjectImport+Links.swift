internal import Diagnostics
internal import JSON
internal import SQLite
internal import StoreLayout
internal import SchemaModel
internal import SchemaYAML

extension ObjectImport {
  /// The association that stores the links of a relationship, and whether the relationship is its primary
  /// end.
  func association(
    _ link: LinkMapping, of entity: String
  ) -> (association: Association, isPrimary: Bool)? {
    guard let end = layout.schema.end(link.relationship, of: entity) else { return nil }
    return layout.associations.first { $0.has(end) }.map { ($0, $0.primary == end) }
  }

  /// The links in the row of the object itself; the objects that they lead to are imported first.
  func toOneCells(_ node: JSONValue, _ mapping: ObjectMapping) throws -> [Cell] {
    var cells: [Cell] = []
    for link in mapping.relationships {
      guard let (association, isPrimary) = association(link, of: mapping.entity), isPrimary,
        association.kind == .toOne,
        let column = layout.column(of: link.relationship, in: mapping.entity)
      else { continue }
      guard let value = node.value(at: link.source) else {
        guard association.primary.relationship.isOptional else {
          throw problem(
            "missing-member",
            "'\(mapping.entity).\(link.relationship)' must lead to an object, and does not here",
            at: node.location)
        }
        continue
      }
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

  /// Imports the links outside the object's row: in the rows of their destinations, or in join tables.
  func attach(
    _ link: LinkMapping, of mapping: ObjectMapping, _ node: JSONValue, _ identity: Int64
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
        try adopt(element, link, of: mapping.entity, association, identity, Int64(position))
      }
    }
  }

  func elements(
    of value: JSONValue, _ link: LinkMapping, of entity: String
  ) throws -> [JSONValue] {
    let isToMany =
      layout.schema.relationship(named: link.relationship, of: entity)?.1.cardinality == .toMany
    guard isToMany else { return [value] }
    guard case .array(let elements) = value.content else {
      throw problem(
        "unusable-value", "\(value.phrase) is no list for '\(entity).\(link.relationship)'",
        at: value.location)
    }
    if let gap = elements.first(where: { $0.content == .null }) {
      throw problem(
        "unusable-value",
        "null is no '\(link.object.entity)' for '\(entity).\(link.relationship)'", at: gap.location)
    }
    return elements
  }

  /// Imports an object that belongs to the object above it.
  private func adopt(
    _ element: JSONValue, _ link: LinkMapping, of entity: String, _ association: Association,
    _ identity: Int64, _ position: Int64
  ) throws {
    let end = association.primary
    guard let column = layout.column(of: end.relationship.name, in: end.entity) else { return }
    var links: [Cell] = [(column, .integer(identity))]
    if let order = layout.orderColumn(of: association) { links.append((order, .integer(position))) }
    let object = try object(element, link.object, links: links)
    guard !object.isNew else { return }
    guard let other = try place(of: object.identity, in: link.object.entity) else {
      // The object was in the store before, where it has another owner or none.
      return noteDifference("\(entity).\(link.relationship)", at: element.location)
    }
    let table = layout.table(of: end.entity) ?? end.entity
    let owner = try connection.integer(
      """
      SELECT \(name: column) FROM \(name: table) \
      WHERE \(name: StoreLayout.identityColumn) = \(object.identity)
      """)
    switch owner {
    case identity?: return
    case nil: try own(object.identity, in: table, end, links, element)
    case _?:
      throw problem(
        "owned-object",
        "this '\(link.object.entity)' belongs to another object already, and is not taken from it",
        at: element.location, note: .init("it came in here", at: other.location))
    }
  }

  /// Gives an imported object without an owner to the object above it.
  private func own(
    _ identity: Int64, in table: String, _ end: Association.End, _ links: [Cell],
    _ element: JSONValue
  ) throws {
    let list = links.map { link -> SQL in "\(name: link.column) = \(link.value)" }
    try write(
      """
      UPDATE \(name: table) SET \(SQL(joining: list, separator: ", ")) \
      WHERE \(name: StoreLayout.identityColumn) = \(identity)
      """, element)
    try cells.forget(links.map(\.column), ofRow: identity, in: table)
    try watch([], links, of: end.entity, identity, element)
  }

  /// Links two objects, unless they are linked already; false if the store ignores the insertion.
  private func insertLink(
    _ links: StoreLayout.JoinTable, _ owner: Int64, _ destination: Int64, _ position: Int64,
    isFromOwner: Bool
  ) throws -> Bool {
    // An object that is twice in a list gets one link.
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
      let place =
        try isFromOwner
        ? position : next(order, in: links.name, where: links.ownerColumn, owner)
      cells.append((order, .integer(place)))
    }
    if let order = links.destinationOrderColumn {
      let place =
        try isFromOwner
        ? next(order, in: links.name, where: links.destinationColumn, destination) : position
      cells.append((order, .integer(place)))
    }
    let values = SQL(joining: cells.map { "\($0.value)" }, separator: ", ")
    try connection.execute(
      "INSERT INTO \(name: links.name) (\(names: cells.map(\.column))) VALUES (\(values))")
    return connection.changedRowCount == 1
  }

  /// The position after all links of an object.
  private func next(
    _ order: String, in table: String, where column: String, _ identity: Int64
  ) throws -> Int64 {
    try positions.next(.init(table: table, column: order, owner: identity)) { () throws -> Int64 in
      try connection.integer(
        """
        SELECT coalesce(max(\(name: order)), -1) + 1 FROM \(name: table) \
        WHERE \(name: column) = \(identity)
        """) ?? 0
    }
  }
}
