internal import MigrationPlanner
internal import SchemaModel
internal import SQLite
internal import StoreLayout
internal import StoreScript

/// Counts the data that the changes of one hop concern.
///
/// A change uses the new version's names, except for dropped things.
struct ConcernedData {
  let versions: HopVersions
  /// Counts the data of the previous version.
  let count: DataCount
  private var before: Schema { versions.before.schema }

  /// The amount of data that a change concerns.
  func amount(by change: SchemaChange) throws -> Int64 {
    switch change {
    case .dropEntity(let entity): return try count.objects(of: entity.name)
    case .rewriteAttribute(let attribute, let entity),
      .changeTransience(let attribute, let entity, _):
      return try values(of: versions.oldName(ofAttribute: attribute.name, in: entity), in: entity)
    case .rewriteRelationship(let relationship, let entity),
      .dropLinks(let relationship, let entity, _):
      let own = try links(of: relationship.name, in: entity)
      guard own == 0, let inverse = relationship.inverse else { return own }
      return try links(of: inverse, in: relationship.destination)
    case .dropAttribute(let attribute, let entity):
      let losers = versions.names.losers(ofAttribute: attribute.name, of: entity)
      return try count.values(of: attribute.name, in: losers)
    case .changeAttributeType(let attribute, _, let entity):
      return try values(of: attribute.name, in: entity)
    case .changeComposite(_, let old, let new):
      return try CompositeHolders(composite: old.name, schema: before)
        .count(with: versions.names.elementsAtRisk(from: old, to: new), by: count)
    case .dropRelationship(let relationship, let entity):
      guard let links = versions.links(of: relationship.name, in: entity) else { return 0 }
      let losers = versions.names.losers(ofLinksOf: relationship.name, of: entity)
      return try count.links(
        of: links.association, losers.map { links.isReversed ? .to($0) : .from($0) })
    case .changeParent(let entity, _, _):
      return try linksLeftBehind(by: versions.oldName(ofEntity: entity))
    case .changeOrdering(let name, let entity, _): return try positions(of: name, in: entity)
    case .changeDestination(let name, let entity, _, _), .changeInverse(let name, let entity, _, _),
      .changeCardinality(let name, let entity, _, _):
      return try links(of: name, in: entity)
    default:
      // Unknown kinds of change at risk concern all objects.
      return try before.entities.reduce(0) { try $0 + count.objects(of: $1.name) }
    }
  }

  /// The values of an attribute, by its former name, in an entity of the new version.
  private func values(of attribute: String, in entity: String) throws -> Int64 {
    let family = before.family(of: versions.oldName(ofEntity: entity))
    return try count.values(of: attribute, in: family.map(\.name))
  }

  /// The links of a relationship of the new version, by its former name.
  private func links(of relationship: String, in entity: String) throws -> Int64 {
    try versions.formerLinks(of: relationship, in: entity).map {
      try count.links(of: $0.association)
    } ?? 0
  }

  /// The number of ordered links of a relationship: links in lists of two or more.
  private func positions(of relationship: String, in entity: String) throws -> Int64 {
    try versions.formerLinks(of: relationship, in: entity).map {
      try count.listedLinks(of: $0.association, fromPrimary: !$0.isReversed)
    } ?? 0
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
      return try sum + count.links(of: association, .to(leaving))
    }
  }
}

extension SchemaChange {
  /// The unit of the data that the change concerns.
  var unitOfLoss: Effect.Unit {
    switch self {
    case .rewriteAttribute, .changeTransience, .dropAttribute, .changeAttributeType,
      .changeComposite:
      .values
    case .rewriteRelationship, .dropLinks, .dropRelationship, .changeParent, .changeDestination,
      .changeInverse, .changeCardinality:
      .links
    case .changeOrdering: .order
    default: .objects
    }
  }
}

/// The attributes whose values contain a composite at any depth: in a list, or in another composite.
struct CompositeHolders {
  let composite: String
  let schema: Schema

  /// Counts the values with one of the composite's elements, including values of sub-entities.
  func count(with elements: [String], by count: DataCount) throws -> Int64 {
    var sum: Int64 = 0
    for entity in schema.entities {
      for attribute in entity.attributes {
        let places = paths(in: attribute.type, besides: []).flatMap { path in
          elements.map { CompositeElement($0, path: path) }
        }
        guard !places.isEmpty else { continue }
        sum += try count.values(
          of: attribute.name, in: schema.family(of: entity.name).map(\.name)
        ) { CompositeCondition.has(places, in: $0) }
      }
    }
    return sum
  }

  /// The paths to the composite in values of a type.
  private func paths(
    in type: AttributeType, besides seen: Set<String>
  ) -> [[CompositeElement.Step]] {
    switch type {
    case .array(let item): paths(in: item, besides: seen).map { [.items] + $0 }
    case .composite(composite): [[]]
    case .composite(let name) where !seen.contains(name):
      (schema.composite(named: name)?.elements ?? []).flatMap { element in
        paths(in: element.type, besides: seen.union([name])).map { [.element(element.name)] + $0 }
      }
    default: []
    }
  }
}
