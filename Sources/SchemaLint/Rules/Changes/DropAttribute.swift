internal import MigrationPlanner
internal import SchemaModel

/// Flags an attribute that the next version removes, with all of its values.
///
/// ## Why
///
/// The migration silently deletes the values. A later version that adds the attribute again does
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
/// In SwiftData, the next version of the class no longer has the property:
///
/// ```swift
/// @Model final class Book {
///   var title: String = ""
/// }
/// ```
///
/// ## Use instead
///
/// Keep the attribute, and ignore it in the app:
///
/// ```swift
/// @Model final class Book {
///   var title: String = ""
///   var shelfMark: String?  // no longer shown
/// }
/// ```
///
/// Or carry its values into another attribute first. An app with SwiftData does so in the code of a
/// custom stage.
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
/// The removal is safe if no object has a value (`--store FILE` shows this), or if the values can
/// be computed again. Write an exception with a reason. To approve the loss when the store is
/// migrated, use `--allow drop-attribute:Book.shelfMark`.
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
            + advice(on: attribute, entity, planned, step),
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

extension DropAttribute {
  private func advice(
    on attribute: Attribute, _ entity: String, _ planned: PlannedChange, _ step: VersionStep
  ) -> [Finding.Note] {
    let schema = step.target.schema
    guard schema.declaredPlatform == .swiftData,
      let new = schema.newEntity(having: attribute, since: step.source.schema)
    else { return [.init(.renameOrAccept(attribute.name, Self.id, planned, in: schema))] }
    return [
      .init(.fill(new, from: attribute.name, of: entity)),
      .init(.accept(Self.id, planned, in: schema)),
    ]
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
