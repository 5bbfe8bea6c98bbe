internal import Diagnostics
internal import SchemaModel

/// The entities and properties of one version, matched with those of the previous version.
///
/// Two things are the same if they have the same name, or if a `renamedFrom` says so: the new thing's, or the
/// old thing's if the new thing has that first name again. The platform reads them in the same way, so one
/// correspondence serves every judgement of a step. Things are never matched by likeness. Impossible renames
/// are collected as ``renameProblems``.
struct SchemaCorrespondence: Sendable {
  let source: Schema
  let target: Schema
  /// The target's declarations about its migration.
  let declaration: MigrationDeclaration?
  /// The old names of the target's entities, except for new ones.
  private(set) var sourceNames: [String: String] = [:]
  /// The new names of the source's entities, except for removed ones.
  private(set) var targetNames: [String: String] = [:]
  /// The entities that the objects of a removed source entity are declared to become, in the order of
  /// declaration.
  private(set) var makings: [String: [Making]] = [:]
  /// The problems with the declared renames.
  private(set) var renameProblems: [RenameProblem] = []
  /// The valid declared renames of properties, by entity and name of the target.
  private var renames: [String: [String: String]] = [:]
  /// The names under which the platform still finds things that are listed as removed, by their places in the
  /// source.
  private(set) var partedNames: [SchemaPath: String] = [:]

  /// An entity of the target that objects become, with its declaration.
  struct Making: Hashable, Sendable {
    let heir: String
    let origin: MigrationDeclaration.Origin
  }

  init(from source: SchemaDocument, to target: SchemaDocument) {
    self.source = source.schema
    self.target = target.schema
    declaration = target.migration
    matchEntities(in: target)
    findMakings(declaredBy: target.migration)
    for entity in target.schema.entities {
      guard let old = sourceNames[entity.name] else { continue }
      matchProperties(of: entity, against: old, in: target)
    }
  }
}

// MARK: - Queries

extension SchemaCorrespondence {
  /// The problems with the declared renames, as diagnostics.
  var problems: [Diagnostic] { renameProblems.map(\.diagnostic) }

  /// Whether no property is renamed.
  var keepsPropertyNames: Bool { renames.isEmpty }

  /// Whether nothing that continues is renamed.
  var keepsNames: Bool { keepsPropertyNames && sourceNames.allSatisfy { $0.key == $0.value } }

  /// The source entity that a target entity continues, if any.
  func oldEntity(of name: String) -> Entity? {
    sourceNames[name].flatMap { source.entity(named: $0) }
  }

  /// The old name of a property declared by `owner`; its own name if it is not renamed.
  func oldName(ofProperty name: String, declaredBy owner: String) -> String {
    renames[owner]?[name] ?? name
  }

  /// The source property that a target entity's property continues, and its owner there.
  ///
  /// The property is declared by that entity or by an ancestor of it, the owner, probably at the same place in
  /// the list.
  func old<Property: SchemaProperty>(
    _ property: Property, declaredBy owner: String, in entity: String, near place: Int = 0
  ) -> Owned<Property>? {
    guard let old = sourceNames[entity] else { return nil }
    let name = oldName(ofProperty: property.name, declaredBy: owner)
    if name == property.name, isRenamed(name, in: entity) { return nil }
    return source.property(name, of: old, near: place)
  }

  /// Whether a source property is declared to continue under another name in a target entity: an inherited
  /// property that has the old name now is new there.
  private func isRenamed(_ old: String, in entity: String) -> Bool {
    guard !renames.isEmpty else { return false }
    return target.lineage(of: entity).contains { owner in
      renames[owner.name]?.values.contains(old) ?? false
    }
  }

  /// The property of a target entity that continues a source entity's property of that name.
  func new<Property: SchemaProperty>(
    _ name: String, in entity: String, _: Property.Type = Property.self
  ) -> Owned<Property>? {
    for owner in target.lineage(of: entity) {
      for property in Property.declared(by: owner)
      where oldName(ofProperty: property.name, declaredBy: owner.name) == name
        && old(property, declaredBy: owner.name, in: entity) != nil
      {
        return Owned(owner: owner.name, property: property)
      }
    }
    return nil
  }

  /// The new names of a source entity's properties, in the target entity that continues it.
  func newNames(inEntity name: String) -> [String: String] {
    var result: [String: String] = [:]
    for owner in target.lineage(of: name) {
      for (new, old) in renames[owner.name] ?? [:] { result[old] = new }
    }
    return result
  }

  /// Whether an entity's ancestors change, at any level.
  func hasChangedLineage(_ name: String) -> Bool {
    guard let old = sourceNames[name] else { return true }
    let before = source.lineage(of: old).map(\.name)
    return target.lineage(of: name).map { sourceNames[$0.name] } != before.map { Optional($0) }
  }
}

// MARK: - Links

extension SchemaCorrespondence {
  /// Whether some objects of a source entity or its sub-entities become objects of a target entity.
  func carriesObjects(of old: String, to new: String) -> Bool {
    source.family(of: old).contains { member in
      heir(of: member.name).map { target.isEntity($0, orDescendantOf: new) } ?? false
    }
  }

  /// The same for some objects, which may be divided among several entities.
  func carriesSomeObjects(of old: String, to new: String) -> Bool {
    source.family(of: old).contains { member in
      heirs(of: member.name).contains { target.isEntity($0, orDescendantOf: new) }
    }
  }

  /// Whether all objects of a source entity and its sub-entities that are made into others become objects of
  /// a target entity.
  func carriesAllMadeObjects(of old: String, to new: String) -> Bool {
    source.family(of: old).allSatisfy { member in
      guard !member.isAbstract, let makings = makings[member.name] else { return true }
      return makings.contains {
        $0.origin.filter == nil && target.isEntity($0.heir, orDescendantOf: new)
      }
    }
  }

  /// The entities that the objects of a source entity become: the same entity, or the declared ones.
  private func heirs(of name: String) -> [String] {
    targetNames[name].map { [$0] } ?? makings[name, default: []].map(\.heir)
  }

  /// The entity that the objects of a source entity become: the same entity, or the declared one; nil if they
  /// are dropped, or become several.
  func heir(of name: String) -> String? { targetNames[name] ?? successors[name] }

  /// The single entities that the objects of removed source entities are declared to become, by the removed
  /// entities' names.
  var successors: [String: String] {
    makings.compactMapValues { $0.count == 1 ? $0[0].heir : nil }
  }

  /// The target entities among which the objects of a source entity are divided.
  func division(of old: String) -> [String] {
    let heirs = source.family(of: old).filter { targetNames[$0.name] == nil }
      .map { makings[$0.name, default: []].map(\.heir) }
    return heirs.contains { $0.count > 1 } ? Array(Set(heirs.joined())).sorted() : []
  }

  /// The to-many relationships of the previous version, without inverse, that led to objects of an entity and
  /// no longer can, because the entity left its hierarchy.
  func linksLeftBehind(by entity: String) -> [Association] {
    guard let old = sourceNames[entity] else { return [] }
    return source.associations.filter { association in
      let destination = association.primary.relationship.destination
      guard association.kind == .manyToMany, association.inverse == nil,
        source.isEntity(old, orDescendantOf: destination), let new = targetNames[destination]
      else { return false }
      return !target.isEntity(entity, orDescendantOf: new)
    }
  }
}

// MARK: - Matching

extension SchemaCorrespondence {
  /// The source names of entities, by their target names, as the platform reads renaming identifiers; new
  /// entities are left out.
  static func oldNames(from source: Schema, to target: Schema) -> [String: String] {
    let renames = DeclaredRenames(
      of: target.entities.map { ($0.name, $0.renamedFrom) },
      from: source.entities.map { ($0.name, $0.renamedFrom) }, removed: { _ in false })
    return Dictionary(
      target.entities.compactMap { entity in
        renames.source(of: entity.name).map { (entity.name, $0) }
      }, uniquingKeysWith: { first, _ in first })
  }

  private mutating func matchEntities(in document: SchemaDocument) {
    let renames = DeclaredRenames(
      of: target.entities.map { ($0.name, $0.renamedFrom) },
      from: source.entities.map { ($0.name, $0.renamedFrom) },
      removed: { document.removals.contains(.entity($0)) })
    for entity in target.entities {
      guard let old = renames.source(of: entity.name),
        source.entity(named: old) != nil, targetNames[old] == nil
      else { continue }
      sourceNames[entity.name] = old
      targetNames[old] = entity.name
    }
    for (old, name) in renames.partedNames { partedNames[.entity(old)] = name }
    renameProblems += renames.problems.map {
      $0.problem(of: "entity", in: document) { .entity($0) }
    }
  }

  private mutating func findMakings(declaredBy declaration: MigrationDeclaration?) {
    for map in declaration?.maps ?? [] where target.entity(named: map.entity) != nil {
      for origin in map.origins {
        for member in map.members(of: origin, in: source) where targetNames[member.name] == nil {
          makings[member.name, default: []].append(Making(heir: map.entity, origin: origin))
        }
      }
    }
  }

  private mutating func matchProperties(
    of entity: Entity, against old: String, in document: SchemaDocument
  ) {
    match(Attribute.self, .attributes, of: entity, until: old, in: document)
    match(Relationship.self, .relationships, of: entity, until: old, in: document)
  }

  private mutating func match<Property: SchemaProperty>(
    _: Property.Type, _ kind: SchemaPath.PropertyKind, of newEntity: Entity,
    until oldEntity: String, in document: SchemaDocument
  ) {
    let (properties, entity) = (Property.declared(by: newEntity), newEntity.name)
    let old: [Owned<Property>] = source.properties(of: oldEntity)
    guard
      properties.contains(where: { $0.renamedFrom != nil })
        || old.contains(where: { $0.property.renamedFrom != nil })
    else { return }
    let inherited: [Owned<Property>] = target.properties(of: entity)
    let ofOtherKind = properties.filter { namesOtherKind($0, from: oldEntity, to: entity) }
    let found = DeclaredRenames(
      of: properties.map { ($0.name, ofOtherKind.contains($0) ? nil : $0.renamedFrom) },
      from: old.map { ($0.property.name, $0.property.renamedFrom) },
      inherited: Set(old.filter { $0.owner != oldEntity }.map(\.property.name)),
      standing: Set(inherited.filter { $0.owner != entity }.map(\.property.name)),
      removed: { document.removals.contains(.property($0, of: oldEntity, kind)) })
    for (name, source) in found.renames { renames[entity, default: [:]][name] = source }
    for (old, name) in found.partedNames {
      partedNames[.property(old, of: oldEntity, kind)] = name
    }
    let word = kind == .attributes ? "attribute" : "relationship"
    let kept = ofOtherKind.compactMap { property in
      property.renamedFrom.flatMap { source in
        newEntity.hasProperty(source)
          ? DeclaredRenames.Problem(kind: .sourceKept, name: property.name, source: source) : nil
      }
    }
    renameProblems += (found.problems + kept).map { problem in
      var problem = problem
      if case .sourceMissing = problem.kind,
        source.entity(named: oldEntity)?.hasProperty(problem.source) == true
      {
        problem.kind = .sourceOfOtherKind
      }
      return problem.problem(of: word, in: document) { .property($0, of: entity, kind) }
    }
  }
}

extension Entity {
  fileprivate func hasProperty(_ name: String) -> Bool {
    attributes.contains { $0.name == name } || relationships.contains { $0.name == name }
  }
}
