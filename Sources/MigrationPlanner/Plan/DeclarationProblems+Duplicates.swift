internal import Diagnostics
internal import SchemaModel

extension DeclarationProblems {
  /// Objects are told apart and preferred by what their rows hold.
  mutating func check(
    _ deduplication: Deduplication, of entity: String, in target: Schema, at path: SchemaPath
  ) {
    if let table = target.existingTable {
      report(
        "unmergeable-objects",
        "objects of '\(entity)' cannot be merged in a database that was there first, as the table "
          + "of '\(table)' was", remedy: "merge them in the database, and drop 'dedupe'", at: path)
    }
    for property in deduplication.key {
      check(property, of: entity, in: target, at: path.appending("by")) { attribute in
        attribute.storage == .inline
      }
    }
    for attribute in deduplication.attributes {
      check(attribute, of: entity, in: target, at: path.appending("keep")) { _ in true }
    }
  }

  private mutating func check(
    _ property: String, of entity: String, in target: Schema, at place: SchemaPath,
    isUsable: (Attribute) -> Bool
  ) {
    if let attribute = target.attribute(named: property, of: entity)?.attribute {
      guard attribute.isTransient || !isUsable(attribute) else { return }
    } else if let found = target.relationship(named: property, of: entity) {
      let end = Association.End(entity: found.owner, relationship: found.relationship)
      guard !target.associations.contains(where: { $0.kind == .toOne && $0.primary == end }) else {
        return
      }
    } else {
      let names =
        target.allAttributes(of: entity).map(\.name)
        + target.allRelationships(of: entity).map(\.name)
      return report(
        "unknown-property", "entity '\(entity)' has no property '\(property)'",
        nearest: nearest(to: property, among: names), at: place)
    }
    report(
      "unstored-key",
      "'\(entity).\(property)' is not stored with its object, and cannot tell two objects apart",
      at: place)
  }
}

extension Schema {
  /// An entity whose table was there before any model, if there is one.
  var existingTable: String? { entities.first { $0.table != nil }?.name }
}
