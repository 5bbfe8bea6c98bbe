internal import SQLText
internal import SchemaModel

extension CoreDataRules {
  /// All parts of the model whose place in a store is not known, without repetition.
  func obstacles() -> [CoreDataObstacle] {
    let hashes = schema.versionHashes()
    let names = Self.doubts(in: entities.map(\.name))
    let all =
      names
      + entities.flatMap { entity -> [CoreDataObstacle] in
        let own = obstacles(in: entity)
        guard let obstacle = hashes[entity.name]?.obstacle, own.isEmpty || !obstacle.isOfForm else {
          return own
        }
        return own + [.hash(obstacle, entity: entity.name)]
      }
    var known: Set<CoreDataObstacle> = []
    return all.filter { known.insert($0).inserted }
  }

  private func obstacles(in entity: Entity) -> [CoreDataObstacle] {
    let name = entity.name
    let properties =
      schema.allAttributes(of: name).map(\.name)
      + schema.allRelationships(of: name).map(\.name)
    return (entity.table == nil ? [] : [.existingTable(entity: name)])
      + Self.doubts(in: properties)
      + entity.attributes.compactMap { obstacle(in: $0, of: name) }
      + entity.relationships.compactMap { obstacle(in: $0, of: name) }
      + entity.indexes.flatMap { obstacles(in: $0, of: name) }
      + entity.uniquenessConstraints.joined().compactMap { obstacle(inKey: $0, of: name) }
  }

  private static func doubts(in names: [String]) -> [CoreDataObstacle] {
    var known: [String: String] = [:]
    return names.compactMap { name in
      guard name.utf8.allSatisfy({ $0 < 0x80 }) else { return .name(name) }
      let first = known.updateValue(name, forKey: name.asciiLowercased)
      return first.flatMap { $0 == name ? nil : .sameName($0, name) }
    }
  }

  private func obstacle(in attribute: Attribute, of entity: String) -> CoreDataObstacle? {
    guard !attribute.isTransient else { return nil }
    if case .array = attribute.type { return .list(entity: entity, attribute: attribute.name) }
    if attribute.derivation != nil, count(of: attribute, in: entity) == nil {
      return .derivation(entity: entity, attribute: attribute.name)
    }
    return nil
  }

  private func obstacle(in relationship: Relationship, of entity: String) -> CoreDataObstacle? {
    guard relationship.cardinality == .toMany else { return nil }
    let end = Association.End(entity: entity, relationship: relationship)
    let inverse = schema.inverse(of: end)
    if inverse?.relationship.cardinality == .toOne { return nil }
    if inverse?.entity == entity {
      return .linkToItself(entity: entity, relationship: relationship.name)
    }
    let ends = [entity, inverse?.entity ?? relationship.destination, relationship.destination]
    return ends.first { !schema.children(of: $0).isEmpty }.map {
      .linkOfFamily(entity: entity, relationship: relationship.name, family: $0)
    }
  }

  private func obstacles(in index: Index, of entity: String) -> [CoreDataObstacle] {
    index.elements.filter { !$0.isAscending }
      .map { .descendingIndex(entity: entity, property: $0.property) }
      + index.elements.compactMap { obstacle(inKey: $0.property, of: entity) }
  }

  private func obstacle(inKey property: String, of entity: String) -> CoreDataObstacle? {
    let isColumn: Bool =
      if let attribute = schema.attribute(named: property, of: entity)?.attribute {
        !attribute.isTransient && attribute.type.isPlain
      } else {
        schema.relationship(named: property, of: entity)?.relationship.cardinality == .toOne
      }
    return isColumn ? nil : .indexOfParts(entity: entity, property: property)
  }
}

extension FingerprintObstacle {
  /// Whether it concerns a property or a name whose form in a store is not known either.
  fileprivate var isOfForm: Bool {
    switch self {
    case .derivedAttribute, .arrayOfStructures, .nameOrder: true
    default: false
    }
  }
}

extension AttributeType {
  /// Whether Core Data stores the values directly, and not as a composite or a list.
  fileprivate var isPlain: Bool {
    switch self {
    case .enumeration, .composite, .array: false
    default: true
    }
  }
}

// MARK: - Counts

/// An attribute that counts the objects of a one-to-many relationship.
struct DerivedCount {
  /// The entity with the attribute.
  let entity: String
  /// The attribute.
  let attribute: String
  /// The to-one relationship from the counted objects to the counting one.
  let link: Association.End
}

extension CoreDataRules {
  /// The count that a derived attribute holds; nil if it is derived in another way.
  func count(of attribute: Attribute, in entity: String) -> DerivedCount? {
    let suffix = ".@count"
    guard let derivation = attribute.derivation, derivation.hasSuffix(suffix),
      let (owner, relationship) = schema.relationship(
        named: String(derivation.dropLast(suffix.count)), of: entity),
      let link = schema.inverse(of: .init(entity: owner, relationship: relationship)),
      link.relationship.cardinality == .toOne, relationship.cardinality == .toMany
    else { return nil }
    return DerivedCount(entity: entity, attribute: attribute.name, link: link)
  }
}
