extension Schema {
  /// The schema with the parts from an earlier version that Swift source cannot express.
  ///
  /// These are its name, rules, queries and checks of values, and the tables of an existing database.
  package func completed(by earlier: Schema) -> Schema {
    var result = self
    result.name = earlier.name
    result.documentation = documentation ?? earlier.documentation
    result.profile = profile ?? earlier.profile
    for place in enumerations.indices {
      let known = earlier.enumerations.first { $0.name == enumerations[place].name }
      result.enumerations[place].documentation =
        enumerations[place].documentation ?? known?.documentation
    }
    for place in composites.indices {
      let known = earlier.composites.first { $0.name == composites[place].name }
      result.composites[place].documentation =
        composites[place].documentation ?? known?.documentation
    }
    result.queries = earlier.queries.filter { entity(named: $0.entity) != nil }
    result.entities = entities.map { entity in
      let known = earlier.entity(named: entity.name) ?? entity.renamedFrom.flatMap(earlier.entity)
      return known.map(entity.completed) ?? entity
    }
    return result
  }
}

extension Entity {
  fileprivate func completed(by earlier: Entity) -> Entity {
    var result = self
    result.documentation = documentation ?? earlier.documentation
    result.rules = earlier.rules
    result.table = earlier.table
    result.primaryKey = earlier.primaryKey
    result.attributes = self.attributes.map { attribute in
      let known =
        earlier.attribute(named: attribute.name)
        ?? attribute.renamedFrom.flatMap { earlier.attribute(named: $0) }
      return known.map(attribute.completed) ?? attribute
    }
    result.relationships = self.relationships.map { relationship in
      let known =
        earlier.relationship(named: relationship.name)
        ?? relationship.renamedFrom.flatMap { earlier.relationship(named: $0) }
      return known.map(relationship.completed) ?? relationship
    }
    return result
  }
}

extension Attribute {
  fileprivate func completed(by earlier: Attribute) -> Attribute {
    var result = self
    result.documentation = documentation ?? earlier.documentation
    result.column = earlier.column
    guard type == earlier.type else { return result }
    result.minimum = earlier.minimum
    result.maximum = earlier.maximum
    result.pattern = earlier.pattern
    result.sqlType = earlier.sqlType
    result.isFilePath = earlier.isFilePath
    return result
  }

  /// Whether another attribute has the same checks, SQL type and storage as a path, which Swift cannot express.
  package func hasUnsaidFacts(of other: Attribute?) -> Bool {
    minimum == other?.minimum && maximum == other?.maximum && pattern == other?.pattern
      && sqlType == other?.sqlType && isFilePath == other?.isFilePath ?? false
  }
}

extension Relationship {
  fileprivate func completed(by earlier: Relationship) -> Relationship {
    var result = self
    result.documentation = documentation ?? earlier.documentation
    result.column = earlier.column
    return result
  }
}
