package import SchemaModel

extension Attribute {
  /// Whether the values are lists.
  package var isList: Bool { if case .array = type { true } else { false } }

  /// The same attribute, if only the bytes of its values are known.
  package var asBytes: Attribute {
    var attribute = self
    attribute.type = .transformable
    attribute.defaultValue = nil
    return attribute
  }
}

extension Schema {
  /// The same schema with all data in the rows.
  package var withDataInRows: Schema {
    var schema = self
    for (position, entity) in entities.enumerated() {
      for (index, attribute) in entity.attributes.enumerated() where attribute.storage == .external
      {
        schema.entities[position].attributes[index].storage = .inline
      }
    }
    return schema
  }
}
