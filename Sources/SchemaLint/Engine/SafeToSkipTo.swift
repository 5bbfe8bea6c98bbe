package import SchemaModel

extension SchemaDocument {
  /// This version, changed so that a store that skips versions ends like a store that goes through each
  /// version.
  ///
  /// The platform migrates over several lightweight steps at once and reads only the last version. So a part
  /// that the newest version of the history renamed gets its old name here, too. If that is not enough, for
  /// example after two renames, the migration gets a check, which begins a new run. A migration that is
  /// declared lightweight is not changed.
  package func safeToSkipTo(after history: SchemaHistory) -> SchemaDocument {
    var result = self
    guard let newest = history.newest?.schema else { return result }
    var unsafe = result.unsafeParts(after: history)
    // The old name of an entity decides the old names of its properties, so these are found in the next
    // round.
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

  /// The parts that a direct migration from an older version matches differently than the steps do.
  private func unsafeParts(after history: SchemaHistory) -> [SchemaPath] {
    // The document has no file, so that each finding is at its own part.
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
  /// Gives a part the old name that it has in another version, unless the name is used.
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
