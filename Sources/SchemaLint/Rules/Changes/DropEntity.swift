internal import MigrationPlanner
internal import SchemaModel

/// Flags an entity that the next version no longer has, with all of its objects.
///
/// ## Why
///
/// The migration deletes every object of the entity, and users' devices keep no backup.
/// On the platform the loss is silent: a model that is merely missing from a version's list has its
/// table dropped, and that is the most common way in which apps lose data.
///
/// In Swift, a stage of a migration plan that is inferred and keeps no entity at all is an error. A
/// single entity that the last one drops is a warning. It is an error where a new class has half of its
/// properties or more: the class has another name, which SwiftData does not follow. It is also an error
/// in a version that is newer than the released ones and has no schema file yet.
///
/// ## Example
///
/// ```yaml
/// # V1.yaml
/// entities:
///   Book:
///     attributes: {title: string}
///   Shelf:
///     attributes: {label: string}
/// # V2.yaml
/// entities:
///   Book:
///     attributes: {title: string}
/// ```
///
/// ## Use instead
///
/// Keep the entity, and stop using it in the app. Or carry its values into another one first: an
/// expression that reads it is taken as the proof that somebody thought of them, and so is `from` with
/// its name. `migrate plan` counts the objects in a store that no condition there takes.
///
/// ```yaml
/// # V1.yaml
/// entities:
///   Book:
///     attributes: {title: string, shelfLabel: string?}
///   Shelf:
///     attributes: {label: string}
/// # V2.yaml
/// entities:
///   Book:
///     attributes: {title: string, shelfLabel: string?}
/// migration:
///   kind: custom
///   map:
///     Book:
///       shelfLabel: {using: "(SELECT label FROM Shelf LIMIT 1)"}
///   after:
///     - {count: Book}
/// ```
///
/// ## When it is safe
///
/// Where no store has objects of it (`--store FILE` shows that), or where they can be fetched
/// again. An abstract entity has none. Say so in an exception with a reason, and approve the loss
/// when the store is migrated: `--allow drop-entity:Shelf`.
///
/// ## References
///
/// - https://developer.apple.com/documentation/coredata/using-lightweight-migration
public struct DropEntity: ChangeRule {
  /// The rule's name.
  public static let id: RuleID = "drop-entity"

  /// A rule without state.
  public init() {}

  /// A finding for every entity that is removed with its objects.
  public func findings(in step: VersionStep) -> [Finding] {
    step.changes.compactMap { planned in
      guard case .dropEntity(let entity) = planned.change, planned.risk != .none,
        !step.mayBeRename(planned.change), !step.migrationMentions(entity.name),
        !step.makesOthers(ofObjectsOf: entity.name)
      else { return nil }
      return Finding(
        Self.id, .loses(entity, step), at: step.place(ofDropped: planned.change.path),
        notes: step.notesOnRename(of: planned.change)
          + [.init(.renameOrAccept(entity.name, Self.id, planned, in: step.target.schema))],
        condition: .objects(entity: entity.name))
    }
  }
}

extension Finding.Message {
  fileprivate static func loses(_ entity: Entity, _ step: VersionStep) -> Self {
    Self(
      "every '\(entity.name)' is deleted in \(step.target.schema.version.words), with all its values"
    )
  }
}
