package import Diagnostics
package import SchemaModel

/// The deletion that makes a finding on a relationship harmful.
///
/// A schema file does not show which objects an app deletes. Without the source of the app, any
/// object may be deleted.
package struct DeletionHarm: Hashable, Sendable {
  /// The entities of the objects whose deletion does the harm.
  private var deleted: Set<String>
  /// The entity of the objects that stay and refer to the deleted objects.
  package var owner: String
  /// The relationship that refers to the deleted objects; nil where the other end has none.
  package var property: String?
  /// The relationship of the deleted objects whose links are left broken; nil for a relationship
  /// without inverse.
  package var links: String?
  /// Whether the objects belong to one owner: no other relationship leads to them or back from
  /// them.
  ///
  /// The relationship is a to-many, or a cascade. A list is kept in the rows of its objects, so
  /// that deleted objects leave the list.
  private var isOfOwnPart = false
  /// Whether the finding is about a relationship without inverse.
  ///
  /// Where an app deletes objects of unknown entities, few of them are objects of the destination.
  package var isOfMissingInverse = false
  /// Whether the objects that refer to the deleted objects own them, and delete them with a
  /// cascade.
  package var isOfOwner = false

  /// The harm that a finding reports; nil where the harm does not depend on a deletion.
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
    // A deletion of objects of an ancestor may delete these objects, too.
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

  /// Whether the harm concerns objects of an entity with one of these names.
  package func concerns(_ names: Set<String>) -> Bool {
    names.contains(owner) || !deleted.isDisjoint(with: names)
  }

  /// The highest severity where objects of these entities are deleted; nil for an error.
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
