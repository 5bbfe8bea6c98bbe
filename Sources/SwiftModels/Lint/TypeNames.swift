internal import SchemaModel

extension Schema {
  /// The schema with the names of its structs and enumerations as in an earlier version.
  ///
  /// A name is replaced if all attributes with the type had a type of one other name before. The names of
  /// these types are in no hash and in no column, so `PointV1` may become `PointV2`.
  func withTypes(namedAsIn earlier: Schema) -> Schema {
    let names = oldNames(of: earlier)
    if names.isEmpty { return self }
    func renamed(_ attribute: Attribute) -> Attribute {
      var attribute = attribute
      attribute.type = attribute.type.renamed(names)
      return attribute
    }
    var result = self
    for place in entities.indices {
      result.entities[place].attributes = entities[place].attributes.map(renamed)
    }
    for (place, composite) in composites.enumerated() {
      result.composites[place].name = names[composite.name] ?? composite.name
      result.composites[place].elements = composite.elements.map(renamed)
    }
    for (place, enumeration) in enumerations.enumerated() {
      result.enumerations[place].name = names[enumeration.name] ?? enumeration.name
    }
    return result
  }

  /// The previous names of types, by their current names.
  private func oldNames(of earlier: Schema) -> [String: String] {
    var found: [String: Set<String>] = [:]
    func compare(_ attributes: [Attribute], _ others: [Attribute]) {
      for attribute in attributes {
        guard let name = attribute.type.sharedName else { continue }
        let old = attribute.renamedFrom ?? attribute.name
        let other = others.first { $0.name == old } ?? others.first { $0.name == attribute.name }
        guard let other, other.type.isOfForm(attribute.type) else { continue }
        found[name, default: []].insert(other.type.sharedName ?? "")
      }
    }
    for entity in entities {
      compare(entity.attributes, earlier.entity(named: entity.name)?.attributes ?? [])
    }
    for composite in composites {
      let names = found[composite.name] ?? [composite.name]
      guard names.count == 1, let name = names.first else { continue }
      compare(composite.elements, earlier.composites.first { $0.name == name }?.elements ?? [])
    }
    let now = Set(composites.map(\.name) + enumerations.map(\.name))
    let single = found.compactMapValues { $0.count == 1 ? $0.first : nil }
    let uses = Dictionary(grouping: single.values) { $0 }.mapValues(\.count)
    // Types that shared a name before, or whose old name another type has now, are different types.
    return single.filter { new, old in new != old && uses[old] == 1 && !now.contains(old) }
  }
}

extension AttributeType {
  /// Whether the type and another type are both structs, both enumerations, or lists of such types.
  fileprivate func isOfForm(_ other: AttributeType) -> Bool {
    switch (self, other) {
    case (.composite, .composite), (.enumeration(.named), .enumeration(.named)): true
    case (.array(let element), .array(let others)): element.isOfForm(others)
    default: false
    }
  }

  fileprivate func renamed(_ names: [String: String]) -> AttributeType {
    switch self {
    case .composite(let name): .composite(names[name] ?? name)
    case .enumeration(.named(let name)): .enumeration(.named(names[name] ?? name))
    case .array(let element): .array(element.renamed(names))
    default: self
    }
  }
}
