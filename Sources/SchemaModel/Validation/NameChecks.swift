extension SchemaValidation {
  /// Checks that entities have unique names, also when case is ignored, and that the names are valid.
  mutating func checkEntityNames() {
    var names: [String: String] = [:]
    for entity in schema.entities {
      let path = SchemaPath.entity(entity.name)
      checkName(entity.name, .entity, at: path)
      checkCollision(of: entity.name, .entity, in: &names, at: path)
    }
    checkTableNames()
  }

  /// Checks that existing tables are not the store's own, and that each belongs to one entity.
  private mutating func checkTableNames() {
    var tables: [String: String] = [:]
    for entity in schema.entities where entity.table == nil && entity.parent == nil {
      tables[entity.name.lowercased()] = entity.name
    }
    for entity in schema.entities {
      guard let table = entity.table else { continue }
      let path = SchemaPath.entity(entity.name).appending("table")
      if Identifier.isReserved(table) { report(NameProblem.reserved(.table, table), at: path) }
      if entity.parent == nil { checkCollision(of: table, .table, in: &tables, at: path) }
    }
  }

  /// Checks that properties of an entity have unique, valid names that are not already inherited.
  mutating func checkPropertyNames(of entity: Entity) {
    var attributes = Set<String>(minimumCapacity: entity.attributes.count)
    for attribute in entity.attributes {
      var path: SchemaPath { .property(attribute.name, of: entity.name, .attributes) }
      checkName(attribute.name, .attribute, at: path)
      if !attributes.insert(attribute.name).inserted {
        report(NameProblem.duplicate(.attribute, attribute.name, of: entity.name), at: path)
      }
      checkNotInherited(attribute.name, by: entity, at: path)
    }
    var relationships: Set<String> = []
    for relationship in entity.relationships {
      var path: SchemaPath { .property(relationship.name, of: entity.name, .relationships) }
      checkName(relationship.name, .relationship, at: path)
      if !relationships.insert(relationship.name).inserted {
        report(NameProblem.duplicate(.relationship, relationship.name, of: entity.name), at: path)
      } else if attributes.contains(relationship.name) {
        report(
          NameProblem.attributeAndRelationship(relationship.name, entity: entity.name), at: path)
      }
      checkNotInherited(relationship.name, by: entity, at: path)
    }
    checkRuleNames(of: entity)
  }

  private mutating func checkRuleNames(of entity: Entity) {
    var names: Set<String> = []
    for (position, rule) in entity.rules.enumerated() where !names.insert(rule.name).inserted {
      report(
        NameProblem.rule(rule.name, entity: entity.name),
        at: .entity(entity.name).appending("rules", String(position)))
    }
  }

  private mutating func checkNotInherited(
    _ name: String, by entity: Entity, at path: @autoclosure () -> SchemaPath
  ) {
    guard let parent = entity.parent else { return }
    let ancestor = schema.lineage(of: parent).first {
      $0.name != entity.name
        && ($0.attribute(named: name) != nil || $0.relationship(named: name) != nil)
    }
    guard let ancestor else { return }
    report(NameProblem.inherited(name, entity: entity.name, ancestor: ancestor.name), at: path())
  }

  /// Checks that a name is an identifier that the store does not use itself.
  mutating func checkName(
    _ name: String, _ subject: NameProblem.Subject, at path: @autoclosure () -> SchemaPath
  ) {
    if !Identifier.isValid(name) {
      report(NameProblem.identifier(subject, name), at: path())
    } else if Identifier.isReserved(name) {
      report(NameProblem.reserved(subject, name), at: path())
    }
  }

  /// Checks that a name is new, ignoring case; `names` keeps each spelling by its lower case.
  mutating func checkCollision(
    of name: String, _ subject: NameProblem.Subject, in names: inout [String: String],
    at path: SchemaPath
  ) {
    guard let other = names.updateValue(name, forKey: name.lowercased()) else { return }
    if other == name {
      report(NameProblem.duplicate(subject, name, of: nil), at: path)
    } else {
      report(NameProblem.caseCollision(subject, name, other: other), at: path)
    }
  }
}
