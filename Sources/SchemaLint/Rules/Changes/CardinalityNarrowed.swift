internal import MigrationPlanner
internal import SchemaModel

/// Flags a to-many relationship that becomes a to-one relationship.
///
/// ## Why
///
/// Only one of several objects can stay, and nothing says which. Apple's documents do not agree on
/// whether the platform infers the change at all. If it does, the platform chooses an object, and
/// the other links are lost. A new to-one relationship also takes over the links of a to-many, if
/// it names the same inverse.
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
/// Declare which object stays. Or keep the to-many, and use its first object in the app.
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
/// `keep` chooses one shelf for each book: the first in their order (`first`), the shelf with the
/// greatest or least value (`newest`, `oldest`), or preferably a shelf that meets a condition
/// (`prefer`).
///
/// ## When it is safe
///
/// The change is safe if no object links to more than one object (`--store FILE` shows this).
/// `migrate apply` then keeps that link. It refuses the migration if an object has several.
///
/// ## References
///
/// - https://developer.apple.com/documentation/coredata/using-lightweight-migration
public struct CardinalityNarrowed: ChangeRule {
  /// The rule's name.
  public static let id: RuleID = "cardinality-narrowed"

  /// A rule without state.
  public init() {}

  /// A finding for every to-many that becomes a to-one, unless the migration chooses an object.
  public func findings(in step: VersionStep) -> [Finding] {
    step.changes.map(\.change).compactMap { change in
      let (name, entity, path, message): (String, String, SchemaPath, Finding.Message)
      let condition: StoreCondition
      if case .changeCardinality(let property, let owner, from: .toMany, to: .toOne) = change {
        (name, entity, path) = (property, owner, change.path)
        message = .keepsOne("\(entity).\(name)")
        condition = .linkedToSeveral(
          relationship: step.sourceProperty(name, of: entity), entity: step.sourceEntity(entity))
      } else if let links = step.review.narrowedLinks(by: change) {
        (name, entity, path) = (links.after.relationship.name, links.after.entity, links.after.path)
        message = .takesOver(links)
        condition = .linkedToSeveral(
          relationship: links.before.relationship.name, entity: links.before.entity)
      } else {
        return nil
      }
      guard !step.decidesLinks(of: name, entity: entity) else { return nil }
      return Finding(
        Self.id, message, at: .part(path),
        notes: [
          .init(
            step.target.schema.namesPlatform
              ? .keepMany(condition) : .choose(step.expressionPath(name, of: entity)))
        ], condition: condition)
    }
  }
}

extension Finding.Message {
  fileprivate static func keepsOne(_ name: String) -> Self {
    Self("'\(name)' led to many and leads to one now: which one stays?")
  }

  fileprivate static func takesOver(_ links: NarrowedLinks) -> Self {
    Self(
      "'\(links.before)' led to many, and '\(links.after)' takes over its links and leads to one: which one "
        + "stays?")
  }

  /// The advice for a store that the platform migrates, which keeps any one of the links.
  fileprivate static func keepMany(_ condition: StoreCondition) -> Self {
    guard case .linkedToSeveral(let old, _) = condition else { return Self("keep it to-many") }
    return Self(
      "keep '\(old)' to-many, add a to-one of another name with an inverse of its own, and fill it in "
        + "'didMigrate' of a custom stage; a later version removes '\(old)'")
  }

  fileprivate static func choose(_ path: SchemaPath) -> Self {
    Self("say which one, \(path.declaration(of: "{keep: …}")), or keep it to-many")
  }
}
