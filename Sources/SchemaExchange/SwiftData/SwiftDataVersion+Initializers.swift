internal import SchemaModel

extension SwiftDataVersion {
  fileprivate struct Parameter {
    var name: String
    var type: String
    var value: String?
  }

  /// An initializer for what a new object must be given and the model has no value for.
  func writeInitializer(of entity: Entity, to lines: inout SwiftLines) {
    let own = parameters(of: entity)
    let inherited = schema.lineage(of: entity.name).dropFirst().reversed().flatMap(parameters)
    let all = (inherited + own).map { parameter in
      "\(SwiftSpelling.name(parameter.name)): \(parameter.type)"
        + (parameter.value.map { " = \($0)" } ?? "")
    }
    let head = entity.parent != nil && own.isEmpty ? "override init" : "init"
    if own.isEmpty, inherited.isEmpty {
      lines.add(entity.parent == nil ? "init() {}" : "override init() { super.init() }")
      return
    }
    lines.call(head, all, ending: " {")
    lines.indented { lines in
      for parameter in own {
        lines.assignment(of: SwiftSpelling.name(parameter.name), to: "self.\(parameter.name)")
      }
      if entity.parent != nil {
        lines.call(
          "super.init",
          inherited.map { "\(SwiftSpelling.name($0.name)): \(SwiftSpelling.name($0.name))" })
      }
    }
    lines.add("}")
  }

  private func parameters(of entity: Entity) -> [Parameter] {
    let wanted = Set(entity.initializer ?? [])
    let attributes = entity.attributes.compactMap { attribute -> Parameter? in
      let value = values.value(of: attribute, in: entity.name)
      let isNeeded = value == nil && !attribute.isOptional
      guard isNeeded || wanted.contains(attribute.name) else { return nil }
      return Parameter(
        name: attribute.name, type: values.type(of: attribute, in: entity.name),
        value: value ?? (attribute.isOptional ? "nil" : nil))
    }
    let relationships = entity.relationships.compactMap { relationship -> Parameter? in
      guard relationship.cardinality == .toOne, !relationship.isOptional else { return nil }
      return Parameter(name: relationship.name, type: SwiftSpelling.name(relationship.destination))
    }
    return (attributes + relationships).ordered(like: entity.initializer ?? [])
  }
}

extension [SwiftDataVersion.Parameter] {
  /// The parameters in the order of a list of names, and those that it does not name behind them.
  fileprivate func ordered(like names: [String]) -> Self {
    let ranks = Dictionary(zip(names, names.indices)) { first, _ in first }
    return enumerated().sorted { left, right in
      let (first, second) = (ranks[left.element.name], ranks[right.element.name])
      return (first ?? names.count, left.offset) < (second ?? names.count, right.offset)
    }.map(\.element)
  }
}
