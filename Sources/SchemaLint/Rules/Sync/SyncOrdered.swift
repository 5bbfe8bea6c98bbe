public import SchemaModel

/// Flags an ordered relationship in a model that is synchronised through CloudKit.
///
/// ## Why
///
/// Two devices that reorder the same list cannot be brought into agreement, and CloudKit stores no
/// order of links. The platform refuses the model: the container does not load (error 134060).
///
/// ## Example
///
/// ```yaml
/// profile: cloudkit
/// entities:
///   List:
///     relationships: {items: {toMany: Item?, inverse: list, delete: cascade, ordered: true}}
///   Item:
///     relationships: {list: {toOne: List?, inverse: items, delete: nullify}}
/// ```
///
/// ## Use instead
///
/// ```yaml
/// profile: cloudkit
/// entities:
///   List:
///     relationships: {items: {toMany: Item?, inverse: list, delete: cascade}}
///   Item:
///     attributes: {position: double = 0}
///     relationships: {list: {toOne: List?, inverse: items, delete: nullify}}
/// ```
///
/// ## When it is safe
///
/// Never with `profile: cloudkit`. Without it this rule is off.
///
/// ## References
///
/// - https://developer.apple.com/documentation/coredata/creating-a-core-data-model-for-cloudkit
public struct SyncOrdered: ModelRule {
  /// The rule's name.
  public static let id: RuleID = "sync-ordered"

  /// A rule without state.
  public init() {}

  /// A finding for every ordered relationship.
  public func findings(in document: SchemaDocument) -> [Finding] {
    document.schema.relationshipEnds.filter(\.relationship.isOrdered).map { end in
      Finding(
        Self.id, .cannotAgree(end), at: .part(end.path.appending("ordered")),
        notes: [.init(.addPosition(end))],
        fix: Fix(.unsafe, [.unset(key: "ordered", in: end.path)]))
    }
  }
}

extension Finding.Message {
  fileprivate static func cannotAgree(_ end: Association.End) -> Self {
    Self("'\(end)' is ordered, which CloudKit cannot keep: the container does not load")
  }

  fileprivate static func addPosition(_ end: Association.End) -> Self {
    Self("take 'ordered' out, and give '\(end.relationship.destination)' an attribute to sort by")
  }
}
