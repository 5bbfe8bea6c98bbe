public import SchemaModel

/// Flags a relationship that is not optional in a model that is synchronised through CloudKit.
///
/// ## Why
///
/// An object may come from the sync before the object that it leads to, or without it forever. The
/// platform refuses a model with a required relationship: the container does not load (error
/// 134060). This applies to a to-many, too: it must be optional in Swift (`[Note]?`), and an empty
/// list is not enough.
///
/// ## Example
///
/// ```yaml
/// profile: cloudkit
/// entities:
///   Book:
///     relationships: {notes: {toMany: Note, inverse: book, delete: cascade}}
///   Note:
///     relationships: {book: {toOne: Book?, inverse: notes, delete: nullify}}
/// ```
///
/// ## Use instead
///
/// ```yaml
/// profile: cloudkit
/// entities:
///   Book:
///     relationships: {notes: {toMany: Note?, inverse: book, delete: cascade}}
///   Note:
///     relationships: {book: {toOne: Book?, inverse: notes, delete: nullify}}
/// ```
///
/// ## When it is safe
///
/// Never with `profile: cloudkit`. Without it this rule is off.
///
/// ## References
///
/// - https://developer.apple.com/documentation/coredata/creating-a-core-data-model-for-cloudkit
public struct SyncRequiredRelationship: ModelRule {
  /// The rule's name.
  public static let id: RuleID = "sync-required-relationship"

  /// A rule without state.
  public init() {}

  /// A finding for every relationship that is not optional.
  public func findings(in document: SchemaDocument) -> [Finding] {
    document.schema.relationshipEnds.filter { !$0.relationship.isOptional }.map { end in
      let optional = "\(end.relationship.destination)?"
      let key = end.relationship.cardinality.rawValue
      return Finding(
        Self.id, .isRequired(end), at: .part(end.path), notes: [.init(.write(key, optional))],
        fix: Fix(.unsafe, [.set(key: key, value: optional, in: end.path)]))
    }
  }
}

extension Finding.Message {
  fileprivate static func isRequired(_ end: Association.End) -> Self {
    Self("'\(end)' is not optional, which CloudKit requires: the container does not load")
  }

  fileprivate static func write(_ key: String, _ value: String) -> Self {
    Self("write '\(key): \(value)'")
  }
}
