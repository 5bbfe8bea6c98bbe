internal import Diagnostics
public import SchemaModel

/// Flags the delete rule `nullify` where the link that it would empty is required.
///
/// ## Why
///
/// Deleting the object empties the link of every object at the other end, but that link is
/// required. On the platform the next save fails, or an object stays whose required property has no
/// value. Reading that property crashes. In a database with constraints the deletion itself fails.
///
/// ## Example
///
/// ```yaml
/// entities:
///   Book:
///     relationships:
///       notes: {toMany: Note, inverse: book, delete: nullify}
///   Note:
///     relationships:
///       book: {toOne: Book, inverse: notes, delete: nullify}
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
///       book: {toOne: Book, inverse: notes, delete: nullify}
/// ```
///
/// `deny` keeps the book as long as it has notes. Or let a note be without a book: `toOne: Book?`.
///
/// ## When it is safe
///
/// Never. Delete rules are not part of the version hash, so changing one migrates no store. The
/// finding is only a warning in three cases:
///
/// - with `platform: none`, because the database refuses the deletion
/// - with `platform: swiftdata` or `platform: coredata`, as long as no version is locked: the model
///   may be an import of an app, whose source shows which objects are deleted
/// - where the source of the app deletes such an object only together with the objects that require
///   it
///
/// ## References
///
/// - https://developer.apple.com/documentation/coredata/nsdeleterule/nullifydeleterule
public struct RequiredToOneNullified: ModelRule {
  /// The rule's name.
  public static let id: RuleID = "required-to-one-nullified"

  /// A rule without state.
  public init() {}

  /// A finding for every relationship that would empty a required to-one.
  public func findings(in document: SchemaDocument) -> [Finding] {
    document.schema.relationshipEnds.filter { $0.relationship.deleteRule == .nullify }
      .compactMap { end in
        guard let inverse = document.schema.inverse(of: end),
          inverse.relationship.cardinality == .toOne, !inverse.relationship.isOptional
        else { return nil }
        return Finding(
          Self.id, .empties(inverse, end), at: .part(end.path.appending("delete")),
          notes: [
            .init(.otherRules(end, inverse)), .init(.isRequired(inverse), at: .part(inverse.path)),
          ],
          fix: Fix(
            .unsafe, [.set(key: "delete", value: DeleteRule.cascade.rawValue, in: end.path)]),
          // A database refuses the deletion, and nothing is lost.
          atMost: document.schema.hasPlatform ? nil : .warning)
      }
  }
}

extension Finding.Message {
  fileprivate static func empties(_ inverse: Association.End, _ end: Association.End) -> Self {
    Self("deleting \(withArticle(end.entity)) empties '\(inverse)', which is required")
  }

  fileprivate static func otherRules(_ end: Association.End, _ inverse: Association.End) -> Self {
    Self(
      "write 'delete: cascade' to delete every '\(inverse.entity)' too, or 'deny' to refuse the "
        + "deletion")
  }

  fileprivate static func isRequired(_ inverse: Association.End) -> Self {
    Self("or write 'toOne: \(inverse.relationship.destination)?' to let it be empty")
  }
}
