internal import Diagnostics
internal import MigrationPlanner
internal import SchemaModel

/// Flags an optional property that becomes required, although some objects may have no value.
///
/// ## Why
///
/// Objects without a value get none. The platform refuses the migration at launch if such an object
/// exists (error 134110). Apple's own page on staged migrations uses this change as its example of
/// a change that cannot be inferred.
///
/// ## Example
///
/// ```yaml
/// # V1.yaml
/// entities:
///   Book:
///     attributes: {isbn: string?}
/// # V2.yaml
/// entities:
///   Book:
///     attributes: {isbn: string}
/// ```
///
/// ## Use instead
///
/// Declare the value that those objects get.
///
/// ```yaml
/// # V1.yaml
/// entities:
///   Book:
///     attributes: {isbn: string?}
/// # V2.yaml
/// entities:
///   Book:
///     attributes: {isbn: string}
/// migration:
///   kind: custom
///   map:
///     Book:
///       isbn: {using: "coalesce(isbn, 'unknown')"}
///   after:
///     - {count: Book}
/// ```
///
/// A default works, too: objects without a value get the default. In a SwiftData app, write the same
/// in `willMigrate`, or give the property a default: `using` is what `migrate apply` does.
///
/// ## When it is safe
///
/// The change is safe if every object has a value (`--store FILE` shows this).
///
/// ## References
///
/// - https://developer.apple.com/documentation/coredata/staged-migrations
public struct OptionalMadeRequired: ChangeRule {
  /// The rule's name.
  public static let id: RuleID = "optional-made-required"

  /// A rule without state.
  public init() {}

  /// A finding for every property that becomes required, if objects without a value get none.
  public func findings(in step: VersionStep) -> [Finding] {
    step.changes.compactMap { planned in
      switch planned.change {
      case .changeAttributeOptionality(let attribute, let entity, toOptional: false):
        finding(attribute, entity, step)
      case .changeRelationshipOptionality(let relationship, let entity, toOptional: false):
        finding(relationship.name, entity, step)
      default: nil
      }
    }
  }

  private func finding(_ attribute: Attribute, _ entity: String, _ step: VersionStep) -> Finding? {
    guard step.lacksValue(for: attribute, of: entity) else { return nil }
    let path = SchemaPath.property(attribute.name, of: entity, .attributes)
    let value = step.target.schema.placeholder(for: attribute)
    return Finding(
      Self.id, .mayBeEmpty("\(entity).\(attribute.name)", entity), at: .part(path),
      notes: [
        .init(.giveDefault(attribute, value)),
        .init(.orFill(attribute.name, step, entity)),
      ],
      fix: .giveDefault(value, at: path),
      condition: .lacking(
        property: step.sourceProperty(attribute.name, of: entity),
        entity: step.sourceEntity(entity)))
  }

  private func finding(_ name: String, _ entity: String, _ step: VersionStep) -> Finding? {
    guard let relationship = step.target.schema.relationship(named: name, of: entity)?.relationship,
      step.lacksValue(for: relationship, of: entity)
    else { return nil }
    let path = SchemaPath.property(name, of: entity, .relationships)
    return Finding(
      Self.id, .mayBeEmpty("\(entity).\(name)", entity), at: .part(path),
      notes: [.init(.leaveOptional(relationship)), .init(.orFill(name, step, entity))],
      fix: .makeOptional(relationship, at: path),
      condition: .lacking(
        property: step.sourceProperty(name, of: entity), entity: step.sourceEntity(entity)))
  }
}

extension Finding.Message {
  fileprivate static func mayBeEmpty(_ name: String, _ entity: String) -> Self {
    Self(
      "'\(name)' is required from now on, and \(withArticle(entity)) without a value has none to get"
    )
  }

  fileprivate static func giveDefault(_ attribute: Attribute, _ value: String?) -> Self {
    Self(
      "write '\(attribute.line(default: value ?? "…"))' with the value that such objects get, or leave it "
        + "optional")
  }

  fileprivate static func leaveOptional(_ relationship: Relationship) -> Self {
    Self("leave it optional: 'toOne: \(relationship.destination)?'")
  }

  fileprivate static func orFill(_ name: String, _ step: VersionStep, _ entity: String) -> Self {
    let old = step.sourceProperty(name, of: entity)
    let path = step.expressionPath(name, of: entity)
    return Self("or fill it: \(path.declaration(of: "{using: \"coalesce(\(old), …)\"}"))")
  }
}
