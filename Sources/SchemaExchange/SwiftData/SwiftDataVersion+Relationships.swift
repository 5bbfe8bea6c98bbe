internal import SchemaModel

extension SwiftDataVersion {
  mutating func write(
    _ relationship: Relationship, of entity: Entity, to lines: inout SwiftLines
  ) {
    let part = "\(entity.name).\(relationship.name)"
    if relationship.isOrdered {
      remark(
        part,
        "'\(part)' is ordered; give its objects a position to sort by; \(otherHash(entity))",
        in: &lines)
    }
    if relationship.column != nil {
      remark(part, "'\(part)' has a column of its own, which SwiftData does not use", in: &lines)
    }
    if relationship.inverse == relationship.name, relationship.destination == entity.name {
      remark(part, "'\(part)' is its own inverse, which the compiler does not accept", in: &lines)
    }
    if let other = schema.inferredInverse(of: relationship, in: entity) {
      let inverse = "\(relationship.destination).\(other.name)"
      remark(
        part,
        "'\(part)' has no inverse, and the platform infers '\(inverse)'; \(otherHash(entity))",
        in: &lines)
    }
    if let text = relationship.documentation { lines.comment(text, mark: "///") }
    let destination = SwiftSpelling.name(relationship.destination)
    let question = relationship.isOptional ? "?" : ""
    let isToOne = relationship.cardinality == .toOne
    let declared = (
      name: relationship.name, type: (isToOne ? destination : "[\(destination)]") + question,
      value: isToOne || relationship.isOptional ? nil : SwiftPiece.list([])
    )
    write(declared, behind: mark(relationship, entity), to: &lines)
  }

  /// The consequence of a difference between the platform's entity and the declared one.
  func otherHash(_ entity: Entity) -> String {
    "the version hash of '\(entity.name)' is another one here, and no store of version "
      + "\(schema.version) matches"
  }

  private func mark(_ relationship: Relationship, _ entity: Entity) -> Mark? {
    var arguments: [SwiftPiece.Argument] = []
    func add(_ label: String, _ value: SwiftPiece) { arguments.append(.init(label, value)) }
    if let rule = relationship.declaredDeleteRule { add("deleteRule", .word(".\(rule)")) }
    if let count = relationship.minimumCount { add("minimumModelCount", .word("\(count)")) }
    if relationship.cardinality == .toMany, let count = relationship.maximumCount {
      add("maximumModelCount", .word("\(count)"))
    }
    if let old = relationship.renamedFrom { add("originalName", .text(old)) }
    if let inverse = relationship.inverse, saysInverse(relationship, entity) {
      let destination = SwiftSpelling.name(relationship.destination)
      add("inverse", .keyPath(destination, SwiftSpelling.name(inverse)))
    }
    if let modifier = relationship.hashModifier { add("hashModifier", .text(modifier)) }
    return arguments.isEmpty ? nil : Mark(name: "@Relationship", arguments: arguments)
  }

  /// Whether this end names the inverse for both ends.
  ///
  /// Of a to-many and a to-one, the to-many names it; otherwise, the end that is declared first.
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
  /// The entity that declares a relationship of another entity, which is that entity or an ancestor.
  fileprivate func owner(of relationship: String?, in entity: String) -> Entity? {
    lineage(of: entity).first { $0.relationships.contains { $0.name == relationship } }
  }
}
