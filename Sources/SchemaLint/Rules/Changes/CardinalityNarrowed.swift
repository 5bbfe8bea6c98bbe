internal import MigrationPlanner
internal import SchemaModel

/// Flags a relationship that led to many objects and leads to one now.
///
/// ## Why
///
/// Of several objects one can stay, and nobody has said which. Apple's documents do not agree on
/// whether the platform infers the change at all; where it does, it chooses, and the other links
/// are lost.
///
/// ## Example
///
/// ```yaml
/// # V1.yaml
/// entities:
///   Book:
///     relationships: {shelves: {toMany: Shelf, inverse: books, delete: nullify}}
///   Shelf:
///     relationships: {books: {toMany: Book, inverse: shelves, delete: nullify}}
/// # V2.yaml
/// entities:
///   Book:
///     relationships:
///       shelf: {toOne: Shelf?, inverse: books, delete: nullify, renamedFrom: shelves}
///   Shelf:
///     relationships: {books: {toMany: Book, inverse: shelf, delete: nullify}}
/// ```
///
/// ## Use instead
///
/// Say which one stays, or keep the to-many and let the app use its first object.
///
/// ```yaml
/// # V1.yaml
/// entities:
///   Book:
///     relationships: {shelves: {toMany: Shelf, inverse: books, delete: nullify}}
///   Shelf:
///     attributes: {label: string}
///     relationships: {books: {toMany: Book, inverse: shelves, delete: nullify}}
/// # V2.yaml
/// entities:
///   Book:
///     relationships:
///       shelf: {toOne: Shelf?, inverse: books, delete: nullify, renamedFrom: shelves}
///   Shelf:
///     attributes: {label: string}
///     relationships: {books: {toMany: Book, inverse: shelf, delete: nullify}}
/// migration:
///   kind: custom
///   map:
///     Book:
///       shelf: {keep: oldest(label)}
///   after:
///     - {count: Book}
/// ```
///
/// `keep` chooses among the shelves that each book was on: the first in their order (`first`), the one
/// with the greatest or least value (`newest`, `oldest`), or one that meets a condition before others
/// (`prefer`).
///
/// ## When it is safe
///
/// Where no object leads to more than one (`--store FILE` shows that): `migrate apply` keeps that
/// one, and refuses where there are several.
///
/// ## References
///
/// - https://developer.apple.com/documentation/coredata/using-lightweight-migration
public struct CardinalityNarrowed: ChangeRule {
  /// The rule's name.
  public static let id: RuleID = "cardinality-narrowed"

  /// A rule without state.
  public init() {}

  /// A finding for every to-many that becomes a to-one without a choice.
  public func findings(in step: VersionStep) -> [Finding] {
    step.changes.compactMap { planned in
      guard
        case .changeCardinality(let name, let entity, from: .toMany, to: .toOne) = planned.change,
        !step.decidesLinks(of: name, entity: entity)
      else { return nil }
      return Finding(
        Self.id, .keepsOne("\(entity).\(name)"), at: .part(planned.change.path),
        notes: [.init(.choose(step.expressionPath(name, of: entity)))],
        condition: .linkedToSeveral(
          relationship: step.sourceProperty(name, of: entity), entity: step.sourceEntity(entity)))
    }
  }
}

extension Finding.Message {
  fileprivate static func keepsOne(_ name: String) -> Self {
    Self("'\(name)' led to many and leads to one now: which one stays?")
  }

  fileprivate static func choose(_ path: SchemaPath) -> Self {
    Self("say which one: '\(path): {keep: …}', or keep it to-many")
  }
}
