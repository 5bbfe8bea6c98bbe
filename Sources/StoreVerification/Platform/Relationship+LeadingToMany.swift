package import SchemaModel

extension Relationship {
  /// The relationship as a to-many.
  ///
  /// In a backup, one side of a one-to-one becomes a to-many if several objects share its other end.
  package var leadingToMany: Relationship {
    var relationship = self
    relationship.cardinality = .toMany
    relationship.maximumCount = nil
    return relationship
  }
}
