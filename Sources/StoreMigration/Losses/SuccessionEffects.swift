internal import MigrationPlanner
internal import SQLite
internal import StoreLayout
internal import StoreScript
internal import SchemaModel

extension DeclaredEffects {
  /// The outcome of every change that concerns a removed entity whose objects become objects of others, or links
  /// to it.
  ///
  /// An object is lost if it becomes nothing; a value or a link is lost if no new object takes it.
  func successionOutcomes(_ after: VersionRows) throws -> [SchemaChange: Outcome] {
    let mapping = versions.mapping
    guard !mapping.additions.isEmpty else { return [:] }
    let successions = Succession.all(from: versions.before, to: versions.after)
    guard !successions.isEmpty else { return [:] }
    let names = versions.names
    let queries = try SuccessionQueries(mapping, from: rows, to: after)
    var result: [SchemaChange: Outcome] = [:]
    for change in versions.hop.changes where change.risk == .possible {
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
          versions.oldName(ofEntity: entity), queries)
      default: continue
      }
    }
    return result
  }

  private func effect(
    on entity: String, _ succession: Succession, _ queries: SuccessionQueries
  ) throws -> Outcome? {
    guard let objects = queries.objects(of: entity) else { return nil }
    var losses = [try loss(objects, of: entity)]
    let properties = Set(succession.heirs.flatMap { $0.forgotten + $0.reworked }).sorted()
    for property in properties
    where versions.before.schema.relationship(named: property, of: entity) == nil {
      let takers = succession.heirs.filter { !$0.forgotten.contains(property) }
      let values = try queries.values(
        of: property, in: entity,
        takenBy: Set(takers.filter { !$0.reworked.contains(property) }.map(\.entity)),
        reworkedBy: Set(takers.filter { $0.reworked.contains(property) }.map(\.entity)))
      guard let values else { return nil }
      var loss = try self.loss(values, of: entity)
      loss.property = "\(entity).\(property)"
      loss.isCertain = !takers.contains { $0.changed.contains(property) }
      loss.unit = .values
      losses.append(loss)
    }
    for links in succession.links {
      let end = links.end
      let query = queries.links(
        of: links.association, fromInverse: links.association.primary != end,
        ofRemainingObjects: true)
      guard let query else { return nil }
      var loss = try self.loss(query, of: end.entity)
      (loss.property, loss.unit) = (end.description, .links)
      losses.append(loss)
    }
    return Outcome(losses: losses)
  }

  /// The lost links, as reported by the change of a relationship at one of their ends.
  private func effect(
    onLinksOf relationship: String, _ entity: String, _ queries: SuccessionQueries
  ) throws -> Outcome? {
    guard let found = versions.links(of: relationship, in: entity),
      let links = queries.links(
        of: found.association, fromInverse: found.isReversed, ofRemainingObjects: false)
    else { return nil }
    return Outcome(losses: [try loss(links, of: found.origin)])
  }
}
