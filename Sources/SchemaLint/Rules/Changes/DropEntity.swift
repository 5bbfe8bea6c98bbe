internal import MigrationPlanner
internal import SchemaModel

/// Flags an entity that the next version removes, with all of its objects.
///
/// ## Why
///
/// The migration deletes every object of the entity, and users' devices keep no backup. On the
/// platform, the loss is silent: if a model is missing from the list of a version, its table is
/// dropped. This is the most common way in which apps lose data.
///
/// In Swift, an inferred stage of a migration plan that keeps no entity at all is an error. If the
/// last stage drops a single entity, the finding is a warning. It is an error if a new class has at
/// least half of the entity's properties: the class has another name, which SwiftData does not
/// follow. It is also an error in a version that is newer than the released versions and has no
/// schema file yet.
///
/// A stage whose `willMigrate` deletes all objects of a class is a warning, unless `didMigrate` names
/// the class, as it may make new ones.
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
/// Keep the entity, and stop using it in the app. Or carry its values into another entity first.
/// The rule accepts an expression that reads the removed entity, or `from` with its name.
/// `migrate plan` counts the objects in a store that no such condition selects.
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
/// The removal is safe if no store has objects of the entity (`--store FILE` shows this), or if the
/// objects can be fetched again. An abstract entity has no objects. Write an exception with a
/// reason. To approve the loss when the store is migrated, use `--allow drop-entity:Shelf`.
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
