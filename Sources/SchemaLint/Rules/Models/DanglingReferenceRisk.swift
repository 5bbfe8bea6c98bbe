internal import Diagnostics
public import SchemaModel

/// Flags a to-one without inverse to an entity whose objects a cascade deletes.
///
/// ## Why
///
/// Without an inverse, the object at the other end does not know which objects refer to it. Where a
/// `cascade` deletes it together with its owner, nothing empties the reference. The reference then
/// leads nowhere, and the next access crashes or shows an object that no longer exists.
///
/// ## Example
///
/// ```yaml
/// entities:
///   Shelf:
///     relationships:
///       books: {toMany: Book, inverse: shelf, delete: cascade}
///   Book:
///     relationships:
///       shelf: {toOne: Shelf?, inverse: books, delete: nullify}
///   Reminder:
///     relationships:
///       book: {toOne: Book?, delete: nullify}
/// ```
///
/// ## Use instead
///
/// ```yaml
/// entities:
///   Shelf:
///     relationships:
///       books: {toMany: Book, inverse: shelf, delete: cascade}
///   Book:
///     relationships:
///       shelf: {toOne: Shelf?, inverse: books, delete: nullify}
///       reminders: {toMany: Reminder, inverse: book, delete: nullify}
///   Reminder:
///     relationships:
///       book: {toOne: Book?, inverse: reminders, delete: nullify}
/// ```
///
/// ## When it is safe
///
/// Where the app itself looks for such references at every deletion. This rule reports only where a
/// team has switched `missing-inverse` off. Otherwise, `missing-inverse` reports the same and more.
///
/// ## References
///
/// - https://developer.apple.com/documentation/coredata/nsrelationshipdescription/inverserelationship
public struct DanglingReferenceRisk: ModelRule {
  /// The rule's name.
  public static let id: RuleID = "dangling-reference-risk"

  /// The rules that say more about the same defect.
  public static let yieldsTo: [RuleID] = [MissingInverse.id, AmbiguousInverse.id]

  /// A rule without state.
  public init() {}

  /// A finding for every to-one without inverse whose destination a cascade reaches.
  public func findings(in document: SchemaDocument) -> [Finding] {
    let schema = document.schema
    let cascades = Dictionary(
      grouping: schema.relationshipEnds.filter { $0.relationship.deleteRule == .cascade }
    ) { schema.root(of: $0.relationship.destination)?.name ?? $0.relationship.destination }
    return schema.relationshipEnds.filter {
      $0.relationship.cardinality == .toOne && $0.relationship.inverse == nil
    }.compactMap { end in
      let root = schema.root(of: end.relationship.destination)?.name
      let cascade = (root.flatMap { cascades[$0] } ?? []).first {
        $0 != end && schema.reaches($0, end)
      }
      guard let cascade else { return nil }
      return Finding(
        Self.id, .isNotTold(end, cascade), at: .part(end.path),
        notes: [.init(.deletes(cascade), at: .part(cascade.path)), .init(.addInverse(end))])
    }
  }
}

extension Schema {
  /// Whether a relationship can lead to objects that a cascade deletes.
  fileprivate func reaches(_ cascade: Association.End, _ end: Association.End) -> Bool {
    let (deleted, linked) = (cascade.relationship.destination, end.relationship.destination)
    return isEntity(deleted, orDescendantOf: linked) || isEntity(linked, orDescendantOf: deleted)
  }
}

extension Finding.Message {
  fileprivate static func isNotTold(_ end: Association.End, _ cascade: Association.End) -> Self {
    Self(
      "'\(end)' has no inverse and goes on leading to \(withArticle(end.relationship.destination)) that "
        + "deleting \(withArticle(cascade.entity)) takes along")
  }

  fileprivate static func deletes(_ cascade: Association.End) -> Self {
    Self("'\(cascade)' deletes it")
  }

  fileprivate static func addInverse(_ end: Association.End) -> Self {
    Self("give '\(end.relationship.destination)' a relationship that leads back, as its inverse")
  }
}
