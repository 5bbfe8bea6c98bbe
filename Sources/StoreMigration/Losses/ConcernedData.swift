internal import MigrationPlanner
internal import SchemaModel
internal import SQLite
internal import StoreLayout
internal import StoreScript

/// Finds the data that the changes of one hop concern.
///
/// A change uses the new version's names, except for dropped things.
struct ConcernedData {
  let versions: HopVersions
  /// The rows of the previous version.
  let rows: VersionRows
  /// The names of a relation's columns, where values that cannot be computed are to be estimated by the columns
  /// that their expressions read; nil for the values themselves.
  var columns: ((String) -> [String])?
  private var before: Schema { versions.before.schema }

  /// A query for some of the data, with the name of its entity, property or links.
  typealias Part = (name: String, query: String)

  /// The data that a change concerns, as queries with a row for each object, value or link.
  func parts(by change: SchemaChange) -> [Part] {
    switch change {
    case .dropEntity(let entity): return objects(of: [entity])
    case .rewriteAttribute(let attribute, let entity),
      .changeTransience(let attribute, let entity, _):
      return values(of: versions.oldName(ofAttribute: attribute.name, in: entity), in: entity)
    case .rewriteRelationship(let relationship, let entity),
      .dropLinks(let relationship, let entity, _):
      let own = links(of: relationship.name, in: entity)
      guard let inverse = relationship.inverse else { return own }
      // The links of the inverse count where the relationship itself has none.
      let hasNone = own.map { " WHERE NOT EXISTS (\($0.query))" }.joined()
      return own
        + links(of: inverse, in: relationship.destination).map {
          ($0.name, "SELECT * FROM (\($0.query))\(hasNone)")
        }
    case .dropAttribute(let attribute, let entity):
      return values(
        of: attribute.name, ofEach: versions.names.losers(ofAttribute: attribute.name, of: entity))
    case .changeAttributeType(let attribute, _, let entity),
      .changeAttributeToRelationship(let attribute, _, let entity):
      return values(of: attribute.name, in: entity)
    case .changeComposite(_, let old, let new):
      return values(with: versions.names.elementsAtRisk(from: old, to: new), of: old.name)
    case .dropRelationship(let relationship, let entity):
      guard let links = versions.links(of: relationship.name, in: entity) else { return [] }
      let losers = versions.names.losers(ofLinksOf: relationship.name, of: entity)
      return parts(of: links, fromEach: losers)
    case .changeRelationshipToAttribute(let relationship, _, let entity):
      return links(of: relationship.name, in: entity)
    case .changeParent(let entity, _, _):
      return linksLeftBehind(by: versions.oldName(ofEntity: entity))
    case .changeOrdering(let name, let entity, _):
      // Links in lists of two or more.
      guard let links = versions.formerLinks(of: name, in: entity),
        let query = rows.listedLinks(links)
      else { return [] }
      return [(links.association.primary.description, query)]
    case .changeDestination(let name, let entity, _, _), .changeInverse(let name, let entity, _, _),
      .changeCardinality(let name, let entity, _, _):
      return links(of: name, in: entity)
    default:
      // Unknown kinds of change at risk concern all objects.
      return objects(of: before.entities)
    }
  }

  /// The entities' own objects, without sub-entities.
  private func objects(of entities: [Entity]) -> [Part] {
    entities.compactMap { entity in
      rows.objects(of: entity.name).map { (entity.name, $0) }
    }
  }

  /// The values of an attribute, by its former name, in an entity of the new version.
  private func values(of attribute: String, in entity: String) -> [Part] {
    let family = before.family(of: versions.oldName(ofEntity: entity))
    return values(of: attribute, ofEach: family.map(\.name))
  }

  /// The values of an attribute, of objects of some entities without their sub-entities.
  private func values(
    of attribute: String, ofEach entities: [String], where condition: ((String) -> String)? = nil
  ) -> [Part] {
    entities.compactMap { entity in
      rows.values(of: attribute, in: entity, where: condition, reading: columns).map {
        ("\(entity).\(attribute)", $0)
      }
    }
  }

  /// The links of a relationship of the new version, by its former name.
  private func links(of relationship: String, in entity: String) -> [Part] {
    versions.formerLinks(of: relationship, in: entity).map { parts(of: $0) } ?? []
  }

  /// All links, or those that are followed from objects of some entities without their sub-entities.
  private func parts(of links: CarriedLinks, fromEach entities: [String]? = nil) -> [Part] {
    rows.links(links, fromEach: entities).map { [(links.association.primary.description, $0)] }
      ?? []
  }

  /// The links that lead to an entity's objects by to-many relationships, without inverse, to an ancestor.
  private func linksLeftBehind(by entity: String) -> [Part] {
    let leaving = before.family(of: entity).map(\.name)
    return before.associations.flatMap { association -> [Part] in
      let destination = association.primary.relationship.destination
      guard association.kind == .manyToMany, association.inverse == nil, destination != entity,
        before.isEntity(entity, orDescendantOf: destination)
      else { return [] }
      return parts(of: CarriedLinks(association, isReversed: true), fromEach: leaving)
    }
  }
}

extension SchemaChange {
  /// The unit of the data that the change concerns.
  var unitOfLoss: Effect.Unit {
    switch self {
    case .rewriteAttribute, .changeTransience, .dropAttribute, .changeAttributeType,
      .changeComposite, .changeAttributeToRelationship:
      .values
    case .rewriteRelationship, .dropLinks, .dropRelationship, .changeParent, .changeDestination,
      .changeInverse, .changeCardinality, .changeRelationshipToAttribute:
      .links
    case .changeOrdering: .order
    default: .objects
    }
  }
}

extension ConcernedData {
  /// The values that contain a composite, at any depth, with one of some elements.
  private func values(with elements: [String], of composite: String) -> [Part] {
    before.entities.flatMap { entity in
      entity.attributes.flatMap { attribute -> [Part] in
        let places = paths(to: composite, in: attribute.type, besides: []).flatMap { path in
          elements.map { CompositeElement($0, path: path) }
        }
        guard !places.isEmpty else { return [] }
        return values(
          of: attribute.name, ofEach: before.family(of: entity.name).map(\.name)
        ) { CompositeCondition.has(places, in: $0) }
      }
    }
  }

  /// The paths to a composite in values of a type: in a list, or in another composite.
  private func paths(
    to composite: String, in type: AttributeType, besides seen: Set<String>
  ) -> [[CompositeElement.Step]] {
    switch type {
    case .array(let item): paths(to: composite, in: item, besides: seen).map { [.items] + $0 }
    case .composite(composite): [[]]
    case .composite(let name) where !seen.contains(name):
      (before.composite(named: name)?.elements ?? []).flatMap { element in
        paths(to: composite, in: element.type, besides: seen.union([name])).map {
          [.element(element.name)] + $0
        }
      }
    default: []
    }
  }
}
