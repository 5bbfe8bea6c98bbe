internal import MigrationPlanner
internal import SchemaModel

extension VersionStep {
  /// Whether the attribute needs a value, and no expression of the step gives one.
  func lacksValue(for attribute: Attribute, of entity: String) -> Bool {
    attribute.needsValue && !hasExpression(for: attribute.name, of: entity)
  }

  /// Whether the relationship needs a destination, and the step gives objects none.
  func lacksValue(for relationship: Relationship, of entity: String) -> Bool {
    relationship.cardinality == .toOne && !relationship.isOptional
      && !hasExpression(for: relationship.name, of: entity)
      && !review.linksEveryObject(of: entity, by: relationship.name)
  }
}

extension Fix {
  /// Gives an attribute a default value; nil if there is no value to give.
  static func giveDefault(_ value: String?, at path: SchemaPath) -> Fix? {
    value.map { Fix(.unsafe, [.set(key: "default", value: $0, in: path)]) }
  }

  /// Makes a to-one relationship optional.
  static func makeOptional(_ relationship: Relationship, at path: SchemaPath) -> Fix {
    Fix(.unsafe, [.set(key: "toOne", value: "\(relationship.destination)?", in: path)])
  }
}
