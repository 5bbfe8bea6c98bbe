internal import Diagnostics
internal import SchemaModel

extension SchemaDraft {
  /// Applies the removals, renames, replacements and additions of a later file to this version.
  ///
  /// 1. The parts that the file lists under `removed` are removed.
  /// 2. Renamed parts get their new names, wherever the names are used.
  /// 3. Declared parts replace the parts of the same name in place, or are added at the end.
  /// 4. A unique key or an index that has lost a property is reported at the removal.
  func extended(by file: SchemaFile, log: ProblemLog) -> SchemaDraft {
    var result = self
    result.forgetRenames()
    if let removals = file.removals { result.remove(removals, log: log) }
    result.rename(as: file.draft)
    result.merge(file.draft)
    if let removals = file.removals {
      result.dropOrphanedLists(removals, renaming: file.draft, log: log)
    }
    return result
  }

  /// Removes the renames of this version, which belong to the migration to this version.
  ///
  /// Parts without renames are not touched, so that all versions share them in memory.
  private mutating func forgetRenames() {
    entities.updateAll(where: \.hasRenames) { entity in
      entity.entity.renamedFrom = nil
      entity.places.removeAll(where: Self.isRename)
      entity.attributes.updateAll(where: \.hasRename) { attribute in
        attribute.attribute.renamedFrom = nil
        attribute.places.removeAll(where: Self.isRename)
      }
      entity.relationships.updateAll(where: \.hasRename) { relationship in
        relationship.value.renamedFrom = nil
        relationship.places.removeAll(where: Self.isRename)
      }
    }
    composites.updateAll(where: { $0.value.elements.contains(where: \.hasRename) }) { composite in
      composite.value.elements.updateAll(where: \.hasRename) { element in
        element.attribute.renamedFrom = nil
        element.places.removeAll(where: Self.isRename)
      }
    }
  }

  /// Whether a place belongs to a rename.
  fileprivate static func isRename(_ place: Place) -> Bool { place.keys == ["renamedFrom"] }
}

extension EntityDraft {
  fileprivate var hasRenames: Bool {
    entity.renamedFrom != nil || places.contains(where: SchemaDraft.isRename)
      || attributes.contains(where: \.hasRename) || relationships.contains(where: \.hasRename)
  }
}

extension AttributeDraft {
  fileprivate var hasRename: Bool {
    attribute.renamedFrom != nil || places.contains(where: SchemaDraft.isRename)
  }
}

extension Placed<Relationship> {
  fileprivate var hasRename: Bool {
    value.renamedFrom != nil || places.contains(where: SchemaDraft.isRename)
  }
}

// MARK: - Replacing and adding

extension SchemaDraft {
  private mutating func merge(_ later: SchemaDraft) {
    (name, version) = (later.name, later.version)
    documentation = later.documentation
    profile = later.profile ?? profile
    platform = later.platform ?? platform
    places = later.places
    for enumeration in later.enumerations.elements {
      composites[enumeration.name] = nil
      enumerations[enumeration.name] = enumeration
    }
    for composite in later.composites.elements {
      enumerations[composite.name] = nil
      composites[composite.name] = composite
    }
    for entity in later.entities.elements {
      entities[entity.name] = entities[entity.name]?.merged(with: entity) ?? entity
    }
    for query in later.queries.elements { queries[query.name] = query }
  }
}

extension EntityDraft {
  fileprivate func merged(with later: EntityDraft) -> EntityDraft {
    var result = self
    result.location = later.location
    result.mergeHeader(later)
    for attribute in later.attributes.elements {
      result.relationships[attribute.name] = nil
      result.attributes[attribute.name] = attribute
    }
    for relationship in later.relationships.elements {
      result.attributes[relationship.name] = nil
      result.relationships[relationship.name] = relationship
    }
    let known = Set(unique.map(\.value))
    result.unique += later.unique.filter { !known.contains($0.value) }
    let knownIndexes = Set(indexes.map(\.value))
    result.indexes += later.indexes.filter { !knownIndexes.contains($0.value) }
    for rule in later.rules.elements { result.rules[rule.name] = rule }
    return result
  }

  /// Merges the settings of the entity itself; settings that the later version does not give are kept.
  private mutating func mergeHeader(_ later: EntityDraft) {
    let said = Set(later.places.map { $0.keys[0] })
    let (new, old) = (later.entity, entity)
    entity.parent = said.contains("parent") ? new.parent : old.parent
    entity.isAbstract = said.contains("abstract") ? new.isAbstract : old.isAbstract
    entity.renamedFrom = new.renamedFrom
    entity.hashModifier = said.contains("hashModifier") ? new.hashModifier : old.hashModifier
    entity.documentation = said.contains("doc") ? new.documentation : old.documentation
    entity.initializer = said.contains("initializer") ? new.initializer : old.initializer
    entity.table = said.contains("table") ? new.table : old.table
    entity.primaryKey = said.contains("primaryKey") ? new.primaryKey : old.primaryKey
    places = places.filter { !said.contains($0.keys[0]) } + later.places
  }
}

// MARK: - Renaming

extension SchemaDraft {
  /// Renames the parts that the later version renames, and all references to them.
  ///
  /// SQL texts, such as rules, are not changed: the team must edit them.
  private mutating func rename(as later: SchemaDraft) {
    let entityNames = Dictionary(
      later.entities.elements.compactMap { new in new.entity.renamedFrom.map { ($0, new.name) } },
      uniquingKeysWith: { first, _ in first })
    var inverseNames: [String: [String: String]] = [:]
    for new in later.entities.elements {
      let old = new.entity.renamedFrom ?? new.name
      guard var entity = entities[old] else { continue }
      inverseNames[old] = entity.rename(as: new)
      entities[old] = entity
    }
    guard !entityNames.isEmpty || inverseNames.contains(where: { !$0.value.isEmpty }) else {
      return
    }
    entities.updateAll { entity in
      entity.entity.parent = entity.entity.parent.map { entityNames[$0] ?? $0 }
      entity.relationships.updateAll { relationship in
        let destination = relationship.value.destination
        if let inverse = relationship.value.inverse {
          relationship.value.inverse = inverseNames[destination]?[inverse] ?? inverse
        }
        relationship.value.destination = entityNames[destination] ?? destination
      }
    }
    queries.updateAll { $0.value.entity = entityNames[$0.value.entity] ?? $0.value.entity }
    entities.rename(entityNames)
  }
}

extension Damage {
  /// The damage, in which renamed entities are included under their new names too.
  func renamed(as later: SchemaDraft) -> Damage {
    var result = self
    for new in later.entities.elements {
      guard let old = new.entity.renamedFrom else { continue }
      if contains(.entity(old)) { result.insert(.entity(new.name)) }
      if contains(.attributes(old)) { result.insert(.attributes(new.name)) }
    }
    return result
  }
}

extension EntityDraft {
  /// Renames properties as the later version declares, and returns the new names of relationships.
  ///
  /// A property that becomes a property of the other kind gets its new name too: the later property then
  /// replaces it.
  fileprivate mutating func rename(as later: EntityDraft) -> [String: String] {
    let heirs =
      later.attributes.elements.map { ($0.attribute.renamedFrom, $0.name) }
      + later.relationships.elements.map { ($0.value.renamedFrom, $0.name) }
    let names = Dictionary(
      heirs.compactMap { old, name in
        old.flatMap { attributes[$0] != nil || relationships[$0] != nil ? ($0, name) : nil }
      }, uniquingKeysWith: { first, _ in first })
    let relationshipNames = names.filter { relationships[$0.key] != nil }
    attributes.rename(names)
    relationships.rename(names)
    guard !names.isEmpty else { return [:] }
    func renamed(_ name: String) -> String { names[name] ?? name }
    entity.initializer = entity.initializer?.map(renamed)
    for position in unique.indices {
      unique[position].value = unique[position].value.map(renamed)
    }
    for position in indexes.indices {
      for element in indexes[position].value.elements.indices {
        let name = indexes[position].value.elements[element].property
        indexes[position].value.elements[element].property = renamed(name)
      }
    }
    return relationshipNames
  }
}
