internal import SchemaModel

extension Schema {
  /// Every relationship with the entity that declares it, in the order of declaration.
  var relationshipEnds: [Association.End] {
    entities.flatMap { entity in
      entity.relationships.map { Association.End(entity: entity.name, relationship: $0) }
    }
  }
}

extension Association.End {
  /// Where the relationship stands in a schema file.
  var path: SchemaPath { .property(relationship.name, of: entity, .relationships) }
}
