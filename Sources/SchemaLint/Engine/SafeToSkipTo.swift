package import SchemaModel

extension SchemaDocument {
  /// This version, with what makes a store that skips versions end like one that goes through each.
  ///
  /// What the version before it had renamed is called by its old name here, too: the platform goes
  /// over a run of lightweight steps at once and reads the last version only. Where that does not
  /// do, as after two renames, the migration gets a check, with which a new run begins. Nothing is
  /// added to a migration that is said to be lightweight.
  package func safeToSkipTo(after history: SchemaHistory) -> SchemaDocument {
    var result = self
    guard let newest = history.newest?.schema else { return result }
    var unsafe = result.unsafeParts(after: history)
    // What an entity was decides what its properties were, so those come to light afterwards.
    while !unsafe.isEmpty {
      let schema = result.schema
      for path in unsafe { result.schema.carryName(of: path, from: newest) }
      if result.schema == schema { break }
      unsafe = result.unsafeParts(after: history)
    }
    guard migration?.kind != .lightweight, let left = unsafe.first else { return result }
    result.countObjects(of: left.components[1])
    return result
  }

  /// The parts that a direct way from an older version takes for others than the steps do.
  private func unsafeParts(after history: SchemaHistory) -> [SchemaPath] {
    // In no file, so that each finding is at the part that it is about.
    let next = SchemaDocument(schema: schema, migration: migration)
    let chain = VersionChain(SchemaHistory(history.versions + [next]))
    return SkipHopUnsafe().findings(in: chain).compactMap { finding in
      guard case .version(schema.version, let path) = finding.place else { return nil }
      return path
    }
  }

  private mutating func countObjects(of entity: String) {
    var declaration = migration ?? MigrationDeclaration()
    declaration.kind = .custom
    declaration.after.append(.count(entity: entity, equals: nil))
    migration = declaration
  }
}

extension Schema {
  /// Gives a part the old name that another version has for it, if nothing else is called so.
  fileprivate mutating func carryName(of path: SchemaPath, from other: Schema) {
    let keys = path.components
    guard let position = entities.firstIndex(where: { $0.name == keys[1] }),
      let source = other.entity(named: keys[1])
    else { return }
    if keys.count == 2 {
      guard let old = source.renamedFrom, entity(named: old) == nil else { return }
      entities[position].renamedFrom = entities[position].renamedFrom ?? old
    } else {
      entities[position].carryName(of: keys[3], from: source)
    }
  }
}

extension Entity {
  fileprivate mutating func carryName(of property: String, from other: Entity) {
    let names = Set(attributes.map(\.name) + relationships.map(\.name))
    let old =
      other.attribute(named: property)?.renamedFrom
      ?? other.relationship(named: property)?.renamedFrom
    guard let old, !names.contains(old) else { return }
    for index in attributes.indices where attributes[index].name == property {
      attributes[index].renamedFrom = attributes[index].renamedFrom ?? old
    }
    for index in relationships.indices where relationships[index].name == property {
      relationships[index].renamedFrom = relationships[index].renamedFrom ?? old
    }
  }
}
