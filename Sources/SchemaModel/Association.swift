/// One set of links between objects, seen from both of its ends.
///
/// A relationship and its inverse are two views of the same links. Code that stores or copies links works
/// with associations, so that no link is stored, moved or counted twice.
///
/// ```swift
/// // Book.notes (to-many) and Note.book (to-one) are one association:
/// // its primary end is Note.book, where the links are stored.
/// ```
public struct Association: Hashable, Sendable {
  /// One end: a relationship, named by the entity that declares it.
  public struct End: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The entity that declares the relationship.
    public var entity: String
    /// The relationship.
    public var relationship: Relationship

    /// An end from its entity and relationship.
    public init(entity: String, relationship: Relationship) {
      self.entity = entity
      self.relationship = relationship
    }

    /// Orders by entity, then relationship.
    public static func < (left: Self, right: Self) -> Bool {
      (left.entity, left.relationship.name) < (right.entity, right.relationship.name)
    }

    /// The usual spelling: `Note.book`.
    public var description: String { "\(entity).\(relationship.name)" }
  }

  /// The end from which the links are stored.
  public var primary: End
  /// The other end; nil if the model declares none.
  ///
  /// Equal to ``primary`` for a relationship that is its own inverse (`Person.friends`).
  public var inverse: End?

  /// An association from its ends, the storing one first.
  public init(primary: End, inverse: End?) {
    self.primary = primary
    self.inverse = inverse
  }

  /// The combination of cardinalities at the two ends.
  public enum Kind: Hashable, Sendable {
    /// The primary end is to-one: its object's row can hold the link.
    case toOne
    /// Neither end is to-one: the links are stored separately.
    case manyToMany
  }

  /// The kind of the association, as the primary end decides it.
  public var kind: Kind {
    primary.relationship.cardinality == .toOne ? .toOne : .manyToMany
  }

  /// Whether an object of the destination can be linked from at most one object.
  public var isExclusive: Bool {
    kind == .toOne && inverse?.relationship.cardinality == .toOne
  }

  /// Whether a relationship is one of its ends.
  package func has(_ end: End) -> Bool { primary == end || inverse == end }
}

extension Schema {
  /// Every association of the schema, sorted by its primary end.
  ///
  /// In a one-to-many, the primary end is the to-one. Of two to-manys, it is the first by name. Of two
  /// to-ones, the first of these rules that applies to only one end decides:
  /// - The end is declared as a column of an existing table, by that column's name or as a key.
  /// - The end is required.
  /// - The inverse cascades to the end, so that the end is the part rather than the whole.
  ///
  /// If no rule decides, the first end by name is the primary one.
  ///
  /// An inverse that does not point back is left out, so that the links of such a model can still be stored.
  /// Validation reports the mistake.
  public var associations: [Association] {
    var result: [Association] = []
    for entity in entities {
      for relationship in entity.relationships {
        let end = Association.End(entity: entity.name, relationship: relationship)
        guard let other = inverse(of: end) else {
          result.append(Association(primary: end, inverse: nil))
          continue
        }
        if isPrimary(end, against: other) {
          result.append(Association(primary: end, inverse: other))
        }
      }
    }
    return result.sorted { $0.primary < $1.primary }
  }

  /// The end that a relationship is, by its name in an entity that has it.
  package func end(_ name: String, of entity: String) -> Association.End? {
    relationship(named: name, of: entity).map {
      Association.End(entity: $0.owner, relationship: $0.relationship)
    }
  }

  /// The inverse of an end; nil if the named inverse does not exist or does not point back.
  public func inverse(of end: Association.End) -> Association.End? {
    guard let name = end.relationship.inverse,
      let (owner, candidate) = relationship(named: name, of: end.relationship.destination),
      candidate.inverse == end.relationship.name,
      isEntity(end.entity, orDescendantOf: candidate.destination)
        || isEntity(candidate.destination, orDescendantOf: end.entity)
    else { return nil }
    return Association.End(entity: owner, relationship: candidate)
  }

  private func isPrimary(_ end: Association.End, against other: Association.End) -> Bool {
    let (mine, theirs) = (end.relationship, other.relationship)
    switch (mine.cardinality, theirs.cardinality) {
    case (.toOne, .toMany): return true
    case (.toMany, .toOne): return false
    case (.toMany, .toMany): return end <= other
    case (.toOne, .toOne):
      let (mineIsThere, theirsIsThere) = (isColumn(end), isColumn(other))
      if mineIsThere != theirsIsThere { return mineIsThere }
      if mine.isOptional != theirs.isOptional { return !mine.isOptional }
      let (mineIsPart, theirsIsPart) = (theirs.deleteRule == .cascade, mine.deleteRule == .cascade)
      if mineIsPart != theirsIsPart { return mineIsPart }
      return end <= other
    }
  }

  /// Whether an end is declared as a column of an existing table: by the column's name, or as a key.
  private func isColumn(_ end: Association.End) -> Bool {
    guard let owner = entity(named: end.entity), owner.table != nil else { return false }
    let relationship = end.relationship
    return relationship.column != nil || owner.primaryKey == [relationship.name]
      || owner.uniquenessConstraints.contains([relationship.name])
  }
}
