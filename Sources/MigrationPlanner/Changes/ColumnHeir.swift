internal import SchemaModel

/// A property that takes over the column of a property of the other kind, in a table of an existing database.
///
/// A column that gets a foreign key turns from an attribute into a to-one relationship. A column that loses
/// its foreign key turns back into an attribute. The rows keep their values.
///
/// The new property names the column, or has a `renamedFrom`, so that the column is renamed.
///
/// ```yaml
/// booking: {attributes: {room_id: int?}}                           # before
/// booking: {relationships: {room: {toOne: room?, column: room_id}}} # after
/// ```
struct ColumnHeir: Hashable {
  /// The property of the previous version.
  let old: String
  /// Whether the old property was optional.
  let wasOptional: Bool
  /// The property of the new version.
  let new: String
}

extension SchemaCorrespondence {
  /// The properties that take over columns from properties of the other kind, for an entity of the source.
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
      added.first {
        $0.renamedFrom == old.name || $0.columnName.lowercased() == old.columnName.lowercased()
      }.map { ColumnHeir(old: old.name, wasOptional: old.isOptional, new: $0.name) }
    }
  }
}

extension SchemaCorrespondence {
  /// Whether a new property declares a former name of a property of the other kind, in a table of an existing
  /// database.
  func namesOtherKind<Property: SchemaProperty>(
    _ property: Property, from old: String, to entity: String
  ) -> Bool {
    guard let name = property.renamedFrom, let before = source.entity(named: old),
      before.table != nil, let after = target.entity(named: entity), after.table != nil,
      !Property.declared(by: before).contains(where: { $0.name == name })
    else { return false }
    return before.columns(storing: Attribute.self, in: source).contains { $0.name == name }
      || before.columns(storing: Relationship.self, in: source).contains { $0.name == name }
  }
}

extension SchemaDiffer {
  /// Replaces the drop of a property, and the addition of one of the other kind that takes over its column,
  /// by one change.
  mutating func joinChangesOverColumns(of old: Entity, _ new: Entity) {
    for heir in correspondence.columnHeirs(of: old.name) {
      if let attribute = old.attributes.first(where: { $0.name == heir.old }),
        let relationship = new.relationships.first(where: { $0.name == heir.new })
      {
        let pair: [SchemaChange] = [
          .dropAttribute(attribute, entity: old.name),
          .addRelationship(relationship, entity: new.name),
        ]
        changes.removeAll(where: pair.contains)
        changes.append(
          .changeAttributeToRelationship(from: attribute, to: relationship, entity: new.name))
      } else if let relationship = old.relationships.first(where: { $0.name == heir.old }),
        let attribute = new.attributes.first(where: { $0.name == heir.new })
      {
        let pair: [SchemaChange] = [
          .dropRelationship(relationship, entity: old.name),
          .addAttribute(attribute, entity: new.name),
        ]
        changes.removeAll(where: pair.contains)
        changes.append(
          .changeRelationshipToAttribute(from: relationship, to: attribute, entity: new.name))
      }
    }
  }
}

/// A property that can be stored in a column of an existing table.
private protocol ColumnProperty: SchemaProperty {
  var isOptional: Bool { get }
  var column: String? { get }
  /// Whether it is stored in a column of its entity's table.
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
