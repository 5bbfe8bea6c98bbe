internal import MigrationPlanner
internal import SchemaModel

/// Flags a stored structure whose new shape does not fit the existing values.
///
/// ## Why
///
/// A `Codable` struct in a model is stored property by property. The platform ignores its `Codable`
/// code and coding keys when a store migrates. A removed property loses its values. A new required
/// property has no value (error 134110). A property of another type is converted only from number
/// to number. A default does not help: stores are reported not to open if a struct has new
/// properties with defaults.
///
/// ## Example
///
/// ```yaml
/// # V1.yaml
/// composites:
///   Address: {attributes: {street: string?, code: string?}}
/// entities:
///   Person: {attributes: {home: Address?}}
/// # V2.yaml
/// composites:
///   Address: {attributes: {street: string?, code: int?}}
/// entities:
///   Person: {attributes: {home: Address?}}
/// ```
///
/// ## Use instead
///
/// Add only optional properties to a structure, and leave the other properties unchanged. Or
/// declare the new values for every attribute that holds the structure.
///
/// ```yaml
/// # V1.yaml
/// composites:
///   Address: {attributes: {street: string?, code: string?}}
/// entities:
///   Person: {attributes: {home: Address?}}
/// # V2.yaml
/// composites:
///   Address: {attributes: {street: string?, code: string?, number: int?}}
/// entities:
///   Person: {attributes: {home: Address?}}
/// ```
///
/// ## When it is safe
///
/// The change is safe if no object holds such a value. In a database older than the model, a new
/// property gets its default.
///
/// ## References
///
/// - https://developer.apple.com/documentation/coredata/modeling-data/configuring-attributes
public struct CompositeChanged: ChangeRule {
  /// The rule's name.
  public static let id: RuleID = "composite-changed"

  /// A rule without state.
  public init() {}

  /// A finding for every structure whose existing values do not fit.
  public func findings(in step: VersionStep) -> [Finding] {
    step.changes.compactMap { planned in
      guard case .changeComposite(let name, let old, let new) = planned.change,
        case let differences = CompositeDifference.all(from: old, to: new, in: step),
        !differences.isEmpty || planned.risk != .none || planned.endsMigration(of: step)
      else { return nil }
      let holders = holders(of: name, in: step)
      guard !holders.isEmpty else { return nil }
      return Finding(
        Self.id, .hasAnotherShape(name, holders), at: .part(planned.change.path),
        notes: differences.map { .init($0) }
          + [.init(.giveExpressions(step, holders))])
    }
  }

  /// The existing attributes that hold the structure and get no value from an expression.
  private func holders(
    of composite: String, in step: VersionStep
  ) -> [(entity: String, attribute: String)] {
    step.target.schema.entities.flatMap { entity in
      entity.attributes.filter { attribute in
        attribute.type.holds(composite) && !attribute.isTransient
          && step.addition(attribute.name, of: entity.name) == nil
          && !step.isNew(entity: entity.name)
          && !step.hasExpression(for: attribute.name, of: entity.name)
      }.map { (entity.name, $0.name) }
    }
  }
}

extension PlannedChange {
  /// Whether the change has no automatic conversion.
  ///
  /// Without a platform, a default is enough for a missing value.
  fileprivate func endsMigration(of step: VersionStep) -> Bool {
    classification == .custom && (obstacle != .missingValue || step.target.schema.hasPlatform)
  }
}

extension VersionStep {
  /// Whether the platform converts the numbers of an element, and all of them fit.
  fileprivate func keepsNumbers(of old: Attribute, as new: Attribute) -> Bool {
    guard old.type.isConvertedByPlatform, new.type.isConvertedByPlatform else { return false }
    return switch conversion(from: old, to: new).kind {
    case .identical, .exact: true
    case .checked, .undefined: false
    }
  }
}

/// The changes of a structure that do not fit the existing values.
private enum CompositeDifference {
  static func all(
    from old: Composite, to new: Composite, in step: VersionStep
  ) -> [Finding.Message] {
    let before = Dictionary(old.elements.map { ($0.name, $0) }) { first, _ in first }
    let after = Set(new.elements.map { $0.renamedFrom ?? $0.name } + new.elements.map(\.name))
    let changed = new.elements.compactMap { element -> Finding.Message? in
      guard let was = before[element.name] ?? element.renamedFrom.flatMap({ before[$0] }) else {
        if element.needsValue { return .isRequired(element) }
        let isFilled = element.isOptional || element.isTransient || element.derivation != nil
        return isFilled || !step.target.schema.hasPlatform ? nil : .hasUselessDefault(element)
      }
      if was.type != element.type, !step.keepsNumbers(of: was, as: element) {
        return .isOfAnotherType(was, element)
      }
      return was.isOptional && element.needsValue ? .isRequired(element) : nil
    }
    return old.elements.filter { !after.contains($0.name) }.map { .isGone($0) } + changed
  }
}

extension AttributeType {
  /// Whether the type is a composite, or a list of its values.
  fileprivate func holds(_ name: String) -> Bool {
    switch self {
    case .composite(let own): own == name
    case .array(let element): element.holds(name)
    default: false
    }
  }
}

extension Finding.Message {
  fileprivate static func hasAnotherShape(
    _ composite: String, _ holders: [(entity: String, attribute: String)]
  ) -> Self {
    let list = holders.map { "'\($0.entity).\($0.attribute)'" }.joined(separator: ", ")
    return Self("the shape of '\(composite)' differs from the one that values of \(list) have")
  }

  fileprivate static func isGone(_ element: Attribute) -> Self {
    Self("'\(element.name)' is removed, with its values")
  }

  fileprivate static func isOfAnotherType(_ old: Attribute, _ new: Attribute) -> Self {
    Self("'\(new.name)' was \(old.type.keyword) and is \(new.type.keyword)")
  }

  fileprivate static func isRequired(_ element: Attribute) -> Self {
    Self("'\(element.name)' is required from now on, and has no default")
  }

  fileprivate static func hasUselessDefault(_ element: Attribute) -> Self {
    Self(
      "'\(element.name)' is new and required: the platform is reported to open no store then (error "
        + "134110), with a default or without; make it optional")
  }

  fileprivate static func giveExpressions(
    _ step: VersionStep, _ holders: [(entity: String, attribute: String)]
  ) -> Self {
    let paths = holders.map {
      step.expressionPath($0.attribute, of: $0.entity).declaration(of: "{using: …}")
    }
    return Self("say how old values become new ones: \(paths.joined(separator: ", "))")
  }
}
