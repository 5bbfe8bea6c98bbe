internal import Diagnostics
public import SchemaModel

/// Flags a relationship that does not say what a deletion does to the objects at its other end.
///
/// ## Why
///
/// Without a delete rule, `nullify` applies. Authors often expect `cascade`. Parts of a deleted
/// object then stay behind without their whole, take up space, and crash code that expects a
/// parent. A delete rule in the model is a decision that a review shows.
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
/// A to-one is not flagged where its other end has a delete rule or is a to-many. The deletion of
/// the whole matters, not the deletion of a part. Of two to-ones that are inverse to each other,
/// the rule asks for a delete rule on only one.
///
/// ## References
///
/// - https://developer.apple.com/documentation/swiftdata/schema/relationship/deleterule-swift.enum
public struct ImplicitDeleteRule: ModelRule {
  /// The rule's name.
  public static let id: RuleID = "implicit-delete-rule"

  /// A rule without state.
  public init() {}

  /// A finding for every relationship without a delete rule, where its entity's deletion matters.
  ///
  /// A misspelt delete rule counts as declared, although its meaning is unknown.
  public func findings(in document: SchemaDocument) -> [Finding] {
    let schema = document.schema
    return schema.relationshipEnds.filter { end in
      end.relationship.declaredDeleteRule == nil && !schema.isDecidedElsewhere(end)
        && document.sources.exactLocation(of: end.path.appending("delete")) == nil
    }.map { end in
      let isLinkedBack = schema.inverse(of: end) != nil
      return Finding(
        Self.id, .leavesDeleteRuleUnsaid(end, isLinkedBack: isLinkedBack), at: .part(end.path),
        notes: [.init(.writeItOut)],
        fix: Fix(.safe, [.set(key: "delete", value: DeleteRule.nullify.rawValue, in: end.path)]))
    }
  }
}

extension Schema {
  /// Whether the delete rule of a relationship's other end is the one that matters.
  ///
  /// The relationship is then a to-one, and its other end has a delete rule, is a to-many, or comes
  /// first.
  fileprivate func isDecidedElsewhere(_ end: Association.End) -> Bool {
    guard end.relationship.cardinality == .toOne, let other = inverse(of: end) else { return false }
    return other.relationship.declaredDeleteRule != nil
      || other.relationship.cardinality == .toMany || other < end
  }
}

extension Finding.Message {
  fileprivate static func leavesDeleteRuleUnsaid(
    _ end: Association.End, isLinkedBack: Bool
  ) -> Self {
    Self(
      "'\(end)' has no delete rule: deleting \(withArticle(end.entity)) leaves its "
        + "'\(end.relationship.name)' behind" + (isLinkedBack ? ", unlinked" : ""))
  }

  fileprivate static var writeItOut: Self {
    Self("write 'delete: nullify' if that is meant, or else 'cascade' or 'deny'")
  }
}
