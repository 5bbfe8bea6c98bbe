internal import SchemaModel

extension SourceVersion {
  /// The version, with its unread parts replaced by an earlier version's parts.
  ///
  /// Parts that the earlier version lacks are left out. Entities that code names but no file declares are
  /// copied too.
  func completed(by earlier: Schema, elsewhere unseen: Set<String>) -> SourceVersion {
    var result = self
    let elsewhere = unseen.union(unread.compactMap(\.unseenType)).union(unseenParents.values)
    result.document.schema.entities += earlier.entities.filter { entity in
      elsewhere.contains(entity.name) && document.schema.entity(named: entity.name) == nil
    }
    for place in document.schema.entities.indices {
      let name = document.schema.entities[place].name
      guard let parent = unseenParents[name], earlier.entity(named: name)?.parent == parent else {
        continue
      }
      result.document.schema.entities[place].parent = parent
    }
    for part in unread { result.document.schema.take(part, from: earlier) }
    result.document.schema.takeTypes(from: earlier)
    return result
  }
}

extension Schema {
  fileprivate mutating func take(_ part: UnreadPart, from earlier: Schema) {
    if case .element(let name) = part.kind {
      return take(element: name, of: part.owner, from: earlier)
    }
    guard let place = entities.firstIndex(where: { $0.name == part.owner }) else { return }
    let known = earlier.entity(named: part.owner)
    switch part.kind {
    case .property(let name):
      // The uniqueness in a macro is stored in the entity, not in the property.
      if part.gap == .arguments { entities[place].takeKey([name], from: known) }
      entities[place].take(property: name, from: known)
    case .keys: entities[place].uniquenessConstraints = known?.uniquenessConstraints ?? []
    case .indexes: entities[place].indexes = known?.indexes ?? []
    case .element: break
    }
  }

  private mutating func take(element name: String, of composite: String, from earlier: Schema) {
    guard let place = composites.firstIndex(where: { $0.name == composite }) else { return }
    composites[place].elements.removeAll { $0.name == name }
    let known = earlier.composites.first { $0.name == composite }?.elements ?? []
    composites[place].elements += known.filter { $0.name == name }
  }

  /// Copies the enumerations and structs that attributes need and that are missing here.
  fileprivate mutating func takeTypes(from earlier: Schema) {
    while true {
      let here = Set(composites.map(\.name) + enumerations.map(\.name))
      let attributes = entities.flatMap(\.attributes) + composites.flatMap(\.elements)
      let missing = Set(attributes.compactMap(\.type.sharedName)).subtracting(here)
      let composites = earlier.composites.filter { missing.contains($0.name) }
      let enumerations = earlier.enumerations.filter { missing.contains($0.name) }
      if composites.isEmpty, enumerations.isEmpty { return }
      self.composites += composites
      self.enumerations += enumerations
    }
  }
}

extension Entity {
  fileprivate mutating func take(property name: String, from earlier: Entity?) {
    attributes.removeAll { $0.name == name }
    relationships.removeAll { $0.name == name }
    attributes += earlier?.attributes.filter { $0.name == name } ?? []
    relationships += earlier?.relationships.filter { $0.name == name } ?? []
  }

  fileprivate mutating func takeKey(_ key: [String], from earlier: Entity?) {
    let isKnown = earlier?.uniquenessConstraints.contains(key) ?? false
    guard isKnown != uniquenessConstraints.contains(key) else { return }
    if isKnown {
      uniquenessConstraints.append(key)
    } else {
      uniquenessConstraints.removeAll { $0 == key }
    }
  }
}

extension AttributeType {
  /// The name of the enumeration or composite in the type, if there is one.
  var sharedName: String? {
    switch self {
    case .array(let element): element.sharedName
    case .composite(let name), .enumeration(.named(let name)): name
    default: nil
    }
  }
}
