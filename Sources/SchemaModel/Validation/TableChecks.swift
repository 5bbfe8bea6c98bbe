internal import Diagnostics

extension SchemaValidation {
  /// Checks the tables of the native store: their columns, and the tables of links.
  mutating func checkTables() {
    for entity in schema.entities where entity.parent == nil {
      checkColumns(below: entity)
      if entity.table != nil { checkGivenColumns(of: entity) }
    }
    checkLinkTables()
  }

  /// Checks that names of properties in a family differ by more than case, as the family shares a table.
  ///
  /// Siblings may have a property of the same name.
  private mutating func checkColumns(below root: Entity) {
    var names = [String: String](minimumCapacity: root.attributes.count)
    for entity in schema.family(of: root.name) {
      for attribute in entity.attributes {
        checkCase(
          of: attribute.name, .attribute, in: &names,
          at: .property(attribute.name, of: entity.name, .attributes))
      }
      for relationship in entity.relationships {
        checkCase(
          of: relationship.name, .relationship, in: &names,
          at: .property(relationship.name, of: entity.name, .relationships))
      }
    }
  }

  /// Checks that an existing column holds the values of only one property; SQL ignores case.
  private mutating func checkGivenColumns(of entity: Entity) {
    var owners: [String: String] = [:]
    for attribute in entity.attributes {
      check(
        attribute.column ?? attribute.name, of: attribute.name, in: &owners,
        at: .property(attribute.name, of: entity.name, .attributes))
    }
    for relationship in entity.relationships {
      guard let column = relationship.column else { continue }
      check(
        column, of: relationship.name, in: &owners,
        at: .property(relationship.name, of: entity.name, .relationships))
    }
  }

  private mutating func check(
    _ column: String, of property: String, in owners: inout [String: String], at path: SchemaPath
  ) {
    let folded = column.lowercased()
    guard let other = owners[folded] else {
      owners[folded] = property
      return
    }
    // Names that differ only in case are already reported.
    guard other.lowercased() != property.lowercased() else { return }
    report(NameProblem.column(column, of: property, other: other), at: path)
  }

  private mutating func checkCase(
    of name: String, _ subject: NameProblem.Subject, in names: inout [String: String],
    at path: @autoclosure () -> SchemaPath
  ) {
    guard let other = names.updateValue(name, forKey: name.lowercased()), other != name else {
      return
    }
    report(NameProblem.caseCollision(subject, name, other: other), at: path())
  }

  /// Checks that no entity has the name of a link table.
  ///
  /// The links of a many-to-many relationship have a table `<Entity>_<relationship>`.
  private mutating func checkLinkTables() {
    let names = Dictionary(schema.entities.map { ($0.name.lowercased(), $0.name) }) { first, _ in
      first
    }
    for association in schema.associations where association.kind == .manyToMany {
      let end = association.primary
      let table = "\(end.entity)_\(end.relationship.name)"
      guard let entity = names[table.lowercased()] else { continue }
      report(
        NameProblem.linkTable(entity, relationship: end.description), at: .entity(entity),
        notes: [
          .init(
            "the relationship is here",
            at: location(of: .property(end.relationship.name, of: end.entity, .relationships)))
        ])
    }
  }
}
