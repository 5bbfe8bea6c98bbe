internal import SchemaModel

/// The to-one relationship between an object and the object that it is made from.
struct DeclaredLink {
  /// The end that stores it.
  let end: Association.End

  /// The relationship of that name, as `Note.label`; nil if the schema has none that is stored with an
  /// object.
  init?(_ name: String, in schema: Schema) {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let named = schema.end(parts[1], of: parts[0]) else { return nil }
    let association = schema.associations.first { $0.kind == .toOne && $0.has(named) }
    guard let association else { return nil }
    end = association.primary
  }

  /// Whether it leads from objects of one entity to objects of another.
  func leads(from entity: String, to destination: String, in schema: Schema) -> Bool {
    schema.isEntity(entity, orDescendantOf: end.entity)
      && schema.isEntity(destination, orDescendantOf: end.relationship.destination)
  }
}
