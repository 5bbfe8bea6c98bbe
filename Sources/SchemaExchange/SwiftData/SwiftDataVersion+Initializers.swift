internal import SchemaModel

extension SwiftDataVersion {
  /// Adds an initializer for the required properties that have no default in the model.
  func writeInitializer(of entity: Entity, to lines: inout SwiftLines) {
    let own = parameters(of: entity)
    let inherited = schema.lineage(of: entity.name).dropFirst().reversed().flatMap(parameters)
    let head = entity.parent != nil && own.isEmpty ? "override init" : "init"
    if own.isEmpty, inherited.isEmpty {
      lines.add(entity.parent == nil ? "init() {}" : "override init() { super.init() }")
      return
    }
    let all = (inherited + own).map { parameter in
      (SwiftSpelling.name(parameter.name), parameter.type, parameter.value)
    }
    lines.initializer(head, all) { lines in
      for (name, _, _) in own {
        lines.assign(.word(SwiftSpelling.name(name)), to: "self.\(SwiftSpelling.member(name))")
      }
      if entity.parent != nil {
        lines.call(
          "super.init",
          inherited.map { name, _, _ in
            .init(SwiftSpelling.name(name), .word(SwiftSpelling.name(name)))
          })
      }
    }
  }

  private func parameters(of entity: Entity) -> [SwiftLines.Parameter] {
    let wanted = Set(entity.initializer ?? [])
    let attributes = entity.attributes.compactMap { attribute -> SwiftLines.Parameter? in
      let value = values.value(of: attribute, in: entity.name)
      let isNeeded = value == nil && !attribute.isOptional
      guard isNeeded || wanted.contains(attribute.name) else { return nil }
      return (
        attribute.name, values.type(of: attribute, in: entity.name),
        value ?? (attribute.isOptional ? .word("nil") : nil)
      )
    }
    let relationships = entity.relationships.compactMap { relationship -> SwiftLines.Parameter? in
      guard relationship.cardinality == .toOne, !relationship.isOptional else { return nil }
      return (relationship.name, SwiftSpelling.name(relationship.destination), nil)
    }
    return (attributes + relationships).ordered(like: entity.initializer ?? [])
  }
}

extension [SwiftLines.Parameter] {
  /// The parameters in the order of a list of names, followed by the parameters that the list does not name.
  fileprivate func ordered(like names: [String]) -> Self {
    let ranks = Dictionary(zip(names, names.indices)) { first, _ in first }
    return enumerated().sorted { left, right in
      let (first, second) = (ranks[left.element.name], ranks[right.element.name])
      return (first ?? names.count, left.offset) < (second ?? names.count, right.offset)
    }.map(\.element)
  }
}
