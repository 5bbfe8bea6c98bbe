public import SchemaModel

/// Objects of a target entity that are merged once all objects have their values.
public struct EntityMerge: Hashable, Sendable {
  /// The entity of the target; objects of its sub-entities are merged only within the same sub-entity.
  public var entity: String
  /// The key of duplicates, and the choice of the object to keep.
  public var deduplication: Deduplication
  /// The attributes in the choices that are texts now and were numbers in the previous version: as texts, 9
  /// would be greater than 10.
  public var formerNumbers: Set<String>

  /// A merge from its parts.
  public init(
    _ entity: String, _ deduplication: Deduplication, formerNumbers: Set<String> = []
  ) {
    self.entity = entity
    self.deduplication = deduplication
    self.formerNumbers = formerNumbers
  }
}

extension Mapping {
  /// The same mapping, with the attributes that spell former numbers noted in each merge.
  ///
  /// Only one step is examined: a value that is a text in the previous version is compared as a text.
  var knowingFormerNumbers: Self {
    var mapping = self
    for position in merges.indices {
      let family = Set(target.family(of: merges[position].entity).map(\.name))
      let members = (entities + additions).filter { family.contains($0.entity) }
      mapping.merges[position].formerNumbers = Set(
        merges[position].deduplication.choices.attributes.filter { attribute in
          members.contains { $0.layers.last?.value(of: attribute)?.spellsNumber == true }
        })
    }
    return mapping
  }
}

extension ValueSource {
  /// Whether the value is the text of a former number.
  fileprivate var spellsNumber: Bool {
    if case .converted(_, let from, to: .string) = self, from.isNumeric { return true }
    return operand?.spellsNumber ?? false
  }
}

extension MigrationDeclaration {
  /// The declared merges, in the order in which they are carried out.
  ///
  /// This is the order of declaration, except that an entity identified by its links comes after the linked
  /// entity.
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
  /// The destinations of the relationships in its key.
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
