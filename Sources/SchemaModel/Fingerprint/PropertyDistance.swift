extension Schema {
  /// The number of an entity's stored properties, inherited ones included, that differ in another schema.
  ///
  /// Version hashes decide whether two properties differ. A property that exists in only one of the schemas
  /// is counted too. The number is zero if only the entity itself differs, for example in its place in a
  /// hierarchy.
  public func propertiesThatDiffer(of entity: String, from other: Schema) -> Int {
    let (mine, theirs) = (propertyHashes(of: entity), other.propertyHashes(of: entity))
    return Set(mine.keys).union(theirs.keys).count { name in
      guard let mine = mine[name], let theirs = theirs[name] else { return true }
      return mine != theirs
    }
  }

  /// The part of each stored property in the hash of an entity; nil for a part that cannot be known.
  private func propertyHashes(of entity: String) -> [String: VersionHash?] {
    let types = DeclaredTypes(self, requiresLeaves: false)
    var hashes: [String: VersionHash?] = [:]
    for owner in lineage(of: entity) {
      for attribute in owner.attributes where !attribute.isTransient {
        hashes[attribute.name] = .some(try? PropertyHash(attribute, types: types).hash)
      }
      for relationship in owner.relationships {
        hashes[relationship.name] = PropertyHash(relationship).hash
      }
    }
    return hashes
  }
}
