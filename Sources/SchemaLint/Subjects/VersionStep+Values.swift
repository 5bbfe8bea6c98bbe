internal import MigrationPlanner
internal import SchemaModel

extension VersionStep {
  /// The old and the new stored type of an attribute, and the kind of conversion between them.
  func conversion(
    from old: Attribute, to new: Attribute
  ) -> (old: AttributeType, new: AttributeType, kind: TypeConversion) {
    let before = source.schema.storedType(of: old.type)
    let after = target.schema.storedType(of: new.type)
    return (before, after, TypeConversion(from: before, to: after))
  }

  /// Whether the migration declares the links of a relationship, at either of its ends.
  func decidesLinks(of name: String, entity: String) -> Bool {
    if hasExpression(for: name, of: entity) || keepsOneLink(of: name, entity: entity) {
      return true
    }
    guard let (owner, relationship) = target.schema.relationship(named: name, of: entity),
      let inverse = target.schema.inverse(of: .init(entity: owner, relationship: relationship))
    else { return false }
    return hasExpression(for: inverse.relationship.name, of: inverse.entity)
  }

  /// Whether the migration declares which of several links a to-one keeps.
  private func keepsOneLink(of name: String, entity: String) -> Bool {
    maps(of: entity).contains { $0.keptLinks[name] != nil }
  }
}
