package import SchemaModel

extension Relationship {
  /// The same as a to-many, as a backup has one side of a one-to-one when several objects share its other
  /// end.
  package var leadingToMany: Relationship {
    var relationship = self
    relationship.cardinality = .toMany
    relationship.maximumCount = nil
    return relationship
  }
}
