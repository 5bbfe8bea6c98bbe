package import Diagnostics
package import SchemaModel

/// The deletion that makes a finding on a relationship harmful.
///
/// A schema file does not tell what an app deletes: without that knowledge any object may be deleted.
package struct DeletionHarm: Hashable, Sendable {
  /// The entities of the objects whose deletion does it.
  private var deleted: Set<String>
  /// The entity of the objects that stay, and refer to what is deleted.
  package var owner: String
  /// The relationship by which they do; nil where they have none.
  package var property: String?
  /// The relationship of the deleted objects whose links are left broken; nil for a relationship without
  /// inverse.
  package var links: String?
  /// Whether nothing else leads to the objects, or back from them, and the relationship is a list or takes
  /// them along.
  ///
  /// They then belong to one owner, and a list is kept in their own rows: they leave it when they are
  /// deleted.
  private var isOfOwnPart = false
  /// Whether it is about a relationship without inverse: whatever an app deletes that nobody can name, few of
  /// its objects are the destination's.
  package var isOfMissingInverse = false
  /// Whether the objects belong to the ones that refer to them, which take them along.
  package var isOfOwner = false

  /// The harm that a finding tells of; nil where it does not depend on a deletion.
  package init?(of finding: Finding, in schema: Schema) {
    guard case .part(let place) = finding.place,
      let end = schema.relationshipEnds.first(where: {
        $0.path == place || $0.path.appending("delete") == place
      })
    else { return nil }
    switch finding.rule {
    case MissingInverse.id:
      self.init(deleting: end.relationship.destination, in: schema, leaving: end.entity, end)
      isOfOwnPart = Self.isOfOwnPart(end, in: schema)
      isOfOwner = end.relationship.deleteRule == .cascade
      isOfMissingInverse = true
    case NoActionDelete.id, RequiredToOneNullified.id:
      self.init(
        deleting: end.entity, in: schema, leaving: end.relationship.destination,
        schema.inverse(of: end))
      links = end.relationship.name
    default: return nil
    }
  }

  private init(
    deleting entity: String, in schema: Schema, leaving owner: String, _ end: Association.End?
  ) {
    // Whoever deletes objects of an ancestor may delete these.
    deleted = Set((schema.family(of: entity) + schema.lineage(of: entity)).map(\.name))
    (self.owner, property) = (owner, end?.relationship.name)
  }

  private static func isOfOwnPart(_ end: Association.End, in schema: Schema) -> Bool {
    let family = Set(schema.family(of: end.relationship.destination).map(\.name))
    return (end.relationship.cardinality == .toMany || end.relationship.deleteRule == .cascade)
      && schema.candidates(forInverseOf: end).isEmpty
      && schema.relationshipEnds.allSatisfy {
        $0 == end || !family.contains($0.relationship.destination)
      }
  }

  /// Whether it is about objects of entities of one of these names.
  package func concerns(_ names: Set<String>) -> Bool {
    names.contains(owner) || !deleted.isDisjoint(with: names)
  }

  /// The most that it weighs where objects of these entities are deleted; nil for an error.
  package func heaviest(whereDeleted deleted: Set<String>) -> Diagnostic.Severity? {
    isOfOwnPart || self.deleted.isDisjoint(with: deleted) ? .warning : nil
  }
}

extension Finding {
  /// The same finding, as a warning if only the deletion of an object makes it true.
  var withoutKnownDeletion: Finding {
    guard [MissingInverse.id, NoActionDelete.id, RequiredToOneNullified.id].contains(rule) else {
      return self
    }
    return limited(to: .warning)
  }
}
