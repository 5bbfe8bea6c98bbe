package import MigrationPlanner
package import SchemaModel
internal import SQLite
package import StoreLayout

/// Finds the losses of a removed entity whose objects are declared to become others.
///
/// Every object made from another one has the identity of that object.
package struct SuccessionQueries {
  let mapping: Mapping
  let source: StoreLayout
  let target: StoreLayout
  let renderer: ValueRenderer

  /// The queries for a mapping, in a store with the source's layout.
  package init(
    _ mapping: Mapping, from source: StoreLayout, to target: StoreLayout
  ) throws(StoreScriptError) {
    self.mapping = mapping.resolvingPaths(in: source, to: target)
    (self.source, self.target) = (source, target)
    renderer = try ValueRenderer(self.mapping, from: source)
  }

  /// The objects from which no new object is made, without the objects of sub-entities.
  ///
  /// Nil if the layout has no such objects.
  package func objects(of entity: String) throws(StoreScriptError) -> LossQuery? {
    guard let row = row(of: entity) else { return nil }
    return LossQuery(
      row.query("\(row.id) AS \"_id\""),
      where: "\"_id\" NOT IN (\(try made(of: entity)))")
  }

  /// The values or links of continued objects that no new object takes, and that no expression keeps
  /// recoverable.
  package func values(
    of property: String, in entity: String, takenBy heirs: Set<String>,
    reworkedBy others: Set<String>
  ) throws(StoreScriptError) -> LossQuery? {
    guard let values = values(of: property, in: entity) else { return nil }
    return LossQuery(
      values,
      where: "\"_id\" IN (\(try made(of: entity))) "
        + "AND \"_id\" NOT IN (\(try made(of: entity, as: heirs))) "
        + "AND \"_id\" NOT IN (\(try given(of: property, in: entity, to: others)))")
  }

  /// A query for the objects whose heirs hold an expression's value from which a property's value can be
  /// recovered.
  private func given(
    of property: String, in entity: String, to heirs: Set<String>
  ) throws(StoreScriptError) -> String {
    var queries: [String] = []
    for addition in mapping.additions
    where addition.source == entity && heirs.contains(addition.entity) {
      for value in addition.layers.flatMap(\.values) {
        guard let use = value.value.use(of: property, in: entity), use > .asked,
          let condition = try condition(of: use, value, of: property, in: entity, addition)
        else { continue }
        queries.append(condition)
      }
    }
    return Self.union(queries)
  }

  private func condition(
    of use: ValueUse, _ value: PropertyMapping, of property: String, in entity: String,
    _ addition: EntityMapping
  ) throws(StoreScriptError) -> String? {
    let layer = MappingLayer(
      version: target.schema.version, entity: addition.entity,
      values: [
        PropertyMapping("before", .copied(property)), PropertyMapping("after", value.value),
      ], filter: addition.layers.first?.filter)
    guard var row = row(of: entity) else { return nil }
    try row.apply(layer, below: entity, renderer)
    guard let result = row.values["after"]?.sql else { return nil }
    let after = target.held(result, as: value.property, of: addition.entity)
    var conditions = [row.condition, "\(result) IS NOT NULL"].compactMap(\.self)
    let types = Rewriting.Types(
      of: property, in: entity, source.schema, and: value.property, in: addition.entity,
      target.schema)
    if use != .whole || types?.keepsWhole == false {
      guard let before = row.bytes["before"] ?? row.values["before"]?.sql else { return nil }
      conditions.append(
        types.map {
          KeptValue(
            before: before, after: after, id: row.id, types: ($0.before, $0.after)
          ).condition
        } ?? "\(after) IS \(before)")
    }
    return "SELECT \(row.id) FROM \(row.relation) WHERE \(conditions.joined(separator: " AND "))"
  }

  // MARK: Rows

  func row(of entity: String) -> RowSource? {
    source.table(of: entity).map { RowSource(objectsOf: entity, in: source, table: $0) }
  }

  /// A query for the objects from which others are made.
  private func made(
    of entity: String, as heirs: Set<String>? = nil
  ) throws(StoreScriptError) -> String {
    var queries: [String] = []
    for addition in mapping.additions
    where addition.source == entity && heirs?.contains(addition.entity) ?? true {
      guard var row = row(of: entity), let layer = addition.layers.first else { continue }
      try row.apply(layer, below: entity, renderer)
      queries.append(row.query(row.id))
    }
    return Self.union(queries)
  }

  static func union(_ queries: [String]) -> String {
    queries.isEmpty ? "SELECT NULL WHERE 0" : queries.joined(separator: " UNION ALL ")
  }

  /// A query for the objects with a value or a link of a property, wherever it is stored.
  private func values(of property: String, in entity: String) -> String? {
    guard let row = row(of: entity) else { return nil }
    if let value = row.values[property]?.sql {
      let conditions = [row.condition, "\(value) IS NOT NULL"].compactMap(\.self)
      return "SELECT \(row.id) AS \"_id\" FROM \(row.relation) "
        + "WHERE \(conditions.joined(separator: " AND "))"
    }
    guard let end = source.schema.end(property, of: entity) else { return nil }
    return source.associations.first { $0.has(end) }
      .flatMap { LinkSource(CarriedLinks($0, isReversed: $0.primary != end), in: source) }
      .map { $0.query("\($0.near.quotedName) AS \"_id\"") }
  }
}

extension ValueSource {
  /// The use that the value makes of a property of the previous version; nil if it does not read it.
  func use(of property: String, in entity: String) -> ValueUse? {
    carriedProperty == property
      ? .whole : declaredExpression.flatMap { ValueUse.of(property, in: $0, of: entity) }
  }
}

/// The queries for a loss: its amount, and the objects concerned.
package struct LossQuery: Hashable, Sendable {
  /// A query for the amount of the loss.
  package let count: String
  /// A query for the identities of the objects with a loss, in order.
  package let losers: String
  /// A query for the lost values or links, by the objects that hold and lose them.
  package let losses: String

  init(_ rows: String, where condition: String) {
    let lost = "FROM (\(rows)) WHERE \(condition)"
    count = "SELECT count(*) \(lost)"
    losses = "SELECT * \(lost)"
    losers = "SELECT DISTINCT \"_id\" \(lost) ORDER BY \"_id\""
  }
}

extension SuccessionQueries {
  /// The links of an association of the previous version that no association of the new version continues.
  ///
  /// They are reported by the objects at one end: the primary or the other one. Where remaining objects are
  /// reported separately, so are the links without a remaining object. A link that an object holds is deleted
  /// with the object if a condition leaves it behind, and is not reported.
  package func links(
    of association: Association, fromInverse: Bool, ofRemainingObjects: Bool
  ) throws(StoreScriptError) -> LossQuery? {
    guard let all = LinkSource(CarriedLinks(association), in: source) else {
      return nil
    }
    let pairs =
      [all.query("\(all.near.quotedName), \(all.far.quotedName)")]
      + (try storedLinks(continuing: association)) + (try freeLinks(continuing: association))
    let names = fromInverse ? "\"_other\", \"_id\"" : "\"_id\", \"_other\""
    let ends = fromInverse ? ("\"_other\"", "\"_id\"") : ("\"_id\"", "\"_other\"")
    return LossQuery(
      "WITH \"_lost\" (\(names)) AS (\(pairs.joined(separator: " EXCEPT "))) SELECT * FROM \"_lost\"",
      where: [
        ofRemainingObjects ? try isMissed(association, ends) : nil,
        try goesAlone(association, ends),
      ].compactMap(\.self).reduce("1") { "\($0) AND \($1)" })
  }

  /// The condition that a link is lost although its holder is not left behind on purpose; nil if no condition
  /// leaves holders behind, or links are stored on their own.
  private func goesAlone(
    _ association: Association, _ ends: (near: String, far: String)
  ) throws(StoreScriptError) -> String? {
    let holder = association.primary.entity
    guard association.kind == .toOne else { return nil }
    let conditional = mapping.entities.filter { entity in
      entity.layers.last?.filter != nil
        && entity.source.map { source.schema.isEntity($0, orDescendantOf: holder) } == true
    }
    let left = conditional.compactMap { entity in
      entity.source.flatMap { row(of: $0) }.map {
        $0.query($0.id)
      }
    }
    guard !left.isEmpty else { return nil }
    return
      "(\(ends.near) IN (\(try remaining(of: holder))) OR \(ends.near) NOT IN (\(Self.union(left))))"
  }

  /// The condition that an object at one end of a link remains and misses the link.
  private func isMissed(
    _ association: Association, _ ends: (near: String, far: String)
  ) throws(StoreScriptError) -> String {
    let near = "\(ends.near) IN (\(try remaining(of: association.primary.entity)))"
    guard association.inverse != nil else { return near }
    let far = try remaining(of: association.primary.relationship.destination)
    return "(\(near) OR \(ends.far) IN (\(far)))"
  }

  /// A query for the objects of an entity and its sub-entities that continue.
  private func remaining(of entity: String) throws(StoreScriptError) -> String {
    var queries: [String] = []
    for mapping in members(of: entity) {
      guard let row = try row(of: mapping, values: []) else { continue }
      queries.append(row.query(row.id))
    }
    return Self.union(queries)
  }

  // MARK: Continuing links

  /// Queries for the continuing links that are stored with the objects made from those at the link's ends.
  private func storedLinks(
    continuing association: Association
  ) throws(StoreScriptError) -> [String] {
    var queries: [String] = []
    for end in [association.primary.entity, association.primary.relationship.destination] {
      for mapping in members(of: end) {
        for value in mapping.layers.last?.values ?? [] where isLink(value, of: mapping.entity) {
          queries += try self.links(continuing: association, value, of: mapping)
        }
      }
    }
    return queries.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  private func links(
    continuing association: Association, _ value: PropertyMapping, of mapping: EntityMapping
  ) throws(StoreScriptError) -> [String] {
    guard let entity = mapping.source else { return [] }
    let carried = links(of: value.value, heldBy: entity).filter { $0.association == association }
    let name = association.primary.relationship.name
    let isUsed =
      source.schema.isEntity(entity, orDescendantOf: association.primary.entity)
      && (value.value.use(of: name, in: entity) ?? .asked) > .asked
    guard !carried.isEmpty || isUsed else { return [] }
    var values = [PropertyMapping("after", value.value)]
    if isUsed { values.append(PropertyMapping("before", .copied(name))) }
    guard let row = try row(of: mapping, values: values), let after = row.values["after"]?.sql
    else { return [] }
    let rows = "FROM \(row.relation)"
    var queries = carried.map { links in
      let pair = links.isReversed ? [after, row.id] : [row.id, after]
      return "SELECT \(pair.joined(separator: ", ")) \(rows)\(row.whereClause)"
    }
    if isUsed, let before = row.values["before"]?.sql {
      let condition = [row.condition, "\(after) = \(before)"].compactMap(\.self)
      queries.append(
        "SELECT \(row.id), \(before) \(rows) WHERE \(condition.joined(separator: " AND "))")
    }
    return queries
  }

  /// The links that a value takes over from the objects that held them.
  private func links(of value: ValueSource, heldBy entity: String) -> [CarriedLinks] {
    guard case .copied(let name) = value else { return value.links }
    guard let end = source.schema.end(name, of: entity) else { return [] }
    return source.associations.filter { $0.primary == end }.map { CarriedLinks($0) }
  }

  /// Queries for the continuing links that are stored on their own.
  private func freeLinks(
    continuing association: Association
  ) throws(StoreScriptError) -> [String] {
    let members = try MemberBuilder(mapping, from: source, to: target)
    var queries: [String] = []
    for links in mapping.links {
      guard let carried = links.sources.first(where: { $0.association == association }),
        let table = target.joinTable(of: links.association)
      else { continue }
      for member in members.members(of: table, links.sources) {
        let ends = member.columns.prefix(2).map(\.value.sql)
        guard ends.count == 2 else { continue }
        let pair = carried.isReversed ? [ends[1], ends[0]] : ends
        queries.append(member.query(pair.joined(separator: ", ")))
      }
    }
    return queries
  }

  // MARK: Rows

  /// The mappings of an entity's objects, including the objects of its sub-entities.
  private func members(of entity: String) -> [EntityMapping] {
    (mapping.entities + mapping.additions).filter {
      $0.source.map { source.schema.isEntity($0, orDescendantOf: entity) } ?? false
    }
  }

  /// The objects that become others, with some of their values.
  private func row(
    of mapping: EntityMapping, values: [PropertyMapping]
  ) throws(StoreScriptError) -> RowSource? {
    guard let entity = mapping.source, var layer = mapping.layers.last,
      source.schema.entity(named: entity)?.isAbstract == false, var row = row(of: entity)
    else { return nil }
    layer.values = values
    try row.apply(layer, below: entity, renderer)
    return row
  }

  private func isLink(_ value: PropertyMapping, of entity: String) -> Bool {
    target.schema.relationship(named: value.property, of: entity) != nil
  }
}
