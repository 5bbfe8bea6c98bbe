internal import Diagnostics
public import SchemaModel

/// Flags a to-many that must lead to at least one object.
///
/// ## Why
///
/// The owner is invalid from its insertion until its first part is related to it, and again as soon
/// as its last part is deleted. On the platform, saving the context then fails. In a sync, where
/// objects come one by one, the error cannot be prevented.
///
/// ## Example
///
/// ```yaml
/// entities:
///   Invoice:
///     relationships:
///       items: {toMany: Item, inverse: invoice, delete: cascade, min: 1}
///   Item:
///     relationships:
///       invoice: {toOne: Invoice?, inverse: items, delete: nullify}
/// ```
///
/// ## Use instead
///
/// ```yaml
/// entities:
///   Invoice:
///     relationships:
///       items: {toMany: Item, inverse: invoice, delete: cascade}
///   Item:
///     relationships:
///       invoice: {toOne: Invoice?, inverse: items, delete: nullify}
/// ```
///
/// ## When it is safe
///
/// Where every save creates or deletes the owner with all of its parts. This rule is off by
/// default.
///
/// ## References
///
/// - https://developer.apple.com/documentation/coredata/nsrelationshipdescription/mincount
public struct RequiredToMany: ModelRule {
  /// The rule's name.
  public static let id: RuleID = "required-to-many"

  /// A rule without state.
  public init() {}

  /// A finding for every to-many with a minimum above zero.
  public func findings(in document: SchemaDocument) -> [Finding] {
    document.schema.relationshipEnds.filter {
      $0.relationship.cardinality == .toMany && ($0.relationship.minimumCount ?? 0) > 0
    }.map {
      Finding(Self.id, .needsObjects($0), at: .part($0.path.appending("min")))
    }
  }
}

extension Finding.Message {
  fileprivate static func needsObjects(_ end: Association.End) -> Self {
    Self(
      "\(withArticle(end.entity)) is unsound until '\(end)' leads to \(end.relationship.minimumCount ?? 0), "
        + "which no insertion can give it at once")
  }
}
