internal import StoreLayout
internal import MigrationPlanner
internal import SchemaModel

extension ValueRenderer {
  /// A renderer of a mapping's values, some of which depend on the fate of other objects.
  init(
    _ mapping: Mapping, from source: StoreLayout
  ) throws(StoreScriptError) {
    self.init(source: source, target: mapping.target)
    for heir in mapping.linkHeirs {
      let family = Set(target.family(of: heir).map(\.name))
      var queries: [String] = []
      for member in mapping.entities + mapping.additions where family.contains(member.entity) {
        if let query = try objects(of: member) { queries.append(query) }
      }
      heirs[heir] = queries.isEmpty ? "NULL" : queries.joined(separator: " UNION ALL ")
    }
  }

  /// A query for the objects that become others, according to the conditions alone.
  private func objects(of mapping: EntityMapping) throws(StoreScriptError) -> String? {
    guard let entity = mapping.source, let table = source.table(of: entity),
      source.schema.entity(named: entity)?.isAbstract == false, var last = mapping.layers.last
    else { return nil }
    var row = RowSource(objectsOf: entity, in: source, table: table)
    var below = entity
    last.values = []
    for layer in mapping.layers.dropLast() + [last] {
      try row.apply(layer, below: below, self)
      below = layer.entity
    }
    return row.query(row.id)
  }
}

extension Mapping {
  /// The entities that linked objects must become, so that links to them stay.
  fileprivate var linkHeirs: Set<String> {
    var result: Set<String> = []
    for value in (entities + additions).flatMap(\.layers).flatMap(\.values) {
      for links in value.linkValues.flatMap(\.links) {
        if let heir = links.heir { result.insert(heir) }
      }
    }
    return result
  }
}
