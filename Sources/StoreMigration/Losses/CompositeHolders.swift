internal import MigrationPlanner
internal import SQLite
internal import SchemaModel

/// The attributes whose values contain a composite at any depth: in a list, or in another composite.
struct CompositeHolders {
  private let schema: Schema
  private let composite: String
  /// The elements to look for.
  private let elements: [String]

  init(of composite: String, in schema: Schema, with elements: [String]) {
    (self.schema, self.composite, self.elements) = (schema, composite, elements)
  }

  /// Counts the values with one of the elements, including values of sub-entities.
  ///
  /// If the values cannot be read as they will be then, every value with the composite counts, as its
  /// elements may have had other names.
  func count(by trace: ValueTrace) throws -> Int64 {
    var sum: Int64 = 0
    for entity in schema.entities {
      for attribute in entity.attributes where holds(attribute.type, besides: []) {
        sum += try trace.values(of: attribute.name, in: entity.name, of: schema) { column in
          let condition = condition(on: attribute.type, column, depth: 0)
          return "CASE WHEN json_valid(\(column)) THEN \(condition) ELSE 1 END"
        }
      }
    }
    return sum
  }

  private func holds(_ type: AttributeType, besides seen: Set<String>) -> Bool {
    switch type {
    case .array(let element): return holds(element, besides: seen)
    case .composite(composite): return true
    case .composite(let name):
      guard !seen.contains(name) else { return false }
      return elements(of: name).contains { holds($0.type, besides: seen.union([name])) }
    default: return false
    }
  }

  /// The condition that a JSON text has one of the elements.
  private func condition(on type: AttributeType, _ json: String, depth: Int) -> String {
    switch type {
    case .array(let element):
      let item = "_item\(depth)"
      let inner = condition(on: element, "\(item).value", depth: depth + 1)
      return "EXISTS (SELECT 1 FROM json_each(\(json)) AS \(item) WHERE \(inner))"
    case .composite(composite):
      return any(elements.map { "(\(json) ->> \(Self.path(to: $0))) IS NOT NULL" })
    case .composite(let name):
      return any(
        elements(of: name).filter { holds($0.type, besides: [name]) }.map {
          condition(on: $0.type, "(\(json) -> \(Self.path(to: $0.name)))", depth: depth)
        })
    default: return "0"
    }
  }

  private func any(_ conditions: [String]) -> String {
    conditions.isEmpty ? "0" : "(\(conditions.joined(separator: " OR ")))"
  }

  private func elements(of name: String) -> [Attribute] {
    schema.composites.first { $0.name == name }?.elements ?? []
  }

  private static func path(to element: String) -> String { "$.\"\(element)\"".quotedText }
}
