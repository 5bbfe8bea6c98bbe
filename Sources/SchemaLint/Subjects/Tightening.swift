internal import MigrationPlanner
internal import SQLText
internal import SchemaModel

/// A new condition for existing objects: a new rule, a stricter rule, or narrower bounds.
struct Tightening {
  /// The name of the condition: `rule 'pages are not negative'`, `the minimum of 'Book.pages'`.
  let name: String
  /// The entity, by its new name.
  let entity: String
  /// The condition in SQL, over the new names; nil if SQL cannot express it.
  let check: String?
  /// The path of the condition.
  let path: SchemaPath

  /// The new conditions of a step, except for conditions on properties to which the step gives new values.
  static func all(in step: VersionStep) -> [Tightening] {
    step.changes.flatMap { planned -> [Tightening] in
      switch planned.change {
      case .addRule(let rule, let entity): [Tightening(rule, of: entity, in: step)]
      case .changeRule(let old, let new, let entity):
        isSame(old, new, of: entity, in: step) ? [] : [Tightening(new, of: entity, in: step)]
      case .changeBounds(let old, let new, let entity):
        bounds(from: old, to: new, of: entity, in: step)
      default: []
      }
    }.filter { !$0.isDecided(in: step) }
  }

  private init(name: String, entity: String, check: String?, path: SchemaPath) {
    (self.name, self.entity, self.check, self.path) = (name, entity, check, path)
  }

  private init(_ rule: ValidationRule, of entity: String, in step: VersionStep) {
    let list = SchemaPath.entity(entity).appending("rules")
    let position = step.target.schema.entity(named: entity)?.rules.firstIndex(of: rule)
    self.init(
      name: "rule '\(rule.name)'", entity: entity, check: rule.check,
      path: position.map { list.appending("\($0)") } ?? list)
  }
}

// MARK: - Rules with renamed properties

extension Tightening {
  /// Whether two rules differ only in spaces and in the renamed properties of the step.
  private static func isSame(
    _ old: ValidationRule, _ new: ValidationRule, of entity: String, in step: VersionStep
  ) -> Bool {
    let (before, after) = (SQLTokens(old.check).tokens, SQLTokens(new.check).tokens)
    let properties = Set(propertyNames(of: entity, in: step))
    return before.count == after.count
      && zip(before, after).allSatisfy { before, after in
        guard after.kind != .text, properties.contains(after.name) else { return before == after }
        return before.kind != .text
          && before.name == step.sourceProperty(after.name, of: entity)
      }
  }

  private static func propertyNames(of entity: String, in step: VersionStep) -> [String] {
    let schema = step.target.schema
    return schema.allAttributes(of: entity).map(\.name)
      + schema.allRelationships(of: entity).map(\.name)
  }
}

// MARK: - Existing objects

extension Tightening {
  /// Whether the migration filters the objects by a property of the condition, or gives the property new
  /// values.
  ///
  /// New values come from an expression, or from the default of a new property.
  private func isDecided(in step: VersionStep) -> Bool {
    let mentioned = mentionedProperties(in: step)
    let old = mentioned.map { step.sourceProperty($0, of: entity) }
    return step.hasFilter(of: entity, mentioning: Set(old))
      || mentioned.contains {
        step.hasExpression(for: $0, of: entity) || step.addition($0, of: entity) != nil
      }
  }

  /// The objects that break the condition; nil if the previous version has other names for the properties.
  func condition(in step: VersionStep) -> StoreCondition? {
    guard let check,
      mentionedProperties(in: step).allSatisfy({ step.sourceProperty($0, of: entity) == $0 })
    else { return nil }
    return .breaking(check: check, entity: step.sourceEntity(entity))
  }

  private func mentionedProperties(in step: VersionStep) -> [String] {
    guard let check else { return path.components.suffix(2).prefix(1).map(\.self) }
    let tokens = SQLTokens(check)
    return Self.propertyNames(of: entity, in: step).filter(tokens.mentions)
  }
}

// MARK: - Bounds

extension Tightening {
  private static func bounds(
    from old: Attribute, to new: Attribute, of entity: String, in step: VersionStep
  ) -> [Tightening] {
    let path = SchemaPath.property(new.name, of: entity, .attributes)
    let subject = new.type.hasLengthBounds ? "length(\(new.name))" : new.name
    var result: [Tightening] = []
    func add(_ key: String, _ words: String, _ check: String?) {
      result.append(
        Tightening(
          name: "\(words) of '\(entity).\(new.name)'", entity: entity, check: check,
          path: path.appending(key)))
    }
    if let minimum = new.minimum?.number, old.minimum?.number.map({ $0 < minimum }) ?? true {
      add("min", "the minimum", "\(new.name) IS NULL OR \(subject) >= \(minimum.sql)")
    }
    if let maximum = new.maximum?.number, old.maximum?.number.map({ $0 > maximum }) ?? true {
      add("max", "the maximum", "\(new.name) IS NULL OR \(subject) <= \(maximum.sql)")
    }
    if new.pattern != nil, new.pattern != old.pattern { add("pattern", "the pattern", nil) }
    return result
  }
}

extension AttributeType {
  /// Whether bounds apply to the length of the text.
  fileprivate var hasLengthBounds: Bool { !isNumeric && self != .date }
}

extension Literal {
  /// The bound as a number; an instant is in seconds.
  fileprivate var number: Double? {
    switch self {
    case .int(let value): Double(value)
    case .double(let value), .date(let value): value
    case .string(let text): Double(text)
    case .bool, .data, .array, .object: nil
    }
  }
}

extension Double {
  /// The number in SQL; whole numbers have no fraction.
  fileprivate var sql: String { Int64(exactly: self).map { "\($0)" } ?? "\(self)" }
}
