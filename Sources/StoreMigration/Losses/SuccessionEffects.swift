internal import MigrationPlanner
internal import SQLiteStore
internal import SchemaModel

/// Finds out what is lost where an entity goes and its objects become those of others: of objects that
/// become nothing, and of values and links that nothing made of them has.
struct SuccessionEffects {
  let hop: MigrationHop
  let mapping: Mapping
  let before: SchemaDocument
  let after: SchemaDocument
  let connection: Connection
  let tables: FutureTables

  typealias Effect = DeclaredEffects.Effect

  /// The effect of every change of the hop that is about such an entity, or about links to it.
  func all() throws -> [SchemaChange: Effect] {
    guard !mapping.additions.isEmpty else { return [:] }
    let successions = Succession.all(from: before, to: after)
    guard !successions.isEmpty else { return [:] }
    let names = HopNames(from: before, to: after)
    let queries = SuccessionQueries(
      mapping, from: StoreLayout(of: before.schema), to: StoreLayout(of: after.schema))
    var result: [SchemaChange: Effect] = [:]
    for change in hop.changes where change.risk == .possible {
      switch change.change {
      case .dropEntity(let entity):
        result[change.change] = try successions[entity.name].flatMap {
          try effect(on: entity.name, $0, queries)
        }
      case .dropRelationship(let relationship, let entity):
        result[change.change] = try effect(
          onLinksOf: relationship.name, entity, successions, queries)
      case .changeDestination(let name, let entity, _, _):
        result[change.change] = try effect(
          onLinksOf: names.sourceName(ofProperty: name, of: entity),
          names.sourceName(ofEntity: entity) ?? entity, successions, queries)
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
    (effect.lost, effect.examples, effect.digest) = try counted(objects, of: entity)
    let properties = Set(succession.heirs.flatMap { $0.forgotten + $0.reworked }).sorted()
    for property in properties where !isToldElsewhere(property, of: entity) {
      let takers = succession.heirs.filter { !$0.forgotten.contains(property) }
      let values = try queries.values(
        of: property, in: entity,
        takenBy: Set(takers.filter { !$0.reworked.contains(property) }.map(\.entity)),
        reworkedBy: Set(takers.filter { $0.reworked.contains(property) }.map(\.entity)))
      guard let values else { return nil }
      let (lost, examples, digest) = try counted(values, of: entity)
      let isLink = before.schema.relationship(named: property, of: entity) != nil
      effect.besides.append(
        .init(
          property: "\(entity).\(property)",
          isCertain: !takers.contains { $0.changed.contains(property) },
          unit: isLink ? .links : .values, lost: lost,
          examples: examples, digest: digest))
    }
    return effect
  }

  /// Whether it is a relationship whose other end tells of its links.
  private func isToldElsewhere(_ property: String, of entity: String) -> Bool {
    guard let found = before.schema.relationship(named: property, of: entity) else { return false }
    let end = Association.End(entity: found.owner, relationship: found.relationship)
    guard let inverse = before.schema.inverse(of: end), inverse != end else { return false }
    let isGone = !mapping.entities.contains {
      $0.source.map { before.schema.isEntity($0, orDescendantOf: inverse.entity) } ?? false
    }
    return !isGone || before.schema.associations.contains { $0.primary == inverse }
  }

  /// What of links is lost that the objects held which are gone; nil where others hold them.
  private func effect(
    onLinksOf relationship: String, _ entity: String, _ successions: [String: Succession],
    _ queries: SuccessionQueries
  ) throws -> Effect? {
    guard let found = before.schema.relationship(named: relationship, of: entity) else {
      return nil
    }
    let end = Association.End(entity: found.owner, relationship: found.relationship)
    let free = before.schema.associations.first {
      $0.kind == .manyToMany && ($0.primary == end || $0.inverse == end)
    }
    var effect = Effect()
    if let free {
      let links = try queries.links(of: free, fromInverse: free.primary != end)
      guard let links else { return nil }
      (effect.lost, effect.examples, effect.digest) = try counted(
        links, of: found.owner)
      return effect
    }
    guard let holder = before.schema.inverse(of: end), holder != end else { return nil }
    for member in before.schema.family(of: holder.entity) where !member.isAbstract {
      guard successions[member.name] != nil,
        let links = try queries.links(of: holder.relationship.name, in: member.name)
      else { return nil }
      let (lost, examples, digest) = try counted(links, of: holder.relationship.destination)
      effect.lost += lost
      effect.examples += examples
      effect.digest = [effect.digest, digest].compactMap(\.self).joined(separator: " ")
    }
    effect.examples = Array(Set(effect.examples).sorted().prefix(DeclaredEffects.exampleCount))
    return effect
  }

  private func counted(
    _ query: LossQuery, of entity: String
  ) throws(SQLiteError) -> (Int64, [Int64], String?) {
    let count = try connection.integer(SQL(raw: query.count)) ?? 0
    guard count > 0 else { return (0, [], nil) }
    return (
      count,
      try connection.examples(
        ofIdentitiesFrom: query.losers, inTableOf: entity, of: StoreLayout(of: before.schema),
        tables),
      try connection.checksum(of: SQL(raw: query.losses)).description
    )
  }
}
