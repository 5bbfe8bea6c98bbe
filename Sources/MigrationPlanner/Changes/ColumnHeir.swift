internal import SchemaModel

/// A property that takes over the column of a property of the other kind, in a table of an existing
/// database.
///
/// A column that gets a foreign key was an attribute, and is a to-one relationship then. A column that
/// loses its foreign key goes the other way. What the rows hold there stays.
///
/// ```yaml
/// booking: {attributes: {room_id: int?}}                           # before
/// booking: {relationships: {room: {toOne: room?, column: room_id}}} # after
/// ```
struct ColumnHeir: Hashable {
  /// The property of the version before.
  let old: String
  /// Whether there could be no value.
  let wasOptional: Bool
  /// The property of the new version.
  let new: String
}

extension SchemaCorrespondence {
  /// The properties that take over columns from properties of the other kind, of an entity of the
  /// source.
  func columnHeirs(of old: String) -> [ColumnHeir] {
    guard let before = source.entity(named: old), before.table != nil,
      let now = targetNames[old], let after = target.entity(named: now), after.table != nil
    else { return [] }
    let goneAttributes = before.columns(storing: Attribute.self, in: source)
      .filter { new($0.name, in: now, Attribute.self) == nil }
    let goneLinks = before.columns(storing: Relationship.self, in: source)
      .filter { new($0.name, in: now, Relationship.self) == nil }
    let newAttributes = after.columns(storing: Attribute.self, in: target)
      .filter { self.old($0, declaredBy: now, in: now) == nil }
    let newLinks = after.columns(storing: Relationship.self, in: target)
      .filter { self.old($0, declaredBy: now, in: now) == nil }
    return heirs(of: goneAttributes, among: newLinks) + heirs(of: goneLinks, among: newAttributes)
  }

  private func heirs<Old: ColumnProperty, New: ColumnProperty>(
    of gone: [Old], among added: [New]
  ) -> [ColumnHeir] {
    gone.compactMap { old in
      added.first { $0.columnName.lowercased() == old.columnName.lowercased() }
        .map { ColumnHeir(old: old.name, wasOptional: old.isOptional, new: $0.name) }
    }
  }
}

/// A property that a column of an existing table may hold.
private protocol ColumnProperty: SchemaProperty {
  var isOptional: Bool { get }
  var column: String? { get }
  /// Whether a column of its entity's table holds it.
  func isStored(with entity: String, in schema: Schema) -> Bool
}

extension ColumnProperty {
  fileprivate var columnName: String { column ?? name }
}

extension Attribute: ColumnProperty {
  fileprivate func isStored(with entity: String, in schema: Schema) -> Bool {
    !isTransient && storage == .inline
  }
}

extension Relationship: ColumnProperty {
  fileprivate func isStored(with entity: String, in schema: Schema) -> Bool {
    let end = Association.End(entity: entity, relationship: self)
    return schema.associations.contains { $0.kind == .toOne && $0.primary == end }
  }
}

extension Entity {
  fileprivate func columns<Property: ColumnProperty>(
    storing: Property.Type, in schema: Schema
  ) -> [Property] {
    Property.declared(by: self).filter { $0.isStored(with: name, in: schema) }
  }
}
