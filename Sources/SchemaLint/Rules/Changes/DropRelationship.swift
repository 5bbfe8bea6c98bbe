internal import MigrationPlanner
internal import SchemaModel

/// Flags a relationship that the next version removes, with all of its links.
///
/// ## Why
///
/// Nothing records afterwards which objects were linked. The objects stay, but their connection is
/// lost.
///
/// ## Example
///
/// ```yaml
/// # V1.yaml
/// entities:
///   Book:
///     relationships: {readers: {toMany: Reader, inverse: books, delete: nullify}}
///   Reader:
///     relationships: {books: {toMany: Book, inverse: readers, delete: nullify}}
/// # V2.yaml
/// entities:
///   Book: {}
///   Reader: {}
/// ```
///
/// ## Use instead
///
/// Keep the end that stores the links. The other end can be removed without a loss.
///
/// ```yaml
/// # V1.yaml
/// entities:
///   Book:
///     relationships: {readers: {toMany: Reader, inverse: books, delete: nullify}}
///   Reader:
///     relationships: {books: {toMany: Book, inverse: readers, delete: nullify}}
/// # V2.yaml
/// entities:
///   Book:
///     relationships: {readers: {toMany: Reader, delete: nullify}}
///   Reader: {}
/// ```
///
/// ## When it is safe
///
/// The removal is safe if no object has a link there (`--store FILE` shows this). If the entity of
/// an end is removed too, `drop-entity` reports the loss instead of this rule. If both ends are
/// removed, the rule reports one of them. To approve the loss when the store is migrated, use
/// `--allow drop-relationship:Book.readers`.
///
/// ## References
///
/// - https://developer.apple.com/documentation/coredata/using-lightweight-migration
public struct DropRelationship: ChangeRule {
  /// The rule's name.
  public static let id: RuleID = "drop-relationship"

  /// A rule without state.
  public init() {}

  /// A finding for every removed set of links whose objects stay at both ends.
  public func findings(in step: VersionStep) -> [Finding] {
    let drops = step.changes.compactMap { planned -> (PlannedChange, Association.End)? in
      guard case .dropRelationship(let relationship, let entity) = planned.change,
        planned.risk == .certain, !step.mayBeRename(planned.change)
      else { return nil }
      return (planned, Association.End(entity: entity, relationship: relationship))
    }
    let ends = Set(drops.map(\.1))
    return drops.compactMap { planned, end in
      let inverse = step.source.schema.inverse(of: end)
      let isToldAtInverse = inverse.map { ends.contains($0) && $0 < end } ?? false
      guard !isToldAtInverse, !step.isGone(entity: end.relationship.destination) else { return nil }
      return Finding(
        Self.id, .loses(end, step), at: step.place(ofDropped: planned.change.path),
        notes: step.notesOnRename(of: planned.change)
          + [
            .init(.renameOrAccept(end.relationship.name, Self.id, planned, in: step.target.schema))
          ],
        condition: .having(property: end.relationship.name, entity: end.entity))
    }
  }
}

extension Finding.Message {
  fileprivate static func loses(_ end: Association.End, _ step: VersionStep) -> Self {
    Self("the links of '\(end)' are lost in \(step.target.schema.version.words)")
  }
}
