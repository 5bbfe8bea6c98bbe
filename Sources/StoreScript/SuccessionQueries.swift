package import MigrationPlanner
package import SchemaModel
internal import SQLite
internal import StoreLayout

/// Finds the losses of a removed entity whose objects are declared to become others.
///
/// Every object made from another one has the identity of that object.
package struct SuccessionQueries {
  private let mapping: Mapping
  /// The rows of the previous version, which the store holds, and of the new one.
  private let before: VersionRows
  private let after: VersionRows
  private let renderer: ValueRenderer
  private let heirs: [MemberBuilder.Heirs]
  private var source: StoreLayout { before.layout }
  private var target: StoreLayout { after.layout }

  /// The queries for a mapping, by the rows before and after it.
  package init(
    _ mapping: Mapping, from before: VersionRows, to after: VersionRows
  ) throws(StoreScriptError) {
    self.mapping = mapping.resolvingPaths(in: before.layout, to: after.layout)
    (self.before, self.after) = (before, after)
    renderer = try ValueRenderer(self.mapping, from: before.layout)
    heirs = after.members?.heirs(in: after.layout.schema.entities) ?? []
  }

  /// The objects from which no new object is made, without the objects of sub-entities.
  ///
  /// Nil if the layout has no such objects.
  package func objects(of entity: String) -> LossQuery? {
    before.row(of: entity).map { row in
      LossQuery(
        row.query("\(row.id) AS \"_id\""),
        where: "\"_id\" NOT IN (\(continued { $0.source == entity }))")
    }
  }

  /// The values or links of continued objects that no new object takes, and that no expression keeps
  /// recoverable.
  package func values(
    of property: String, in entity: String, takenBy heirs: Set<String>,
    reworkedBy others: Set<String>
  ) throws(StoreScriptError) -> LossQuery? {
    guard let values = values(of: property, in: entity) else { return nil }
    let taken = continued { $0.source == entity && heirs.contains($0.entity) }
    return LossQuery(
      values,
      where: "\"_id\" IN (\(continued { $0.source == entity })) AND \"_id\" NOT IN (\(taken)) "
        + "AND \"_id\" NOT IN (\(try given(of: property, in: entity, to: others)))")
  }

  /// A query for the objects that become others by some mappings.
  private func continued(by isIncluded: (EntityMapping) -> Bool) -> String {
    VersionRows.union(
      heirs.filter { isIncluded($0.mapping) }.map { $0.row.query($0.row.id) })
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
    return VersionRows.union(queries)
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
    guard var row = before.row(of: entity) else { return nil }
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

  /// A query for the objects with a value or a link of a property, wherever it is stored.
  private func values(of property: String, in entity: String) -> String? {
    guard let row = before.row(of: entity) else { return nil }
    if let value = row.values[property]?.sql {
      let conditions = [row.condition, "\(value) IS NOT NULL"].compactMap(\.self)
      return "SELECT \(row.id) AS \"_id\" FROM \(row.relation) "
        + "WHERE \(conditions.joined(separator: " AND "))"
    }
    guard let end = source.schema.end(property, of: entity) else { return nil }
    return source.associations.first { $0.has(end) }
      .flatMap { before.links(CarriedLinks($0, isReversed: $0.primary != end)) }
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
  ) -> LossQuery? {
    guard let all = before.links(CarriedLinks(association)) else { return nil }
    let pairs =
      [all.query("\(all.near.quotedName), \(all.far.quotedName)")]
      + storedLinks(continuing: association) + freeLinks(continuing: association)
    let names = fromInverse ? "\"_other\", \"_id\"" : "\"_id\", \"_other\""
    let ends = fromInverse ? ("\"_other\"", "\"_id\"") : ("\"_id\"", "\"_other\"")
    return LossQuery(
      "WITH \"_lost\" (\(names)) AS (\(pairs.joined(separator: " EXCEPT "))) SELECT * FROM \"_lost\"",
      where: [
        ofRemainingObjects ? isMissed(association, ends) : nil, goesAlone(association, ends),
      ].compactMap(\.self).reduce("1") { "\($0) AND \($1)" })
  }

  /// The condition that a link is lost although its holder is not left behind on purpose; nil if no condition
  /// leaves holders behind, or links are stored on their own.
  private func goesAlone(
    _ association: Association, _ ends: (near: String, far: String)
  ) -> String? {
    let holder = association.primary.entity
    guard association.kind == .toOne else { return nil }
    let conditional = mapping.entities.filter { entity in
      entity.layers.last?.filter != nil
        && entity.source.map { source.schema.isEntity($0, orDescendantOf: holder) } == true
    }
    guard !conditional.isEmpty else { return nil }
    let left = before.identities(of: conditional.compactMap(\.source))
    return "(\(ends.near) IN (\(remaining(of: holder))) OR \(ends.near) NOT IN (\(left)))"
  }

  /// The condition that an object at one end of a link remains and misses the link.
  private func isMissed(
    _ association: Association, _ ends: (near: String, far: String)
  ) -> String {
    let near = "\(ends.near) IN (\(remaining(of: association.primary.entity)))"
    guard association.inverse != nil else { return near }
    let far = remaining(of: association.primary.relationship.destination)
    return "(\(near) OR \(ends.far) IN (\(far)))"
  }

  /// A query for the objects of an entity and its sub-entities that continue.
  private func remaining(of entity: String) -> String {
    continued { mapping in
      mapping.source.map { source.schema.isEntity($0, orDescendantOf: entity) } ?? false
    }
  }

  /// Queries for the continuing links that are stored with the objects made from those at the link's ends.
  private func storedLinks(continuing association: Association) -> [String] {
    let end = association.primary
    return heirs.flatMap { mapping, row in
      (mapping.layers.last?.values ?? []).flatMap { value -> [String] in
        guard let entity = mapping.source, let link = row.values[value.property]?.sql,
          target.schema.relationship(named: value.property, of: mapping.entity) != nil
        else { return [] }
        var directions = value.value.links.filter { $0.association == association }
          .map(\.isReversed)
        // A link that an expression gives continues the old one if it leads to the same object.
        let isHolder = source.schema.isEntity(entity, orDescendantOf: end.entity)
        let use = isHolder ? value.value.use(of: end.relationship.name, in: entity) : nil
        if let use, use > .asked { directions.append(false) }
        return directions.map { row.query($0 ? "\(link), \(row.id)" : "\(row.id), \(link)") }
      }
    }
  }

  /// Queries for the continuing links that are stored on their own.
  private func freeLinks(continuing association: Association) -> [String] {
    mapping.links.compactMap { links in
      links.sources.first { $0.association == association }.flatMap { carried in
        after.links(CarriedLinks(links.association, isReversed: carried.isReversed))
      }
    }.map { $0.query("\($0.near.quotedName), \($0.far.quotedName)") }
  }
}
