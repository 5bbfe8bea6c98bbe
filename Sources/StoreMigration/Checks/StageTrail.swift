internal import MigrationPlanner
internal import SchemaModel

/// Follows objects, values and links of a version back to their sources at the start of a stage.
struct StageTrail {
  /// The objects of one entity, with their source.
  struct Member {
    var entity: String
    var source: String
    fileprivate var layers: [MappingLayer]

    /// Whether objects are left behind.
    fileprivate var isFiltered: Bool { layers.contains { $0.filter != nil } }

    /// The source property with the same values; nil if the values are made in the migration.
    func origin(of property: String) -> String? {
      var name = property
      for layer in layers.reversed() {
        guard case .copied(let before)? = layer.value(of: name) else { return nil }
        name = before
      }
      return name
    }
  }

  /// One end of an association, by names.
  struct End: Hashable {
    var entity: String
    var relationship: String
    /// The entity at the other end.
    var destination: String
    fileprivate var association: Association
    fileprivate var isPrimary: Bool

    /// Whether only one object may be linked to another.
    var isExclusive: Bool { association.isExclusive }

    fileprivate init(_ association: Association, isPrimary: Bool) {
      let inverse = association.inverse ?? association.primary
      (self.association, self.isPrimary) = (association, isPrimary)
      let end = isPrimary ? association.primary : inverse
      (entity, relationship) = (end.entity, end.relationship.name)
      destination = isPrimary ? end.relationship.destination : association.primary.entity
    }
  }

  private let mapping: Mapping
  private let membersByEntity: [String: [Member]]
  private let ends: [String: [String: End]]
  private let sourceEnds: [String: [String: End]]
  private let links: [Association.End: [CarriedLinks]]

  /// The trail of a stage's mapping.
  init(_ mapping: Mapping) {
    self.mapping = mapping
    var members: [String: [Member]] = [:]
    for entity in mapping.entities + mapping.additions {
      guard let source = entity.source,
        mapping.source.entity(named: source)?.isAbstract == false
      else { continue }
      let member = Member(entity: entity.entity, source: source, layers: entity.layers)
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

  private static func ends(of schema: Schema) -> [String: [String: End]] {
    var result: [String: [String: End]] = [:]
    for association in schema.associations {
      for isPrimary in [false, true] where isPrimary || association.inverse != nil {
        let end = End(association, isPrimary: isPrimary)
        result[end.entity, default: [:]][end.relationship] = end
      }
    }
    return result
  }

  /// The source objects of an entity and its sub-entities.
  func members(of entity: String) -> [Member] { membersByEntity[entity] ?? [] }

  /// The end of an association in the new version that a relationship is.
  func end(_ entity: String, _ relationship: String) -> End? { ends[entity]?[relationship] }

  /// The source end with exactly the same links; nil if links were added or removed.
  func origin(of end: End) -> End? {
    switch end.association.kind {
    case .toOne: originOfStored(end)
    case .manyToMany: originOfFree(end)
    }
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

  private func originOfStored(_ end: End) -> End? {
    let primary = end.association.primary
    var found: End?
    for member in members(of: primary.entity) {
      guard let name = member.origin(of: primary.relationship.name),
        let owner = mapping.source.relationship(named: name, of: member.source)?.owner,
        let origin = sourceEnds[owner]?[name], origin.isPrimary, found ?? origin == origin
      else { return nil }
      found = origin
    }
    guard let found, carriesObjects(of: found.entity, as: primary.entity) else { return nil }
    return end.isPrimary ? found : Self.other(than: found)
  }

  private func originOfFree(_ end: End) -> End? {
    let association = end.association
    guard let carried = links[association.primary], let only = carried.first, carried.count == 1
    else { return nil }
    let near = End(only.association, isPrimary: !only.isReversed)
    let primary = association.primary
    guard carriesObjects(of: near.entity, as: primary.entity),
      carriesObjects(of: near.destination, as: primary.relationship.destination)
    else { return nil }
    return end.isPrimary ? near : Self.other(than: near)
  }

  private static func other(than end: End) -> End? {
    guard end.association.inverse != nil else { return nil }
    return End(end.association, isPrimary: !end.isPrimary)
  }
}
