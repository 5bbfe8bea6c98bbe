extension Schema {
  /// How many of an entity's stored properties, inherited ones included, are otherwise in another
  /// schema, or are in one of the two alone, as version hashes see them.
  ///
  /// Zero where only the entity itself is otherwise, in its place in a hierarchy for one.
  public func propertiesThatDiffer(of entity: String, from other: Schema) -> Int {
    let (mine, theirs) = (propertyHashes(of: entity), other.propertyHashes(of: entity))
    return Set(mine.keys).union(theirs.keys).count { name in
      guard let mine = mine[name], let theirs = theirs[name] else { return true }
      return mine != theirs
    }
  }

  /// What each stored property contributes to the hash of an entity; nil where nobody can tell.
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
