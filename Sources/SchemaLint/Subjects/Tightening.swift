internal import MigrationPlanner
internal import SQLText
internal import SchemaModel

/// Something that objects must be from now on and did not have to be before: a new rule, a stricter
/// one, or narrower bounds.
struct Tightening {
  /// What is new: `rule 'pages are not negative'`, `a minimum of 'Book.pages'`.
  let name: String
  /// The entity, by its new name.
  let entity: String
  /// The condition in SQL, over the new names; nil where SQL cannot say it.
  let check: String?
  /// Where it stands.
  let path: SchemaPath

  /// What a step demands of the objects that are there, without what it gives them new values for.
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

// MARK: - The same in other words

extension Tightening {
  /// Whether two rules differ only in what properties are called in either version, and in spaces.
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

// MARK: - What is known of the objects

extension Tightening {
  /// Whether the step leaves objects behind because of a property that the condition is about, or
  /// gives it new values: by an expression, or because it is new and starts with its default.
  private func isDecided(in step: VersionStep) -> Bool {
    let mentioned = mentionedProperties(in: step)
    let old = mentioned.map { step.sourceProperty($0, of: entity) }
    return step.hasFilter(of: entity, mentioning: Set(old))
      || mentioned.contains {
        step.hasExpression(for: $0, of: entity) || step.addition($0, of: entity) != nil
      }
  }

  /// The objects that break it; nil where that cannot be asked in the names of the version before.
  func condition(in step: VersionStep) -> StoreCondition? {
    guard let check,
      mentionedProperties(in: step).allSatisfy({ step.sourceProperty($0, of: entity) == $0 })
    else { return nil }
    return .breaking(check: check, entity: step.sourceEntity(entity))
  }

  private func mentionedProperties(in step: VersionStep) -> [String] {
    guard let check else { return path.components.suffix(2).prefix(1).map(\.self) }
    let names = SQLNames(in: check)
    return Self.propertyNames(of: entity, in: step).filter(names.contains)
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
  /// Whether bounds are on the number of letters.
  fileprivate var hasLengthBounds: Bool { !isNumeric && self != .date }
}

extension Literal {
  /// The number, or the instant in seconds, that a bound is.
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
  /// The number as SQL writes it, whole ones without a fraction.
  fileprivate var sql: String { Int64(exactly: self).map { "\($0)" } ?? "\(self)" }
}
