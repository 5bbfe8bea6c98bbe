internal import SchemaModel

extension SwiftDataVersion {
  mutating func write(
    _ relationship: Relationship, of entity: Entity, to lines: inout SwiftLines
  ) {
    let part = "\(entity.name).\(relationship.name)"
    if relationship.isOrdered {
      remark(part, "'\(part)' is ordered; give its objects a position to sort by", in: &lines)
    }
    if relationship.column != nil {
      remark(part, "'\(part)' has a column of its own, which SwiftData does not use", in: &lines)
    }
    if relationship.inverse == relationship.name, relationship.destination == entity.name {
      remark(part, "'\(part)' is its own inverse, which the compiler does not accept", in: &lines)
    }
    if let other = inferredInverse(of: relationship, in: entity) {
      remark(
        part, "'\(part)' has no inverse, and the platform infers '\(other)'", in: &lines)
    }
    if let text = relationship.documentation { lines.comment(text, mark: "///") }
    let destination = SwiftSpelling.name(relationship.destination)
    let question = relationship.isOptional ? "?" : ""
    let name = "var \(SwiftSpelling.name(relationship.name)): "
    let declaration =
      relationship.cardinality == .toOne
      ? name + destination + question
      : name + "[\(destination)]" + question + (relationship.isOptional ? "" : " = []")
    write(declaration, behind: mark(relationship, entity), to: &lines)
  }

  private func mark(_ relationship: Relationship, _ entity: Entity) -> Mark? {
    var arguments: [String] = []
    if let rule = relationship.declaredDeleteRule { arguments.append("deleteRule: .\(rule)") }
    if let count = relationship.minimumCount { arguments.append("minimumModelCount: \(count)") }
    if relationship.cardinality == .toMany, let count = relationship.maximumCount {
      arguments.append("maximumModelCount: \(count)")
    }
    if let old = relationship.renamedFrom {
      arguments.append("originalName: \(SwiftSpelling.text(old))")
    }
    if let inverse = relationship.inverse, saysInverse(relationship, entity) {
      let destination = SwiftSpelling.name(relationship.destination)
      arguments.append("inverse: \\\(destination).\(SwiftSpelling.name(inverse))")
    }
    if let modifier = relationship.hashModifier {
      arguments.append("hashModifier: \(SwiftSpelling.text(modifier))")
    }
    return arguments.isEmpty ? nil : Mark(name: "@Relationship", arguments: arguments)
  }

  /// The relationship that the platform takes for the inverse where none is named: the only one
  /// that leads back, of the only one that leads there.
  private func inferredInverse(of relationship: Relationship, in entity: Entity) -> String? {
    guard relationship.inverse == nil, relationship.destination != entity.name,
      entity.relationships.count(where: { $0.destination == relationship.destination }) == 1
    else { return nil }
    let back = schema.entity(named: relationship.destination)?.relationships.filter {
      $0.destination == entity.name
    }
    guard let other = back?.first, back?.count == 1, other.inverse == nil else { return nil }
    let toOnes = [relationship, other].filter { $0.cardinality == .toOne }
    guard !toOnes.isEmpty, toOnes.allSatisfy(\.isOptional) else { return nil }
    return "\(relationship.destination).\(other.name)"
  }

  /// Whether this end says the inverse for both: of a to-many and a to-one, the to-many; else the
  /// one that is declared first.
  private func saysInverse(_ relationship: Relationship, _ entity: Entity) -> Bool {
    guard let owner = schema.owner(of: relationship.inverse, in: relationship.destination),
      let other = owner.relationship(named: relationship.inverse ?? "")
    else { return true }
    if other.inverse != relationship.name { return true }
    if owner.name == entity.name, other.name == relationship.name { return false }
    if relationship.cardinality != other.cardinality { return relationship.cardinality == .toMany }
    let names = schema.entities.map(\.name)
    let places = [(entity, relationship.name), (owner, other.name)].map { entity, name in
      (
        names.firstIndex(of: entity.name) ?? 0,
        entity.relationships.firstIndex { $0.name == name } ?? 0
      )
    }
    return places[0] < places[1]
  }
}

extension Schema {
  /// The entity that declares a relationship which another one has or inherits.
  fileprivate func owner(of relationship: String?, in entity: String) -> Entity? {
    lineage(of: entity).first { $0.relationships.contains { $0.name == relationship } }
  }
}
