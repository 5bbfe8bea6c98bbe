public import SchemaModel

/// Flags the delete rule `deny` in a model that is synchronised through CloudKit.
///
/// ## Why
///
/// This device cannot refuse a deletion that happened on another device. The platform refuses a
/// model with the delete rule `deny`: the container does not load (error 134060).
///
/// ## Example
///
/// ```yaml
/// profile: cloudkit
/// entities:
///   Book:
///     relationships: {notes: {toMany: Note?, inverse: book, delete: deny}}
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
///     relationships: {notes: {toMany: Note?, inverse: book, delete: nullify}}
///   Note:
///     relationships: {book: {toOne: Book?, inverse: notes, delete: nullify}}
/// ```
///
/// Let the app ask before it deletes.
///
/// ## When it is safe
///
/// Never with `profile: cloudkit`. Without it this rule is off. Delete rules are not part of the
/// version hash, so another rule migrates no store.
///
/// ## References
///
/// - https://developer.apple.com/documentation/coredata/creating-a-core-data-model-for-cloudkit
public struct SyncDeny: ModelRule {
  /// The rule's name.
  public static let id: RuleID = "sync-deny"

  /// A rule without state.
  public init() {}

  /// A finding for every such rule.
  public func findings(in document: SchemaDocument) -> [Finding] {
    document.schema.relationshipEnds.filter { $0.relationship.deleteRule == .deny }.map { end in
      Finding(
        Self.id, .cannotRefuse(end), at: .part(end.path.appending("delete")),
        notes: [.init(.askInApp)],
        fix: Fix(
          .unsafe, [.set(key: "delete", value: DeleteRule.nullify.rawValue, in: end.path)]))
    }
  }
}

extension Finding.Message {
  fileprivate static func cannotRefuse(_ end: Association.End) -> Self {
    Self(
      "'\(end)' refuses deletions, which may have happened on another device: the container does not "
        + "load")
  }

  fileprivate static var askInApp: Self {
    Self("write 'delete: nullify' or 'cascade', and let the app ask before it deletes")
  }
}
