internal import StoreLayout
internal import SQLite
internal import MigrationPlanner
package import SchemaModel

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
    guard let found = source.schema.relationship(named: name, of: entity) else { return [] }
    let end = Association.End(entity: found.owner, relationship: found.relationship)
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
