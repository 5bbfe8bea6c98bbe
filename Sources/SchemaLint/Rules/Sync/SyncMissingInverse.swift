public import SchemaModel

/// Flags a relationship without an inverse in a model that is synchronised through CloudKit.
///
/// ## Why
///
/// CloudKit keeps a link with one of the two objects, and the platform finds the other end through
/// the inverse. The platform refuses a model with a relationship that has no inverse: the container
/// does not load (error 134060).
///
/// ## Example
///
/// ```yaml
/// profile: cloudkit
/// entities:
///   Book:
///     relationships: {notes: {toMany: Note?, delete: cascade}}
///   Note: {}
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
public struct SyncMissingInverse: ModelRule {
  /// The rule's name.
  public static let id: RuleID = "sync-missing-inverse"

  /// A rule without state.
  public init() {}

  /// A finding for every relationship without inverse.
  public func findings(in document: SchemaDocument) -> [Finding] {
    let ends = document.schema.relationshipEnds
    return MissingInverse().findings(in: document).compactMap { finding in
      guard case .part(let path) = finding.place,
        let end = ends.first(where: { $0.path == path })
      else { return nil }
      return Finding(
        Self.id, .hasNone(end), at: finding.place, notes: finding.notes, fix: finding.fix)
    }
  }
}

extension Finding.Message {
  fileprivate static func hasNone(_ end: Association.End) -> Self {
    Self("'\(end)' has no inverse, which CloudKit requires: the container does not load")
  }
}
