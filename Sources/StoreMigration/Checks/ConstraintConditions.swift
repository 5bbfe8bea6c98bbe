internal import SQLiteStore
internal import SchemaModel

/// What the objects of an entity must meet, each with the SQL that is true for one that does not.
///
/// Only what the tables themselves do not enforce: NOT NULL, types and unique keys are theirs.
struct ConstraintConditions {
  let schema: Schema

  /// A demand and the condition for the objects that break it, over the entity's properties.
  struct Condition {
    var demand: BrokenConstraint.Demand
    var isBroken: String
  }

  /// The demands that an entity itself makes, in the order of its declaration.
  func conditions(of entity: Entity) -> [Condition] {
    let isTable = entity.parent == nil
    var result: [Condition] = []
    for attribute in entity.attributes where !attribute.isTransient {
      let name = attribute.name.quotedName
      if !attribute.isOptional, !isTable {
        result.append(.init(demand: .value(property: attribute.name), isBroken: "\(name) IS NULL"))
      }
      result += typeCondition(of: attribute) + boundsCondition(of: attribute)
    }
    for relationship in entity.relationships where isRequiredToOne(relationship) && !isTable {
      result.append(
        .init(
          demand: .value(property: relationship.name),
          isBroken: "\(relationship.name.quotedName) IS NULL"))
    }
    return result
      + entity.rules.map { .init(demand: .rule($0), isBroken: "NOT (\($0.check)\n)") }
  }

  private func isRequiredToOne(_ relationship: Relationship) -> Bool {
    relationship.cardinality == .toOne && !relationship.isOptional
  }

  private func typeCondition(of attribute: Attribute) -> [Condition] {
    guard attribute.storage == .inline else { return [] }
    let name = attribute.name.quotedName
    func demand(_ isBroken: String) -> [Condition] {
      [.init(demand: .type(property: attribute.name, attribute.type), isBroken: isBroken)]
    }
    switch attribute.type {
    case .bool: return demand("\(name) NOT IN (0, 1)")
    case .int16: return demand("\(name) NOT BETWEEN -32768 AND 32767")
    case .int32: return demand("\(name) NOT BETWEEN -2147483648 AND 2147483647")
    case .array, .composite: return demand("\(name) IS NOT NULL AND NOT json_valid(\(name))")
    case .enumeration:
      let values = (schema.cases(of: attribute.type) ?? []).map { SQLValue($0.rawValue).literal }
      return [
        .init(
          demand: .enumerationCase(property: attribute.name),
          isBroken: "\(name) NOT IN (\(values.joined(separator: ", ")))")
      ]
    case .string, .int64, .float, .double, .decimal, .date, .uuid, .url, .data, .transformable:
      return []
    }
  }

  private func boundsCondition(of attribute: Attribute) -> [Condition] {
    guard attribute.storage == .inline else { return [] }
    let measured = measure(of: attribute)
    let parts = [
      attribute.minimum.map { "\(measured) < \(SQLValue($0).number)" },
      attribute.maximum.map { "\(measured) > \(SQLValue($0).number)" },
    ].compactMap(\.self)
    return parts.isEmpty
      ? []
      : [
        .init(
          demand: .bounds(property: attribute.name),
          isBroken: "(\(parts.joined(separator: " OR ")))")
      ]
  }

  /// Numbers and dates are compared themselves, texts and bytes by their length.
  private func measure(of attribute: Attribute) -> String {
    let name = attribute.name.quotedName
    switch attribute.type {
    case .int16, .int32, .int64, .float, .double, .date, .bool: return name
    case .decimal: return "CAST(\(name) AS REAL)"
    case .array: return "json_array_length(\(name))"
    case .string, .uuid, .url, .data, .transformable, .enumeration, .composite:
      return "length(\(name))"
    }
  }
}

extension SQLValue {
  /// The value as an SQL number, also where a decimal is spelt as a text.
  fileprivate var number: String {
    if case .text(let text) = self, let number = Double(text) {
      return SQLValue.real(number).literal
    }
    return literal
  }
}
