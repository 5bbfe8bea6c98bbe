import SchemaModel

extension Schema {
  /// The schema as a store sees it: without the team's words about it.
  var withoutDocumentation: Schema {
    var result = self
    result.entities = entities.map(\.withoutDocumentation)
    for position in result.enumerations.indices {
      result.enumerations[position].documentation = nil
    }
    return result
  }
}

extension Entity {
  /// The entity without the team's words about it and its properties.
  var withoutDocumentation: Entity {
    var result = self
    result.documentation = nil
    for position in attributes.indices { result.attributes[position].documentation = nil }
    for position in relationships.indices { result.relationships[position].documentation = nil }
    return result
  }
}
