internal import SchemaModel

extension MappingInference {
  /// The lines that declare an expression for a property.
  func using(_ property: String, of entity: String, in context: EntityContext) -> String {
    let place =
      context.origin.map { ["map", context.entity.name, "from", $0, property] }
      ?? ["map", entity, property]
    return "write " + SchemaPath(["migration"] + place).declaration(of: "{using: \"…\"}")
  }

  /// The same for a property that is new to an entity, without changing any existing value.
  ///
  /// A declaration for the owner applies to all objects below it, some of which had a value if an entity has
  /// joined their hierarchy.
  func usingForNew<Property: SchemaProperty>(
    _ owned: Owned<Property>, in context: EntityContext
  ) -> String {
    let (target, entity) = (correspondence.target, context.entity.name)
    guard context.origin == nil,
      target.family(of: owned.owner).contains(where: { old(owned, in: $0) != nil })
    else { return using(owned.property.name, of: owned.owner, in: context) }
    let kept = target.family(of: entity).dropFirst().compactMap { member -> String? in
      guard let old = old(owned, in: member),
        let parent = member.parent.flatMap({ target.entity(named: $0) }),
        self.old(owned, in: parent) == nil
      else { return nil }
      return line(of: member.name, "{using: \"\(old.name)\"}")
    }
    func line(of entity: String, _ value: String) -> String {
      SchemaPath(["migration", "map", entity, owned.property.name]).declaration(of: value)
    }
    return "write " + ([line(of: entity, "{using: \"…\"}")] + kept).joined(separator: ", and ")
  }

  /// The property that an entity had before; nil if its objects have no value of it.
  private func old<Property: SchemaProperty>(
    _ owned: Owned<Property>, in entity: Entity
  ) -> Property? {
    let old = correspondence.old(owned.property, declaredBy: owned.owner, in: entity.name)
    if let attribute = old?.property as? Attribute, attribute.isTransient { return nil }
    return old?.property
  }
}
