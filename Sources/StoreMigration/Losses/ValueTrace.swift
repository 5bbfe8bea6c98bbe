internal import MigrationPlanner
internal import SQLite
internal import StoreLayout
internal import SchemaModel

/// Follows values of a later version back to the store, to count them.
///
/// No hop is carried out: a value that is dropped at the third of four versions is found in the store by the
/// mappings that lead there. If a mapping computes a value, every object counts, because the expression may
/// give a value to each.
struct ValueTrace {
  private let layout: StoreLayout
  private let connection: Connection
  private let steps: [Step]
  private let tally: LossTally?

  /// A mapping, with its entities by name.
  private struct Step {
    var mapping: Mapping
    var entities: [String: EntityMapping]

    /// All sources of an entity's objects: their own former entity, and the entities from which additional
    /// objects are made.
    func origins(of entity: String) -> [EntityMapping] {
      [entities[entity]].compactMap(\.self) + mapping.additions.filter { $0.entity == entity }
    }
  }

  /// Follows values through mappings from the store's version to a later one; the store's own version needs
  /// no mappings.
  ///
  /// The counted data also gets a checksum, if a tally is given.
  init(
    _ mappings: [Mapping], layout: StoreLayout, connection: Connection,
    summingUpIn tally: LossTally?
  ) {
    (self.layout, self.connection, self.tally) = (layout, connection, tally)
    steps = mappings.map { Step(mapping: $0, entities: $0.mappingsByEntity) }
  }

  /// Whether the data is counted directly, and not by the earlier data that it comes from.
  var isDirect: Bool { steps.isEmpty }

  /// The number of an entity's own objects, without sub-entities.
  func objects(of entity: String) throws -> Int64 {
    try objects(of: entity, at: steps.count)
  }

  private func objects(of entity: String, at depth: Int) throws -> Int64 {
    guard depth > 0 else { return try storedObjects(of: entity) }
    return try steps[depth - 1].origins(of: entity).reduce(0) { sum, origin in
      try sum + (origin.source.map { try objects(of: $0, at: depth - 1) } ?? 0)
    }
  }

  private func storedObjects(of entity: String) throws -> Int64 {
    guard let table = layout.table(of: entity) else { return 0 }
    let condition = layout.rowCondition(of: entity, includingDescendants: false)
    return try count("*", in: table, where: [condition].compactMap(\.self), as: entity)
  }

  /// Counts the objects of an entity and its sub-entities that have a value.
  ///
  /// The condition on the column is evaluated only if there is no mapping between the store and the version.
  func values(
    of property: String, in entity: String, of schema: Schema,
    where condition: ((String) -> String)? = nil
  ) throws -> Int64 {
    try schema.family(of: entity).reduce(0) { sum, member in
      try sum
        + (steps.isEmpty
          ? storedValues(of: property, in: member.name, where: condition)
          : values(of: property, in: member.name, at: steps.count))
    }
  }

  /// The same count for objects of some entities, without their sub-entities.
  func values(of property: String, ofObjectsOf entities: [String]) throws -> Int64 {
    try entities.reduce(0) { try $0 + values(of: property, in: $1, at: steps.count) }
  }

  /// The number of links of an association.
  func links(of association: Association) throws -> Int64 {
    try links(of: CarriedLinks(association), at: steps.count)
  }

  /// Some objects at one end of an association, by their entities without sub-entities.
  enum Side {
    /// The objects at its primary end.
    case from([String])
    /// The objects to which the links of the primary end lead.
    case to([String])
  }

  /// The number of links of an association at objects of one end.
  ///
  /// If it is unknown, an upper bound.
  func links(of association: Association, _ side: Side) throws -> Int64 {
    try links(of: association, side, at: steps.count)
  }

  /// The number of links of an association at objects, of one end, with several links.
  ///
  /// If it is unknown, an upper bound.
  func links(of association: Association, inListsOfPrimary isPrimary: Bool) throws -> Int64 {
    let (primary, join) = (association.primary, layout.joinTable(of: association))
    let column =
      join.map { isPrimary ? $0.ownerColumn : $0.destinationColumn }
      ?? layout.column(of: primary.relationship.name, in: primary.entity)
    guard isDirect, let table = join?.name ?? layout.table(of: primary.entity),
      let owner = column?.quotedName
    else { return try links(of: association) }
    return try count(
      join == nil ? "\(keys(of: table).quotedNames), \(owner)" : "*", in: table,
      where: [
        "\(owner) IN (SELECT \(owner) FROM \(table.quotedName) WHERE \(owner) IS NOT NULL "
          + "GROUP BY 1 HAVING count(*) > 1)"
      ], as: primary.description)
  }

  private func values(of property: String, in entity: String, at depth: Int) throws -> Int64 {
    guard depth > 0 else { return try storedValues(of: property, in: entity) }
    return try steps[depth - 1].origins(of: entity).reduce(0) { sum, origin in
      guard let source = origin.source else { return sum }
      return try sum
        + values(.copied(property), through: origin.layers[...], source: source, at: depth - 1)
    }
  }

  /// Follows an expression down through the layers of a mapping and on to the previous mapping.
  private func values(
    _ value: ValueSource, through layers: ArraySlice<MappingLayer>, source: String, at depth: Int
  ) throws -> Int64 {
    switch value {
    case .none, .defaulted: return 0
    case .filled(let inner, _, _), .converted(let inner, _, _), .moved(let inner, _),
      .recoded(let inner, _), .recomposed(let inner, _), .held(let inner, _):
      return try values(inner, through: layers, source: source, at: depth)
    case .expression: return try objects(of: source, at: depth)
    case .linked(let sources):
      return try sources.reduce(0) { try $0 + links(of: $1, at: depth) }
    // One of several links stays.
    case .chosen: return try objects(of: source, at: depth)
    case .copied(let property):
      guard let layer = layers.last else {
        return try values(of: property, in: source, at: depth)
      }
      return try values(
        layer.value(of: property) ?? .none, through: layers.dropLast(), source: source, at: depth)
    }
  }

  private func storedValues(
    of property: String, in entity: String, where condition: ((String) -> String)? = nil
  ) throws -> Int64 {
    guard let table = layout.table(of: entity), let column = layout.column(of: property, in: entity)
    else { return 0 }
    let own = layout.rowCondition(of: entity, includingDescendants: false)
    let isThere = "\(column.quotedName) IS NOT NULL"
    return try count(
      (keys(of: table) + [column]).quotedNames, in: table,
      where: [isThere, own, condition?(column.quotedName)].compactMap(\.self),
      as: "\(entity).\(property)")
  }

  /// The key columns of a table; empty for a table with only a rowid, which its views do not have.
  private func keys(of table: String) -> [String] {
    layout.existingTables[table]?.primaryKey ?? layout.keyNames(ofRowsIn: table)
  }

  /// Counts the rows of a table that meet all conditions, and adds them to the checksum under a name.
  private func count(
    _ columns: String, in table: String, where conditions: [String], as name: String
  ) throws(SQLiteError) -> Int64 {
    let condition = conditions.map { "(\($0))" }.joined(separator: " AND ")
    let rows = "FROM \(table.quotedName)" + (condition.isEmpty ? "" : " WHERE \(condition)")
    let query = "SELECT \(name.quotedText), \(columns) \(rows)"
    if let count = try tally?.add(query, connection) { return count }
    return try connection.integer("SELECT count(*) \(raw: rows)") ?? 0
  }

  private func links(of carried: CarriedLinks, at depth: Int) throws -> Int64 {
    let association = carried.association
    guard depth > 0 else { return try storedLinks(of: association) }
    let mapping = steps[depth - 1].mapping
    switch association.kind {
    case .toOne:
      return try mapping.target.family(of: association.primary.entity).reduce(0) { sum, member in
        try sum
          + values(of: association.primary.relationship.name, in: member.name, at: depth)
      }
    case .manyToMany:
      let link = mapping.links.first { $0.association == association }
      return try (link?.sources ?? []).reduce(0) { try $0 + links(of: $1, at: depth - 1) }
    }
  }

  /// Links from a to-one, or from the other end, are not distinguished: all of them count.
  private func links(
    of association: Association, _ side: Side, at depth: Int
  ) throws -> Int64 {
    if case .from(let entities) = side, association.kind == .toOne {
      let name = association.primary.relationship.name
      return try entities.reduce(0) { try $0 + values(of: name, in: $1, at: depth) }
    }
    guard depth > 0 else { return try storedLinks(of: association, side) }
    let step = steps[depth - 1]
    let sources = step.mapping.links.first { $0.association == association }?.sources ?? []
    guard sources.allSatisfy({ !$0.isReversed && $0.association.kind == .manyToMany }) else {
      return try links(of: CarriedLinks(association), at: depth)
    }
    let before = side.map { entities in entities.compactMap { step.entities[$0]?.source } }
    return try sources.reduce(0) { try $0 + links(of: $1.association, before, at: depth - 1) }
  }

  private func storedLinks(of association: Association, _ side: Side) throws -> Int64 {
    let (primary, entities) = (association.primary, side.entities)
    let joinTable = layout.joinTable(of: association)
    let table = joinTable?.name ?? layout.table(of: primary.entity)
    let (column, end) =
      switch side {
      case .from: (joinTable?.ownerColumn, primary.entity)
      case .to:
        (
          joinTable?.destinationColumn
            ?? layout.column(of: primary.relationship.name, in: primary.entity),
          primary.relationship.destination
        )
      }
    let conditions = entities.compactMap {
      layout.rowCondition(of: $0, includingDescendants: false)
    }
    guard conditions.count == entities.count, let table, let column,
      let objects = layout.table(of: end)
    else { return try storedLinks(of: association) }
    guard !entities.isEmpty else { return 0 }
    let key = layout.key(ofRowsIn: objects).quotedName
    return try count(
      joinTable == nil ? (keys(of: table) + [column]).quotedNames : "*", in: table,
      where: [
        "\(column.quotedName) IN (SELECT \(key) FROM \(objects.quotedName) "
          + "WHERE \(conditions.joined(separator: " OR ")))"
      ], as: primary.description)
  }

  private func storedLinks(of association: Association) throws -> Int64 {
    if let table = layout.joinTable(of: association) {
      return try count("*", in: table.name, where: [], as: association.primary.description)
    }
    return try layout.schema.family(of: association.primary.entity).reduce(0) { sum, member in
      try sum + storedValues(of: association.primary.relationship.name, in: member.name)
    }
  }
}

extension Mapping {
  /// The mapping of every target entity, by its name.
  fileprivate var mappingsByEntity: [String: EntityMapping] {
    Dictionary(entities.map { ($0.entity, $0) }, uniquingKeysWith: { first, _ in first })
  }
}

extension ValueTrace.Side {
  fileprivate var entities: [String] {
    switch self {
    case .from(let entities), .to(let entities): entities
    }
  }

  fileprivate func map(_ transform: ([String]) -> [String]) -> Self {
    switch self {
    case .from(let entities): .from(transform(entities))
    case .to(let entities): .to(transform(entities))
    }
  }
}
