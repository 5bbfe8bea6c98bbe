internal import MigrationPlanner
internal import SchemaModel

/// Follows objects, values and links of a version back to their sources at the start of a stage.
struct StageTrail {
  /// The objects of one entity, with their source.
  struct Member {
    var entity: String
    var source: String
    fileprivate var mapping: EntityMapping

    /// Whether objects are left behind.
    fileprivate var isFiltered: Bool { mapping.layers.contains { $0.filter != nil } }

    /// The source property with the same values; nil if the values are made in the migration.
    func origin(of property: String) -> String? { mapping.copied(property) }
  }

  private let mapping: Mapping
  private let membersByEntity: [String: [Member]]
  /// The links at each end of an association, by the entity and the relationship.
  private let ends: [String: [String: CarriedLinks]]
  private let sourceEnds: [String: [String: CarriedLinks]]
  private let links: [Association.End: [CarriedLinks]]

  /// The trail of a stage's mapping.
  init(_ mapping: Mapping) {
    self.mapping = mapping
    var members: [String: [Member]] = [:]
    for entity in mapping.entities + mapping.additions {
      guard let source = entity.source,
        mapping.source.entity(named: source)?.isAbstract == false
      else { continue }
      let member = Member(entity: entity.entity, source: source, mapping: entity)
      for owner in mapping.target.lineage(of: entity.entity) {
        members[owner.name, default: []].append(member)
      }
    }
    membersByEntity = members
    ends = Self.ends(of: mapping.target)
    sourceEnds = Self.ends(of: mapping.source)
    links = Dictionary(
      mapping.links.map { ($0.association.primary, $0.sources) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Whether objects of several hierarchies become objects of an entity.
  func comeTogether(as entity: String) -> Bool {
    Set(members(of: entity).compactMap { mapping.source.root(of: $0.source)?.name }).count > 1
  }

  private static func ends(of schema: Schema) -> [String: [String: CarriedLinks]] {
    var result: [String: [String: CarriedLinks]] = [:]
    for association in schema.associations {
      for isReversed in [true, false] where !isReversed || association.inverse != nil {
        let links = CarriedLinks(association, isReversed: isReversed)
        result[links.end.entity, default: [:]][links.end.relationship.name] = links
      }
    }
    return result
  }

  /// The source objects of an entity and its sub-entities.
  func members(of entity: String) -> [Member] { membersByEntity[entity] ?? [] }

  /// The links of a relationship in the new version.
  func links(_ entity: String, _ relationship: String) -> CarriedLinks? {
    ends[entity]?[relationship]
  }

  /// The same links at the start of the stage; nil if links were added or removed.
  func origin(of links: CarriedLinks) -> CarriedLinks? {
    let origin =
      switch links.association.kind {
      case .toOne: originOfStored(links.association.primary)
      case .manyToMany: originOfFree(links.association.primary)
      }
    guard links.isReversed else { return origin }
    return origin.flatMap { $0.association.inverse == nil ? nil : $0.reversed }
  }

  /// Whether all source objects of an entity, including its sub-entities, become objects of another one.
  func carriesObjects(of source: String, as entity: String) -> Bool {
    let carried = Set(members(of: entity).filter { !$0.isFiltered }.map(\.source))
    return mapping.source.family(of: source).allSatisfy {
      $0.isAbstract || carried.contains($0.name)
    }
  }

  /// Whether all objects of an entity come from a source entity.
  func hasNoOthers(than source: String, in entity: String) -> Bool {
    members(of: entity).allSatisfy {
      mapping.source.isEntity($0.source, orDescendantOf: source)
    }
  }

  private func originOfStored(_ end: Association.End) -> CarriedLinks? {
    var found: CarriedLinks?
    for member in members(of: end.entity) {
      guard let name = member.origin(of: end.relationship.name),
        let owner = mapping.source.relationship(named: name, of: member.source)?.owner,
        let origin = sourceEnds[owner]?[name], !origin.isReversed, found ?? origin == origin
      else { return nil }
      found = origin
    }
    return found.flatMap { carriesObjects(of: $0.end.entity, as: end.entity) ? $0 : nil }
  }

  private func originOfFree(_ end: Association.End) -> CarriedLinks? {
    guard let carried = links[end], let only = carried.first, carried.count == 1,
      carriesObjects(of: only.end.entity, as: end.entity),
      carriesObjects(of: only.destination, as: end.relationship.destination)
    else { return nil }
    return CarriedLinks(only.association, isReversed: only.isReversed)
  }
}

extension CarriedLinks {
  /// The end that they are followed from.
  var end: Association.End {
    isReversed ? association.inverse ?? association.primary : association.primary
  }
}
