internal import Diagnostics
public import SchemaModel

/// Flags the delete rule `noAction`, which leaves references to deleted objects.
///
/// ## Why
///
/// With `noAction`, a deletion changes nothing at the other end. References to the deleted object
/// stay, and the next access to one crashes the app or shows an object that does not exist. No
/// foreign key can guard such a reference, and every later migration and restore has to carry it
/// along.
///
/// ## Example
///
/// ```yaml
/// entities:
///   Book:
///     relationships:
///       notes: {toMany: Note, inverse: book, delete: noAction}
///   Note:
///     relationships:
///       book: {toOne: Book?, inverse: notes, delete: nullify}
/// ```
///
/// ## Use instead
///
/// ```yaml
/// entities:
///   Book:
///     relationships:
///       notes: {toMany: Note, inverse: book, delete: cascade}
///   Note:
///     relationships:
///       book: {toOne: Book?, inverse: notes, delete: nullify}
/// ```
///
/// `nullify` keeps the notes without their book; `deny` keeps the book as long as it has notes.
///
/// ## When it is safe
///
/// Where the app itself always corrects the other end in the same transaction. Then `nullify` costs
/// nothing more. Delete rules are not part of the version hash, so no store has to migrate.
///
/// The finding is a warning:
///
/// - where the source of the app deletes no object of the entity, or only in functions that check
///   whether the links are empty
/// - in schema files with `platform: swiftdata` or `platform: coredata`, as long as no version is
///   locked: the model may be an import of an app, whose source shows which objects are deleted
///
/// ## References
///
/// - https://developer.apple.com/documentation/coredata/nsdeleterule/noactiondeleterule
public struct NoActionDelete: ModelRule {
  /// The rule's name.
  public static let id: RuleID = "no-action-delete"

  /// A rule without state.
  public init() {}

  /// A finding for every relationship whose delete rule is `noAction`.
  public func findings(in document: SchemaDocument) -> [Finding] {
    document.schema.relationshipEnds.filter { $0.relationship.deleteRule == .noAction }.map {
      Finding(
        Self.id, .leavesReferences($0), at: .part($0.path.appending("delete")),
        notes: [.init(.otherRules($0))])
    }
  }
}

extension Finding.Message {
  fileprivate static func leavesReferences(_ end: Association.End) -> Self {
    Self(
      "deleting \(withArticle(end.entity)) leaves the objects of '\(end)' with references to the deleted "
        + "object")
  }

  fileprivate static func otherRules(_ end: Association.End) -> Self {
    Self(
      "write 'delete: nullify' to empty those references, 'cascade' to delete every "
        + "'\(end.relationship.destination)' too, or 'deny' to refuse the deletion")
  }
}
