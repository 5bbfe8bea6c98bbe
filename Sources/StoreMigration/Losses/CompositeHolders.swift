internal import MigrationPlanner
internal import SQLite
internal import SchemaModel

/// The attributes whose values contain a composite at any depth: in a list, or in another composite.
struct CompositeHolders {
  let composite: String
  let schema: Schema

  /// Counts the values with one of the composite's elements, including values of sub-entities.
  func count(with elements: [String], by count: DataCount) throws -> Int64 {
    var sum: Int64 = 0
    for entity in schema.entities {
      for attribute in entity.attributes {
        let places = paths(in: attribute.type, besides: []).flatMap { path in
          elements.map { CompositeElement($0, path: path) }
        }
        guard !places.isEmpty else { continue }
        sum += try count.values(
          of: attribute.name, in: schema.family(of: entity.name).map(\.name)
        ) { CompositeCondition.has(places, in: $0) }
      }
    }
    return sum
  }

  /// The paths to the composite in values of a type.
  private func paths(
    in type: AttributeType, besides seen: Set<String>
  ) -> [[CompositeElement.Step]] {
    switch type {
    case .array(let item): paths(in: item, besides: seen).map { [.items] + $0 }
    case .composite(composite): [[]]
    case .composite(let name) where !seen.contains(name):
      (schema.composite(named: name)?.elements ?? []).flatMap { element in
        paths(in: element.type, besides: seen.union([name])).map { [.element(element.name)] + $0 }
      }
    default: []
    }
  }
}
