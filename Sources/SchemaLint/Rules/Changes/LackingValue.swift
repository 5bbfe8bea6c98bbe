internal import MigrationPlanner
internal import SchemaModel

extension VersionStep {
  /// Whether objects must have a value for the attribute, and the step has none for those without.
  func lacksValue(for attribute: Attribute, of entity: String) -> Bool {
    attribute.needsValue && !hasExpression(for: attribute.name, of: entity)
  }

  /// Whether objects must have a destination, and the step has none for those without.
  func lacksValue(for relationship: Relationship, of entity: String) -> Bool {
    relationship.cardinality == .toOne && !relationship.isOptional
      && !hasExpression(for: relationship.name, of: entity)
      && !review.linksEveryObject(of: entity, by: relationship.name)
  }
}

extension Fix {
  /// Gives objects without a value of an attribute that one, where any fits.
  static func giveDefault(_ value: String?, at path: SchemaPath) -> Fix? {
    value.map { Fix(.unsafe, [.set(key: "default", value: $0, in: path)]) }
  }

  /// Lets objects be without a destination of a to-one relationship.
  static func makeOptional(_ relationship: Relationship, at path: SchemaPath) -> Fix {
    Fix(.unsafe, [.set(key: "toOne", value: "\(relationship.destination)?", in: path)])
  }
}
