internal import MigrationPlanner
internal import SchemaModel

/// Flags a to-many relationship that is no longer ordered and loses the order of its objects.
///
/// ## Why
///
/// The objects and their links stay, but nothing records which object is the first. If a later
/// version is ordered again, it begins with another order.
///
/// ## Example
///
/// ```yaml
/// # V1.yaml
/// entities:
///   Book:
///     relationships: {chapters: {toMany: Chapter, inverse: book, delete: cascade, ordered: true}}
///   Chapter:
///     relationships: {book: {toOne: Book?, inverse: chapters, delete: nullify}}
/// # V2.yaml
/// entities:
///   Book:
///     relationships: {chapters: {toMany: Chapter, inverse: book, delete: cascade}}
///   Chapter:
///     relationships: {book: {toOne: Book?, inverse: chapters, delete: nullify}}
/// ```
///
/// ## Use instead
///
/// Keep the order. Or let the app write the order into an attribute first.
///
/// ```yaml
/// # V1.yaml
/// entities:
///   Book:
///     relationships: {chapters: {toMany: Chapter, inverse: book, delete: cascade, ordered: true}}
///   Chapter:
///     relationships: {book: {toOne: Book?, inverse: chapters, delete: nullify}}
/// # V2.yaml
/// entities:
///   Book:
///     relationships: {chapters: {toMany: Chapter, inverse: book, delete: cascade, ordered: true}}
///   Chapter:
///     attributes: {number: int = 0}
///     relationships: {book: {toOne: Book?, inverse: chapters, delete: nullify}}
/// ```
///
/// ## When it is safe
///
/// The change is safe if the app sorts the objects by an attribute anyway. To approve the loss when
/// the store is migrated, use `--allow change-ordering:Book.chapters`.
///
/// ## References
///
/// - https://developer.apple.com/documentation/coredata/nsrelationshipdescription/isordered
public struct ChangeOrdering: ChangeRule {
  /// The rule's name.
  public static let id: RuleID = "change-ordering"

  /// A rule without state.
  public init() {}

  /// A finding for every to-many that is no longer ordered.
  public func findings(in step: VersionStep) -> [Finding] {
    step.changes.compactMap { planned in
      guard case .changeOrdering(let name, let entity, toOrdered: false) = planned.change,
        planned.risk != .none
      else { return nil }
      return Finding(
        Self.id, .losesOrder("\(entity).\(name)"), at: .part(planned.change.path),
        notes: [.init(.keepOrder), .init(.accept(Self.id, planned, in: step.target.schema))],
        condition: .linkedToSeveral(
          relationship: step.sourceProperty(name, of: entity), entity: step.sourceEntity(entity)))
    }
  }
}

extension Finding.Message {
  fileprivate static func losesOrder(_ name: String) -> Self {
    Self("'\(name)' was ordered and is not now: the order of its objects is lost")
  }

  fileprivate static let keepOrder = Self("to keep it, write 'ordered: true'")
}
