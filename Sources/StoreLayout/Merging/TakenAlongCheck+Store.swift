package import SQLite
package import SchemaModel

extension TakenAlongCheck {
  /// The losses by merging objects of a store now.
  ///
  /// Queries may give the pairs of merged objects if they are recorded, the pairs that later merges join (by
  /// the tables that hold the objects), and the objects that were made from others. The former numbers are
  /// attributes whose values were numbers stored as texts.
  package static func checks(
    merging deduplication: Deduplication, of entity: String, in layout: StoreLayout,
    pairs: String? = nil, heirs: [String: String] = [:], formerNumbers: Set<String> = [],
    made: String? = nil
  ) -> [TakenAlongCheck] {
    guard let table = layout.table(of: entity),
      let map = MergeMap(
        deduplication, of: entity, in: layout, formerNumbers: formerNumbers, made: made)
    else { return [] }
    let rows = EntityRows(layout: layout)
    var heirs = heirs
    heirs[table] = pairs ?? "SELECT \"_loser\", \"_survivor\" FROM (\(map.query))"
    let numbers = layout.schema.spelledNumbers(among: deduplication.choices, of: entity)
    var checks: [TakenAlongCheck] = []
    for member in layout.schema.family(of: entity).filter({ !$0.isAbstract }).map(\.name) {
      guard
        let objects = rows.query(of: member, includingDescendants: false, namingEntities: true)
      else { continue }
      let map = MergeMap(
        deduplication, of: entity, objects: objects, ofSeveralEntities: false,
        numbers: numbers.union(formerNumbers), made: made)
      checks += [TakenAlongCheck(map, of: member, by: deduplication.key, heirs: heirs, in: layout)]
        .compactMap(\.self)
    }
    for link in layout.links(to: table) where link.association.isExclusive {
      let end = link.association.primary
      guard let others = rows.query(of: end.entity, includingDescendants: true) else { continue }
      let other = layout.table(of: end.entity)
      let heirs = other == table ? nil : other.flatMap { heirs[$0] }
      checks.append(TakenAlongCheck(to: map, at: end, from: others, heirs: heirs))
    }
    for (links, columns) in layout.joinTables(leadingTo: table) where columns.count == 2 {
      checks.append(TakenAlongCheck(within: map, links))
    }
    return checks
  }
}

extension [TakenAlongCheck] {
  /// The values and links that would be lost now, by property.
  package func effects(on connection: Connection) throws(SQLiteError) -> [Effect] {
    var counts: [Effect: Int64] = [:]
    for check in self {
      let numbers = try connection.rows(SQL(raw: check.query)).first ?? []
      for (effect, value) in zip(check.effects, numbers) {
        if case .integer(let count) = value { counts[effect, default: 0] += count }
      }
    }
    return counts.filter { $0.value > 0 }.sorted { $0.key.subject < $1.key.subject }.map {
      Effect($0.kind, of: $0.subject, count: $1)
    }
  }
}
