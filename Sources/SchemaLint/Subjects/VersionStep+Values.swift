internal import MigrationPlanner
internal import SchemaModel

extension VersionStep {
  /// The stored types that an attribute had and has, and whether one becomes the other by itself.
  func conversion(
    from old: Attribute, to new: Attribute
  ) -> (old: AttributeType, new: AttributeType, kind: TypeConversion) {
    let before = source.schema.storedType(of: old.type)
    let after = target.schema.storedType(of: new.type)
    return (before, after, TypeConversion(from: before, to: after))
  }

  /// Whether an expression decides over the links of a relationship, at either of its ends.
  func decidesLinks(of name: String, entity: String) -> Bool {
    if hasExpression(for: name, of: entity) || keepsOneLink(of: name, entity: entity) {
      return true
    }
    guard let (owner, relationship) = target.schema.relationship(named: name, of: entity),
      let inverse = target.schema.inverse(of: .init(entity: owner, relationship: relationship))
    else { return false }
    return hasExpression(for: inverse.relationship.name, of: inverse.entity)
  }

  /// Whether it is said which of several objects a to-one keeps.
  private func keepsOneLink(of name: String, entity: String) -> Bool {
    maps(of: entity).contains { $0.keptLinks[name] != nil }
  }
}
