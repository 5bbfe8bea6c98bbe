internal import MigrationPlanner
internal import SchemaModel

/// Flags a new required property for which existing objects have no value.
///
/// ## Why
///
/// The platform refuses the migration at launch (error 134110, "missing attribute values on
/// mandatory destination attribute"). This happens on devices with data, but not in a test that
/// starts empty. A default in `init` does not count, nor does a default in Swift for a
/// relationship: no initializer is called.
///
/// ## Example
///
/// ```yaml
/// # V1.yaml
/// entities:
///   Book:
///     attributes: {title: string}
/// # V2.yaml
/// entities:
///   Book:
///     attributes: {title: string, copies: int}
/// ```
///
/// ## Use instead
///
/// ```yaml
/// # V1.yaml
/// entities:
///   Book:
///     attributes: {title: string}
/// # V2.yaml
/// entities:
///   Book:
///     attributes: {title: string, copies: int = 1}
/// ```
///
/// Or make the property optional (`int?`), or declare the source of its values with `using`.
///
/// ## When it is safe
///
/// The change is safe if no store has objects of the entity (`--store FILE` shows this).
///
/// ## References
///
/// - https://developer.apple.com/documentation/coredata/using-lightweight-migration
public struct RequiredAddedWithoutDefault: ChangeRule {
  /// The rule's name.
  public static let id: RuleID = "required-added-without-default"

  /// A rule without state.
  public init() {}

  /// A finding for every new required property for which existing objects get no value.
  public func findings(in step: VersionStep) -> [Finding] {
    step.changes.compactMap { planned in
      switch planned.change {
      case .addAttribute(let attribute, let entity):
        finding(attribute, entity, step)
      case .changeTransience(let attribute, let entity, toTransient: false):
        finding(attribute, entity, step)
      case .addRelationship(let relationship, let entity):
        finding(relationship, entity, step)
      default: nil
      }
    }
  }

  private func finding(_ attribute: Attribute, _ entity: String, _ step: VersionStep) -> Finding? {
    guard step.lacksValue(for: attribute, of: entity) else { return nil }
    let path = SchemaPath.property(attribute.name, of: entity, .attributes)
    let value = step.target.schema.placeholder(for: attribute)
    let keys = step.target.schema.entity(named: entity)?.uniquenessConstraints ?? []
    let isUnique = keys.contains([attribute.name])
    return Finding(
      Self.id, .hasNoValue("\(entity).\(attribute.name)", entity), at: .part(path),
      notes: [
        .init(isUnique ? .leaveOptional(attribute) : .giveValue(attribute, value)),
        .init(.orExpression(step.expressionPath(attribute.name, of: entity))),
      ],
      fix: isUnique ? nil : .giveDefault(value, at: path),
      condition: .objects(entity: step.sourceEntity(entity)))
  }

  private func finding(
    _ relationship: Relationship, _ entity: String, _ step: VersionStep
  ) -> Finding? {
    guard step.lacksValue(for: relationship, of: entity) else { return nil }
    let path = SchemaPath.property(relationship.name, of: entity, .relationships)
    return Finding(
      Self.id, .hasNoValue("\(entity).\(relationship.name)", entity), at: .part(path),
      notes: [
        .init(.makeOptional(relationship)),
        .init(.orExpression(step.expressionPath(relationship.name, of: entity))),
      ],
      fix: .makeOptional(relationship, at: path),
      condition: .objects(entity: step.sourceEntity(entity)))
  }
}

extension Finding.Message {
  fileprivate static func hasNoValue(_ name: String, _ entity: String) -> Self {
    Self("'\(name)' is new and required, and an existing '\(entity)' has no value for it")
  }

  fileprivate static func giveValue(_ attribute: Attribute, _ value: String?) -> Self {
    let type = attribute.type.keyword
    return Self(
      "write '\(attribute.name): \(type) = \(value ?? "…")' with the value that fits, or "
        + "'\(attribute.name): \(type)?'")
  }

  /// The advice for a unique attribute, because a default is equal in every object.
  fileprivate static func leaveOptional(_ attribute: Attribute) -> Self {
    Self(
      "write '\(attribute.name): {type: \(attribute.type.keyword)?, unique: true}', and give each object a "
        + "value of its own")
  }

  fileprivate static func makeOptional(_ relationship: Relationship) -> Self {
    Self("write 'toOne: \(relationship.destination)?'")
  }

  fileprivate static func orExpression(_ path: SchemaPath) -> Self {
    Self("or say where the values come from: \(path.declaration(of: "{using: …}"))")
  }
}
