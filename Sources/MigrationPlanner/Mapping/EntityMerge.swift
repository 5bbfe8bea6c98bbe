public import SchemaModel

/// Objects of an entity of the target that become one, once all objects have their values.
public struct EntityMerge: Hashable, Sendable {
  /// The entity of the target; objects of its sub-entities are merged with those of the same one.
  public var entity: String
  /// Which objects are one, and which of them stays.
  public var deduplication: Deduplication

  /// A merge from its parts.
  public init(_ entity: String, _ deduplication: Deduplication) {
    self.entity = entity
    self.deduplication = deduplication
  }
}

extension MigrationDeclaration {
  /// The declared merges, in the order in which they are carried out: that of declaration, but an
  /// entity that is told apart by what it is linked to comes after the one that it is linked to.
  func merges(in schema: Schema) -> [EntityMerge] {
    var open = maps.compactMap { map in
      map.deduplication.map { EntityMerge(map.entity, $0) }
    }
    var result: [EntityMerge] = []
    while !open.isEmpty {
      let next =
        open.firstIndex { merge in
          let destinations = merge.destinations(in: schema)
          return !open.contains { $0 != merge && $0.isAmong(destinations, in: schema) }
        } ?? 0
      result.append(open.remove(at: next))
    }
    return result
  }
}

extension EntityMerge {
  /// The entities that its key leads to.
  package func destinations(in schema: Schema) -> [String] {
    deduplication.key.compactMap {
      schema.relationship(named: $0, of: entity)?.relationship.destination
    }
  }

  /// Whether it may merge objects of one of these entities.
  package func isAmong(_ entities: [String], in schema: Schema) -> Bool {
    entities.contains {
      schema.isEntity(entity, orDescendantOf: $0) || schema.isEntity($0, orDescendantOf: entity)
    }
  }
}
