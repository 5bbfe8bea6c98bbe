internal import SQLText
internal import SchemaModel

/// The declared expressions of a migration, as far as they say what becomes of a property's values.
struct DeclaredValues {
  let correspondence: SchemaCorrespondence
  let declaration: MigrationDeclaration?

  /// The maps of an entity of the new version and of its sub-entities.
  private func maps(of entity: String) -> [MigrationDeclaration.EntityMap] {
    (declaration?.maps ?? []).filter {
      correspondence.target.isEntity($0.entity, orDescendantOf: entity)
    }
  }

  /// Whether an expression gives a property its values.
  func give(_ property: String, of entity: String) -> Bool {
    maps(of: entity).contains { $0.properties[property] != nil }
  }

  /// Whether criteria choose one of several links.
  func choose(_ link: String, of entity: String) -> Bool {
    maps(of: entity).contains { $0.keptLinks[link] != nil }
  }

  /// Whether an expression names an old property, or other objects that are made have its values.
  func use(_ property: String, of oldEntity: String) -> Bool {
    if isTaken(property, of: oldEntity) { return true }
    guard let entity = correspondence.targetNames[oldEntity] else { return false }
    return maps(of: entity).contains { Self.names(property, in: $0.properties) }
  }

  /// Whether other objects that are made from the entity's have the values, by an expression or by name.
  private func isTaken(_ property: String, of oldEntity: String) -> Bool {
    let source = correspondence.source
    return (declaration?.maps ?? []).contains { map in
      map.origins.contains { origin in
        guard
          source.isEntity(origin.entity, orDescendantOf: oldEntity)
            || source.isEntity(oldEntity, orDescendantOf: origin.entity)
        else { return false }
        let isCopied =
          origin.properties[property] == nil
          && correspondence.target.attribute(named: property, of: map.entity) != nil
        return isCopied || Self.names(property, in: origin.properties)
      }
    }
  }

  private static func names(_ property: String, in expressions: [String: String]) -> Bool {
    expressions.values.contains { SQLTokens($0).mentions([property]) }
  }

  // MARK: Kept values

  /// The new property that keeps every value of a removed property; nil if some value has no such property.
  ///
  /// An expression that is nothing but the old name, or the `_id` to which a link leads, gives the new property
  /// its value.
  func keeper(of property: String, of old: String) -> String? {
    let members = correspondence.source.family(of: old).filter { !$0.isAbstract }
    guard !members.contains(where: { correspondence.makings[$0.name] != nil }) else { return nil }
    // Removed entities are reported as separate changes.
    let staying = members.map(\.name).filter { correspondence.targetNames[$0] != nil }
    let keepers = staying.map { keeper(of: property, inObjectsOf: $0) }
    return keepers.contains(nil) ? nil : keepers.first.flatMap(\.self)
  }

  private func keeper(of property: String, inObjectsOf old: String) -> String? {
    guard let now = correspondence.targetNames[old] else { return nil }
    let maps = correspondence.target.lineage(of: now).compactMap { declaration?.map(of: $0.name) }
    let expressions = maps.reversed().reduce(into: [String: String]()) {
      $0.merge($1.properties) { $1 }
    }
    return expressions.filter { new, sql in
      let isKept =
        SQLExpression(sql).isOnly(property) || SQLExpression(sql) == .name([property, "_id"])
      return isKept && holds(new, of: now, all: property, of: old)
    }.keys.min()
  }

  /// Whether a property of the target can hold every value of a source property.
  private func holds(_ new: String, of now: String, all property: String, of old: String) -> Bool {
    let (source, target) = (correspondence.source, correspondence.target)
    let before = source.attribute(named: property, of: old)?.attribute
    let after = target.attribute(named: new, of: now)?.attribute
    if let before, let after {
      return !before.isTransient && !after.isTransient && before.storage == after.storage
        && Rewriting.Types(of: property, in: old, source, and: new, in: now, target)?.keepsWhole
          == true
    }
    if let before, let link = target.relationship(named: new, of: now)?.relationship {
      return !before.isTransient && target.isKey(before.type, of: link.destination)
    }
    if let after, let link = source.relationship(named: property, of: old)?.relationship {
      return !after.isTransient && source.isKey(after.type, of: link.destination)
    }
    return false
  }

  /// Whether the result of an attribute's expression always contains the whole old value.
  func keepsValues(_ attribute: Attribute, of entity: String) -> Bool {
    guard let expression = declaration?.map(of: entity)?.properties[attribute.name],
      let declared = correspondence.target.attribute(named: attribute.name, of: entity),
      let old = correspondence.old(declared.attribute, declaredBy: declared.owner, in: entity)
    else { return false }
    let owner = correspondence.sourceNames[entity] ?? entity
    return ValueUse.of(old.property.name, in: expression, of: owner) == .whole
  }

  /// Whether the expression for a property may give none.
  func mayLack(_ property: String, of entity: String) -> Bool {
    declaration?.map(of: entity)?.properties[property].map { SQLExpression($0).mayBeNull } ?? true
  }

  /// Whether links may be lost: a link that stays wherever there was one is not.
  func mayLoseLinks(_ relationship: Relationship, of entity: String) -> Bool {
    let declared = correspondence.target.relationship(named: relationship.name, of: entity)
    let old = correspondence.old(
      relationship, declaredBy: declared?.owner ?? entity, in: entity)?.property
    guard let old, old.cardinality == .toOne,
      let expression = declaration?.map(of: entity)?.properties[relationship.name]
    else { return true }
    let owner = correspondence.sourceNames[entity] ?? entity
    // For links to another entity, the old destination does not matter. A joined text is not a link.
    let isKept =
      !correspondence.carriesSomeObjects(of: old.destination, to: relationship.destination)
      || (ValueUse.of(old.name, in: expression, of: owner) == .whole && !expression.contains("|"))
    return !isKept || (relationship.isOptional && mayLack(relationship.name, of: entity))
  }
}

extension Schema {
  /// Whether values of a type can identify the objects of an entity: whole numbers, or in a table of an
  /// existing database the values of its key.
  fileprivate func isKey(_ type: AttributeType, of entity: String) -> Bool {
    let type = storedType(of: type)
    let root = root(of: entity)
    let key = root?.attributes.first { [$0.column ?? $0.name] == root?.primaryKey }
    guard root?.table != nil, let key else { return [.int16, .int32, .int64].contains(type) }
    return storedType(of: key.type) == type
  }
}
