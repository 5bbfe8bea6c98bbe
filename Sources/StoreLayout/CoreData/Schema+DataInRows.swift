package import SchemaModel

extension Schema {
  /// The same with all data in the rows.
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
