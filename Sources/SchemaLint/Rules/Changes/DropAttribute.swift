internal import MigrationPlanner
internal import SchemaModel

/// Flags an attribute that the next version no longer has, with all of its values.
///
/// ## Why
///
/// The migration deletes the values, silently, and a later version that has the attribute again does
/// not bring them back.
///
/// ## Example
///
/// ```yaml
/// # V1.yaml
/// entities:
///   Book:
///     attributes: {title: string, shelfMark: string?}
/// # V2.yaml
/// entities:
///   Book:
///     attributes: {title: string}
/// ```
///
/// ## Use instead
///
/// Keep the attribute, and let the app ignore it; or carry its values into another one first.
///
/// ```yaml
/// # V1.yaml
/// entities:
///   Book:
///     attributes: {title: string, shelfMark: string?}
/// # V2.yaml
/// entities:
///   Book:
///     attributes: {title: string, place: string}
/// migration:
///   kind: custom
///   map:
///     Book:
///       place: {using: "coalesce(shelfMark, '')"}
///   after:
///     - {count: Book}
/// ```
///
/// ## When it is safe
///
/// Where no object has a value (`--store FILE` shows that), or where the values can be computed
/// again. Say so in an exception with a reason, and approve the loss when the store is migrated:
/// `--allow drop-attribute:Book.shelfMark`.
///
/// ## References
///
/// - https://developer.apple.com/documentation/coredata/using-lightweight-migration
public struct DropAttribute: ChangeRule {
  /// The rule's name.
  public static let id: RuleID = "drop-attribute"

  /// A rule without state.
  public init() {}

  /// A finding for every attribute that is removed with its values.
  public func findings(in step: VersionStep) -> [Finding] {
    step.changes.compactMap { planned in
      guard planned.risk == .certain, !step.mayBeRename(planned.change) else { return nil }
      switch planned.change {
      case .dropAttribute(let attribute, let entity):
        return Finding(
          Self.id, .loses(attribute, entity, step), at: step.place(ofDropped: planned.change.path),
          notes: step.notesOnRename(of: planned.change)
            + [.init(.renameOrAccept(attribute.name, Self.id, planned, in: step.target.schema))],
          condition: .having(property: attribute.name, entity: entity))
      case .changeTransience(let attribute, let entity, toTransient: true):
        return Finding(
          Self.id, .storesNoMore(attribute, entity, step), at: .part(planned.change.path),
          notes: [.init(.accept(Self.id, planned, in: step.target.schema))],
          condition: .having(property: attribute.name, entity: entity))
      default: return nil
      }
    }
  }
}

extension Finding.Message {
  fileprivate static func loses(
    _ attribute: Attribute, _ entity: String, _ step: VersionStep
  ) -> Self {
    Self(
      "the values of '\(entity).\(attribute.name)' are lost in \(step.target.schema.version.words)")
  }

  fileprivate static func storesNoMore(
    _ attribute: Attribute, _ entity: String, _ step: VersionStep
  ) -> Self {
    Self(
      "'\(entity).\(attribute.name)' is transient in \(step.target.schema.version.words), and its values "
        + "are lost")
  }
}
