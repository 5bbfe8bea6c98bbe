internal import MigrationPlanner
internal import SchemaModel
internal import StoreLayout

/// Counts the data that the changes of one hop concern.
///
/// A change uses the new version's names, except for dropped things.
struct ConcernedData {
  let versions: HopVersions
  let trace: ValueTrace
  private var before: Schema { versions.before.schema }

  /// The amount of data that a change concerns.
  func count(by change: SchemaChange) throws -> (Int64, Effect.Unit) {
    switch change {
    case .dropEntity(let entity):
      return (try trace.objects(of: entity.name), .objects)
    case .rewriteAttribute(let attribute, let entity),
      .changeTransience(let attribute, let entity, _):
      let name = versions.oldName(ofAttribute: attribute.name, in: entity)
      return (
        try trace.values(of: name, in: versions.oldName(ofEntity: entity), of: before), .values
      )
    case .rewriteRelationship(let relationship, let entity),
      .dropLinks(let relationship, let entity, _):
      let own = try links(of: relationship.name, in: entity)
      guard own == 0, let inverse = relationship.inverse else { return (own, .links) }
      return (try links(of: inverse, in: relationship.destination), .links)
    case .dropAttribute(let attribute, let entity):
      let losers = versions.names.losers(ofAttribute: attribute.name, of: entity)
      return (try trace.values(of: attribute.name, ofObjectsOf: losers), .values)
    case .changeAttributeType(let attribute, _, let entity):
      let entity = versions.oldName(ofEntity: entity)
      return (try trace.values(of: attribute.name, in: entity, of: before), .values)
    case .changeComposite(_, let old, let new):
      let elements = versions.names.elementsAtRisk(from: old, to: new)
      let holders = CompositeHolders(of: old.name, in: before, with: elements)
      return (try holders.count(by: trace), .values)
    case .dropRelationship(let relationship, let entity):
      guard let links = versions.links(of: relationship.name, in: entity) else {
        return (0, .links)
      }
      let losers = versions.names.losers(ofLinksOf: relationship.name, of: entity)
      let count = try losers.map {
        try trace.links(of: links.association, links.isPrimary ? .from($0) : .to($0))
      }
      return (try count ?? trace.links(of: links.association), .links)
    case .changeParent(let entity, _, _):
      return (try linksLeftBehind(by: versions.oldName(ofEntity: entity)), .links)
    case .changeOrdering(let name, let entity, _):
      return (try positions(of: name, in: entity), .order)
    case .changeDestination(let name, let entity, _, _), .changeInverse(let name, let entity, _, _),
      .changeCardinality(let name, let entity, _, _):
      return (try links(of: name, in: entity), .links)
    default:
      // Unknown kinds of change at risk concern all objects.
      return (try before.entities.reduce(0) { try $0 + trace.objects(of: $1.name) }, .objects)
    }
  }

  /// The links of a relationship of the new version, by its former name.
  private func links(of relationship: String, in entity: String) throws -> Int64 {
    let name = versions.oldName(ofRelationship: relationship, in: entity)
    return try versions.links(of: name, in: versions.oldName(ofEntity: entity)).map {
      try trace.links(of: $0.association)
    } ?? 0
  }

  /// The number of ordered links of a relationship: links in lists of two or more.
  private func positions(of relationship: String, in entity: String) throws -> Int64 {
    let name = versions.oldName(ofRelationship: relationship, in: entity)
    return try versions.links(of: name, in: versions.oldName(ofEntity: entity)).map {
      try trace.links(of: $0.association, inListsOfPrimary: $0.isPrimary)
    } ?? 0
  }

  /// The links of a relationship that are lost because its destination changes; nil if the destinations do
  /// not determine them.
  ///
  /// A link that an object holds itself stays, and is refused if it leads to an object of the wrong entity.
  func redirectedLinks(by change: SchemaChange) throws -> Int64? {
    guard case .changeDestination(let name, let entity, _, _) = change else { return nil }
    let mapping = versions.mapping
    let old = versions.oldName(ofRelationship: name, in: entity)
    guard let links = versions.links(of: old, in: versions.oldName(ofEntity: entity)),
      let lost = versions.names.lostDestinations(of: old, of: links.owner),
      links.association.primary != links.association.inverse
    else { return nil }
    if links.association.kind == .manyToMany
      || (!links.isPrimary && keepsLinks(of: links.association, besides: lost))
    {
      return try trace.links(of: links.association, links.isPrimary ? .to(lost) : .from(lost))
    }
    let isHeld = mapping.target.family(of: entity).compactMap { mapping.entity($0.name) }
      .allSatisfy { $0.source == nil || $0.layers.last?.value(of: name) == .copied(old) }
    let areAllThere = lost.allSatisfy { versions.names.targetName(ofEntity: $0) != nil }
    return links.isPrimary && isHeld && areAllThere ? 0 : nil
  }

  /// Whether links that objects hold themselves are kept, except for objects of some entities.
  private func keepsLinks(of association: Association, besides losers: [String]) -> Bool {
    let (primary, mapping) = (association.primary, versions.mapping)
    if mapping.links.contains(where: { $0.sources.contains { $0.association == association } }) {
      return true
    }
    let holders = before.family(of: primary.entity).filter {
      !$0.isAbstract && !losers.contains($0.name)
    }
    return holders.allSatisfy { holder in
      versions.names.targetName(ofEntity: holder.name).flatMap(mapping.entity)?.layers.last?.values
        .contains { $0.value == .copied(primary.relationship.name) } == true
    }
  }

  /// The number of links that lead to an entity's objects by to-many relationships, without inverse, to an
  /// ancestor.
  private func linksLeftBehind(by entity: String) throws -> Int64 {
    let leaving = before.family(of: entity).map(\.name)
    return try before.associations.reduce(0) { sum, association in
      let destination = association.primary.relationship.destination
      guard association.kind == .manyToMany, association.inverse == nil, destination != entity,
        before.isEntity(entity, orDescendantOf: destination)
      else { return sum }
      return try sum + trace.links(of: association, .to(leaving))
    }
  }
}
