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
/// The rule is silent about a to-one whose other end has a delete rule, or leads to many: the deletion
/// of the whole is what matters, and not the deletion of a part. Of two to-ones that lead to each
/// other, it asks for one delete rule.
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
  /// One whose word is misspelt has a rule, which nobody knows yet.
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
  /// Whether the other end of a relationship is the one whose delete rule matters.
  ///
  /// That is so for a to-one whose other end has a delete rule, or leads to many, or comes first.
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
