internal import SchemaModel

/// The common interface of attributes and relationships.
protocol SchemaProperty: Hashable, Sendable {
  var name: String { get }
  /// The declared former name.
  var renamedFrom: String? { get }
  /// The properties of this kind that an entity itself declares.
  static func declared(by entity: Entity) -> [Self]
}

extension Attribute: SchemaProperty {
  static func declared(by entity: Entity) -> [Attribute] { entity.attributes }
}

extension Relationship: SchemaProperty {
  static func declared(by entity: Entity) -> [Relationship] { entity.relationships }
}

/// A property with the entity that declares it.
struct Owned<Property: SchemaProperty>: Hashable, Sendable {
  var owner: String
  var property: Property
}

extension Schema {
  /// The property of that name that an entity or its nearest ancestor declares.
  ///
  /// It is first looked for at a place in the entity's own list, where another version has it.
  func property<Property: SchemaProperty>(
    _ name: String, of entity: String, near place: Int = 0
  ) -> Owned<Property>? {
    var visited = 0
    var next = self.entity(named: entity)
    // Entities may inherit in a circle.
    while let owner = next, visited <= entities.count {
      let declared = Property.declared(by: owner)
      if place < declared.count, declared[place].name == name {
        return Owned(owner: owner.name, property: declared[place])
      }
      if let found = declared.first(where: { $0.name == name }) {
        return Owned(owner: owner.name, property: found)
      }
      next = owner.parent.flatMap(self.entity(named:))
      visited += 1
    }
    return nil
  }

  /// All properties of an entity with their owners, inherited ones first.
  func properties<Property: SchemaProperty>(
    of entity: String, _: Property.Type = Property.self
  ) -> [Owned<Property>] {
    lineage(of: entity).reversed().flatMap { owner in
      Property.declared(by: owner).map { Owned(owner: owner.name, property: $0) }
    }
  }
}
