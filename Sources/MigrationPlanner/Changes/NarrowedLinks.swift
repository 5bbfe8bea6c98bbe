package import SchemaModel

/// A to-one that takes over the links of a differently named to-many, through the relationship at their other
/// end, which stays.
///
/// ```
/// Visit.tags ⇄ Tag.visits     // before: many to many
/// Visit.mainTag ⇄ Tag.visits  // after: each visit keeps one of its tags
/// ```
package struct NarrowedLinks: Hashable, Sendable {
  /// The to-many of the previous version.
  package let before: Association.End
  /// The to-one of the new version.
  package let after: Association.End
}

extension SchemaCorrespondence {
  /// The ends whose links a changed inverse narrows; nil if it narrows none.
  func narrowedLinks(by change: SchemaChange) -> NarrowedLinks? {
    guard case .changeInverse(let name, let entity, _?, _?) = change else { return nil }
    return narrowedLinks(at: name, of: entity)
  }

  /// The to-many and the to-one in its place, as the inverses of a relationship; nil if its inverse is not
  /// narrowed.
  func narrowedLinks(at name: String, of entity: String) -> NarrowedLinks? {
    guard let kept = target.relationship(named: name, of: entity),
      let old = self.old(kept.relationship, declaredBy: kept.owner, in: entity),
      let before = source.inverse(of: .init(entity: old.owner, relationship: old.property)),
      let after = target.inverse(of: .init(entity: kept.owner, relationship: kept.relationship)),
      before.relationship.cardinality == .toMany, after.relationship.cardinality == .toOne,
      self.old(after.relationship, declaredBy: after.entity, in: after.entity) == nil
    else { return nil }
    return NarrowedLinks(before: before, after: after)
  }
}
