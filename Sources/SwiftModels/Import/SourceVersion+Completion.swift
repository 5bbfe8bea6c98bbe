internal import SchemaModel

extension SourceVersion {
  /// The version with what could not be read of it as an earlier version has it; what that does
  /// not have is left out.
  ///
  /// Entities are taken over, too, that some code names and none of the files declares.
  func completed(by earlier: Schema, elsewhere unseen: Set<String>) -> SourceVersion {
    var result = self
    let elsewhere = unseen.union(unread.compactMap(\.type)).union(unseenParents.values)
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
    for part in unread {
      if part.isElement {
        result.document.schema.take(element: part, from: earlier)
      } else {
        result.document.schema.take(property: part, from: earlier)
      }
    }
    result.document.schema.takeTypes(from: earlier)
    return result
  }
}

extension Schema {
  fileprivate mutating func take(property part: UnreadPart, from earlier: Schema) {
    guard let place = entities.firstIndex(where: { $0.name == part.owner }) else { return }
    entities[place].attributes.removeAll { $0.name == part.name }
    guard let entity = earlier.entity(named: part.owner) else { return }
    entities[place].attributes += entity.attributes.filter { $0.name == part.name }
    entities[place].relationships += entity.relationships.filter { $0.name == part.name }
  }

  fileprivate mutating func take(element part: UnreadPart, from earlier: Schema) {
    guard let place = composites.firstIndex(where: { $0.name == part.owner }) else { return }
    composites[place].elements.removeAll { $0.name == part.name }
    let known = earlier.composites.first { $0.name == part.owner }?.elements ?? []
    composites[place].elements += known.filter { $0.name == part.name }
  }

  /// Takes over the enumerations and structs that attributes need and that are not here.
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

extension AttributeType {
  /// The name of the enumeration or composite that an attribute of the type needs.
  var sharedName: String? {
    switch self {
    case .array(let element): element.sharedName
    case .composite(let name), .enumeration(.named(let name)): name
    default: nil
    }
  }
}
