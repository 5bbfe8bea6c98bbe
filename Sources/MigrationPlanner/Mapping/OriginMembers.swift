internal import SchemaModel

extension MigrationDeclaration.EntityMap {
  /// The entities of the previous version whose objects an origin covers: its own and its sub-entities,
  /// except those with an origin of their own.
  ///
  /// Each object is used once: `from: {Dog, Puppy}` makes objects from puppies as `Puppy` says.
  func members(of origin: MigrationDeclaration.Origin, in source: Schema) -> [Entity] {
    source.family(of: origin.entity).filter {
      self.origin(ofObjectsOf: $0.name, in: source) == origin
    }
  }

  /// The origin for objects of an entity of the previous version: the nearest one among the entity and its
  /// ancestors.
  func origin(
    ofObjectsOf entity: String, in source: Schema
  ) -> MigrationDeclaration.Origin? {
    source.lineage(of: entity).lazy.compactMap { ancestor in
      origins.first { $0.entity == ancestor.name }
    }.first
  }
}
