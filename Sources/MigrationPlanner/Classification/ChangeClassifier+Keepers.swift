internal import SQLText
internal import SchemaModel

extension ChangeClassifier {
  /// The new property that keeps every value of a removed property; nil if some value has no such property.
  ///
  /// An expression that is nothing but the old name gives the new property its value.
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
      SQLExpression(sql).isOnly(property) && holds(new, of: now, all: property, of: old)
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
