internal import SQLite
package import StoreLayout
package import MigrationPlanner
internal import SchemaModel

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
    guard let found = source.schema.relationship(named: property, of: entity) else { return nil }
    let end = Association.End(entity: found.owner, relationship: found.relationship)
    return source.associations.first { $0.primary == end || $0.inverse == end }
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
