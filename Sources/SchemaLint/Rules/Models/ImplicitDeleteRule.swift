internal import Diagnostics
public import SchemaModel

/// Flags a relationship that does not say what a deletion does to the objects at its other end.
///
/// ## Why
///
/// `nullify` is in force where nothing is said. Authors often believe that it is `cascade`: parts
/// of a deleted object then stay behind without their whole, take up space, and crash code that
/// counts on a parent. A delete rule that is written down has been thought about, and shows in a
/// review.
///
/// ## Example
///
/// ```yaml
/// entities:
///   Session:
///     relationships:
///       segments: {toMany: Segment, inverse: session}
///   Segment:
///     relationships:
///       session: {toOne: Session?, inverse: segments, delete: nullify}
/// ```
///
/// ## Use instead
///
/// ```yaml
/// entities:
///   Session:
///     relationships:
///       segments: {toMany: Segment, inverse: session, delete: cascade}
///   Segment:
///     relationships:
///       session: {toOne: Session?, inverse: segments, delete: nullify}
/// ```
///
/// ## When it is safe
///
/// Where `nullify` is meant. Writing it out changes nothing: delete rules are not part of the
/// version hash, so no store has to migrate.
///
/// ## References
///
/// - https://developer.apple.com/documentation/swiftdata/schema/relationship/deleterule-swift.enum
public struct ImplicitDeleteRule: ModelRule {
  /// The rule's name.
  public static let id: RuleID = "implicit-delete-rule"

  /// A rule without state.
  public init() {}

  /// A finding for every relationship without a delete rule of its own.
  ///
  /// One whose word is misspelt has a rule, which nobody knows yet.
  public func findings(in document: SchemaDocument) -> [Finding] {
    document.schema.relationshipEnds.filter {
      $0.relationship.declaredDeleteRule == nil
        && document.sources.exactLocation(of: $0.path.appending("delete")) == nil
    }.map {
      Finding(
        Self.id, .leavesDeleteRuleUnsaid($0), at: .part($0.path), notes: [.init(.writeItOut)],
        fix: Fix(.safe, [.set(key: "delete", value: DeleteRule.nullify.rawValue, in: $0.path)]))
    }
  }
}

extension Finding.Message {
  fileprivate static func leavesDeleteRuleUnsaid(_ end: Association.End) -> Self {
    Self(
      "'\(end)' has no delete rule, so deleting \(withArticle(end.entity)) keeps what it leads to and "
        + "empties the link back")
  }

  fileprivate static var writeItOut: Self {
    Self("write 'delete: nullify' if that is meant, or else 'cascade' or 'deny'")
  }
}
