extension Schema {
  /// The entity and its ancestors, from the entity itself up to its root.
  ///
  /// The list ends at a missing parent and at a cycle: validation reports both.
  public func lineage(of name: String) -> [Entity] {
    index.lineage(of: name).map { entities[$0] }
  }

  /// The topmost ancestor of an entity: the entity itself if it has no parent.
  public func root(of name: String) -> Entity? {
    index.lineage(of: name).last.map { entities[$0] }
  }

  /// The entities that inherit from this one directly, in the order of declaration.
  public func children(of name: String) -> [Entity] {
    index.children(of: name).map { entities[$0] }
  }

  /// The entity and all its descendants, each parent before its children.
  public func family(of name: String) -> [Entity] {
    guard let first = entity(named: name) else { return [] }
    var result = [first]
    var known: Set = [name]
    var next = 0
    while next < result.count {
      result += children(of: result[next].name).filter { known.insert($0.name).inserted }
      next += 1
    }
    return result
  }

  /// Whether an entity is the given one or inherits from it.
  public func isEntity(_ name: String, orDescendantOf ancestor: String) -> Bool {
    index.lineage(of: name).contains { entities[$0].name == ancestor }
  }

  /// All attributes of an entity, inherited ones first.
  public func allAttributes(of name: String) -> [Attribute] {
    lineage(of: name).reversed().flatMap(\.attributes)
  }

  /// All relationships of an entity, inherited ones first.
  public func allRelationships(of name: String) -> [Relationship] {
    lineage(of: name).reversed().flatMap(\.relationships)
  }

  /// The relationship with this name of an entity or its nearest ancestor, with its owner's name.
  public func relationship(
    named relationship: String, of entity: String
  ) -> (owner: String, relationship: Relationship)? {
    for owner in index.lineage(of: entity).lazy.map({ entities[$0] }) {
      if let found = owner.relationship(named: relationship) { return (owner.name, found) }
    }
    return nil
  }

  /// The attribute with this name of an entity or its nearest ancestor, with its owner's name.
  public func attribute(
    named attribute: String, of entity: String
  ) -> (owner: String, attribute: Attribute)? {
    for owner in index.lineage(of: entity).lazy.map({ entities[$0] }) {
      if let found = owner.attribute(named: attribute) { return (owner.name, found) }
    }
    return nil
  }
}
