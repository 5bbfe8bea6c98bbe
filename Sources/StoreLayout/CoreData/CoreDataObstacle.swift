package import SchemaModel

/// A reason why the store of a model cannot be created: no known store shows how Core Data lays it out.
package enum CoreDataObstacle: Error, Hashable, Sendable {
  /// The entity is in one of the app's own tables.
  case existingTable(entity: String)
  /// The version hash of the entity cannot be computed.
  case hash(FingerprintObstacle, entity: String)
  /// The name has letters outside ASCII.
  case name(String)
  /// Two names of entities, or of properties of one entity, differ only in case.
  case sameName(String, String)
  /// A many-to-many relationship leads from an entity to itself.
  case linkToItself(entity: String, relationship: String)
  /// A many-to-many, or a to-many without an inverse, has an entity with sub-entities at one end.
  case linkOfFamily(entity: String, relationship: String, family: String)
  /// The attribute is derived by something other than the count of a one-to-many.
  case derivation(entity: String, attribute: String)
  /// The attribute is a list of values.
  case list(entity: String, attribute: String)
  /// The index has an element in descending order.
  case descendingIndex(entity: String, property: String)
  /// The index or the unique key has a property without a single column.
  case indexOfParts(entity: String, property: String)
}

extension CoreDataObstacle {
  /// The place in the model.
  package var path: SchemaPath? {
    switch self {
    case .existingTable(let entity), .hash(_, let entity): .entity(entity)
    case .descendingIndex(let entity, _), .indexOfParts(let entity, _): .entity(entity)
    case .linkToItself(let entity, let name), .linkOfFamily(let entity, let name, _):
      .property(name, of: entity, .relationships)
    case .derivation(let entity, let name), .list(let entity, let name):
      .property(name, of: entity, .attributes)
    case .name, .sameName: nil
    }
  }
}

extension CoreDataObstacle: CustomStringConvertible {
  /// The entity or the property, with the reason.
  package var description: String {
    switch self {
    case .existingTable(let entity):
      "'\(entity)' is in a table of the app's own, which Core Data does not open"
    case .hash(let obstacle, let entity):
      "the version hash of '\(entity)' cannot be computed: \(obstacle)"
    case .name(let name): "'\(name)' has letters outside ASCII, and no known store has such a name"
    case .sameName(let first, let second):
      "'\(first)' and '\(second)' differ in case alone, and no known store has such names"
    case .linkToItself(let entity, let relationship):
      "'\(entity).\(relationship)' is a many-to-many from an entity to itself, and which relationship "
        + "names its table is not known"
    case .linkOfFamily(let entity, let relationship, let family):
      "'\(entity).\(relationship)' has '\(family)' at one end, which has sub-entities, and no known "
        + "store has such a link"
    case .derivation(let entity, let attribute):
      "'\(entity).\(attribute)' is derived by something else than the count of a one-to-many, and the "
        + "triggers for that are not known"
    case .list(let entity, let attribute):
      "'\(entity).\(attribute)' is a list, and no known store shows its form"
    case .descendingIndex(let entity, let property):
      "an index of '\(entity)' has '\(property)' in descending order, and no known store has such an "
        + "index"
    case .indexOfParts(let entity, let property):
      "an index or a unique key of '\(entity)' has '\(property)', which is no single column"
    }
  }
}

/// All reasons why the store of a model cannot be created.
package struct CoreDataObstacles: Error, Hashable, Sendable {
  /// The reasons, in the order of the entities.
  package let reasons: [CoreDataObstacle]
}
