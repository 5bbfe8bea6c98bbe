internal import MigrationPlanner
internal import SQLite
internal import StoreLayout
internal import StoreScript
internal import SchemaModel

/// Finds out what is lost where an entity goes and its objects become those of others: of objects that
/// become nothing, and of values and links that nothing made of them has.
struct SuccessionEffects {
  let hop: MigrationHop
  let mapping: Mapping
  let before: SchemaDocument
  let after: SchemaDocument
  let tables: HopCopy.Tables

  typealias Effect = DeclaredEffects.Effect

  /// The effect of every change of the hop that is about such an entity, or about links to it.
  func all() throws -> [SchemaChange: Effect] {
    guard !mapping.additions.isEmpty else { return [:] }
    let successions = Succession.all(from: before, to: after)
    guard !successions.isEmpty else { return [:] }
    let names = HopNames(from: before, to: after)
    let queries = try SuccessionQueries(
      mapping, from: StoreLayout(of: before.schema), to: StoreLayout(of: after.schema))
    var result: [SchemaChange: Effect] = [:]
    for change in hop.changes where change.risk == .possible {
      switch change.change {
      case .dropEntity(let entity):
        result[change.change] = try successions[entity.name].flatMap {
          try effect(on: entity.name, $0, queries)
        }
      case .dropRelationship(let relationship, let entity)
      where names.losers(ofLinksOf: relationship.name, of: entity) == nil:
        result[change.change] = try effect(onLinksOf: relationship.name, entity, queries)
      case .changeDestination(let name, let entity, _, _):
        result[change.change] = try effect(
          onLinksOf: names.sourceName(ofProperty: name, of: entity),
          names.sourceName(ofEntity: entity) ?? entity, queries)
      default: continue
      }
    }
    return result
  }

  private func effect(
    on entity: String, _ succession: Succession, _ queries: SuccessionQueries
  ) throws -> Effect? {
    guard let objects = try queries.objects(of: entity)
    else { return nil }
    var effect = Effect()
    (effect.lost, effect.losers, effect.digest) = try counted(objects, of: entity)
    let properties = Set(succession.heirs.flatMap { $0.forgotten + $0.reworked }).sorted()
    for property in properties
    where before.schema.relationship(named: property, of: entity) == nil {
      let takers = succession.heirs.filter { !$0.forgotten.contains(property) }
      let values = try queries.values(
        of: property, in: entity,
        takenBy: Set(takers.filter { !$0.reworked.contains(property) }.map(\.entity)),
        reworkedBy: Set(takers.filter { $0.reworked.contains(property) }.map(\.entity)))
      guard let values else { return nil }
      let (lost, losers, digest) = try counted(values, of: entity)
      effect.besides.append(
        .init(
          property: "\(entity).\(property)",
          isCertain: !takers.contains { $0.changed.contains(property) },
          unit: .values, lost: lost, losers: losers, digest: digest))
    }
    for links in succession.links {
      guard let part = try part(for: links, queries) else { return nil }
      effect.besides.append(part)
    }
    return effect
  }

  private func part(
    for links: Succession.Links, _ queries: SuccessionQueries
  ) throws -> DeclaredEffects.Part? {
    let lost = try queries.links(
      of: links.association, fromInverse: links.association.primary != links.end,
      ofRemainingObjects: true)
    guard let lost else { return nil }
    let (count, losers, digest) = try counted(lost, of: links.end.entity)
    return .init(
      property: links.end.description, unit: .links, lost: count, losers: losers,
      digest: digest)
  }

  /// What of links is lost of which a change of a relationship at one of their ends tells.
  private func effect(
    onLinksOf relationship: String, _ entity: String, _ queries: SuccessionQueries
  ) throws -> Effect? {
    guard let found = before.schema.relationship(named: relationship, of: entity) else {
      return nil
    }
    let end = Association.End(entity: found.owner, relationship: found.relationship)
    guard
      let association = before.schema.associations.first(where: {
        $0.primary == end || $0.inverse == end
      }),
      let links = try queries.links(
        of: association, fromInverse: association.primary != end, ofRemainingObjects: false)
    else { return nil }
    var effect = Effect()
    (effect.lost, effect.losers, effect.digest) = try counted(links, of: found.owner)
    return effect
  }

  private func counted(
    _ query: LossQuery, of entity: String
  ) throws(SQLiteError) -> (Int64, DataLoss.Objects, String?) {
    let count = try tables.connection.integer(SQL(raw: query.count)) ?? 0
    guard count > 0 else { return (0, DataLoss.Objects(), nil) }
    return (
      count,
      try tables.objects(
        withIdentitiesFrom: query.losers, inTableOf: entity, of: StoreLayout(of: before.schema)),
      try tables.connection.checksum(of: SQL(raw: query.losses)).description
    )
  }
}
