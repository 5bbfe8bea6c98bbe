package import SQLite
package import SchemaModel

extension TakenAlongCheck {
  /// The losses by merging objects of an entity, where queries give the objects and links.
  ///
  /// - Parameters:
  ///   - entity: the entity.
  ///   - key: the properties by which two objects are duplicates.
  ///   - map: the pairs of merged objects of the entity.
  ///   - heirs: queries for the pairs of merged objects, by the tables that hold the objects.
  ///   - layout: the layout of the store.
  ///   - memberMap: the map of the objects of one entity of the family; nil if it is unknown.
  ///   - objects: a query for the objects of an entity, with the objects of its sub-entities.
  ///   - links: a query for both ends of the links in a table: `_owner`, `_destination`.
  /// - Returns: the checks, by the entities and links concerned.
  package static func checks(
    of entity: String, by key: [String], _ map: MergeMap, heirs: [String: String],
    in layout: StoreLayout, memberMap: (_ entity: String) -> MergeMap?,
    objects: (_ entity: String) -> String?, links: (_ table: StoreLayout.JoinTable) -> String?
  ) -> [TakenAlongCheck] {
    let table = layout.table(of: entity) ?? ""
    var checks: [TakenAlongCheck] = []
    for member in layout.schema.family(of: entity).filter({ !$0.isAbstract }).map(\.name) {
      guard let map = memberMap(member) else { continue }
      checks += [TakenAlongCheck(map, of: member, by: key, heirs: heirs, in: layout)]
        .compactMap(\.self)
    }
    for link in layout.links(to: table) where link.association.isExclusive {
      let end = link.association.primary
      guard let others = objects(end.entity) else { continue }
      let other = layout.table(of: end.entity)
      let heirs = other == table ? nil : other.flatMap { heirs[$0] }
      checks.append(TakenAlongCheck(to: map, at: end, from: others, heirs: heirs))
    }
    for (table, columns) in layout.joinTables(leadingTo: table) where columns.count == 2 {
      guard let pairs = links(table) else { continue }
      checks.append(TakenAlongCheck(within: map, at: table.association.primary, from: pairs))
    }
    return checks
  }

  /// The losses by merging objects of a store now.
  package static func checks(
    merging deduplication: Deduplication, of entity: String, in layout: StoreLayout
  ) -> [TakenAlongCheck] {
    guard let map = MergeMap(deduplication, of: entity, in: layout),
      let table = layout.table(of: entity)
    else { return [] }
    let rows = EntityRows(layout: layout)
    return checks(
      of: entity, by: deduplication.key, map,
      heirs: [table: "SELECT \"_loser\", \"_survivor\" FROM (\(map.query))"], in: layout,
      memberMap: { member in
        rows.query(of: member, includingDescendants: false).map {
          MergeMap(
            deduplication, of: entity, objects: $0, ofSeveralEntities: false,
            numbers: layout.schema.spelledNumbers(among: deduplication.choices, of: entity))
        }
      },
      objects: { rows.query(of: $0, includingDescendants: true) }, links: \.pairs)
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

extension StoreLayout.JoinTable {
  /// A query for both ends of the links: `_owner`, `_destination`.
  package var pairs: String {
    """
    SELECT \(ownerColumn.quotedName) AS "_owner", \
    \(destinationColumn.quotedName) AS "_destination" FROM \(name.quotedName)
    """
  }
}
