package import SchemaModel

extension Schema {
  /// Every relationship with the entity that declares it, in the order of declaration.
  package var relationshipEnds: [Association.End] {
    entities.flatMap { entity in
      entity.relationships.map { Association.End(entity: entity.name, relationship: $0) }
    }
  }
}

extension Association.End {
  /// The place of the relationship in a schema file.
  package var path: SchemaPath { .property(relationship.name, of: entity, .relationships) }
}

extension Association.End {
  /// Whether this end names the other end as its inverse.
  func claims(_ end: Association.End) -> Bool {
    relationship.inverse == end.relationship.name
  }
}

extension Schema {
  /// The relationships of the destination that lead back and are not the inverse of another relationship.
  package func candidates(forInverseOf end: Association.End) -> [Association.End] {
    lineage(of: end.relationship.destination).flatMap { owner in
      owner.relationships.map { Association.End(entity: owner.name, relationship: $0) }
    }.filter { candidate in
      candidate != end && isEntity(end.entity, orDescendantOf: candidate.relationship.destination)
        && (candidate.relationship.inverse == nil || candidate.claims(end))
    }
  }
}
