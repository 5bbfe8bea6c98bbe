extension Schema {
  /// The version hash of every entity, by the entity's name.
  ///
  /// ```swift
  /// schema.versionHashes()["User"]?.value?.hexadecimal // "bbf54e4b…", as the store has it
  /// ```
  ///
  /// This is Core Data's own formula, as far as public stores confirm it. The hash of any other entity is
  /// `unknown`, and so is the hash of every entity that inherits from it.
  public func versionHashes() -> [String: VersionHashResult] {
    memo.value(\.versionHashes) { versionHashes(requiringLeaves: false) }
  }

  /// The version hash of every entity, where the elements of composites are optional or required as declared.
  ///
  /// The platform makes all elements optional, except in structs that encode themselves, such as a colour.
  package func versionHashes(requiringLeaves: Bool) -> [String: VersionHashResult] {
    var computation = VersionHashComputation(self, requiresLeaves: requiringLeaves)
    for entity in entities { computation.visit(entity) }
    return computation.results
  }

  /// Whether every entity has the same hash in another version; nil if a hash is unknown, and none is known to
  /// differ.
  ///
  /// Changed entities come first, because usually the first of them decides. An entity with the same declaration
  /// can only have another hash if an ancestor has one.
  package func keepsVersionHashes(in other: Schema) -> Bool? {
    guard Set(entities.map(\.name)) == Set(other.entities.map(\.name)) else { return false }
    var (mine, theirs) = (VersionHashComputation(self), VersionHashComputation(other))
    var isCertain = true
    // An entity that is equal refers to its composites and enumerations by name.
    let haveEqualTypes = composites == other.composites && enumerations == other.enumerations
    for entity in entities {
      guard let changed = other.entity(named: entity.name), changed != entity || !haveEqualTypes
      else { continue }
      mine.visit(entity)
      theirs.visit(changed)
      let (hash, newHash) = (mine.results[entity.name]?.value, theirs.results[entity.name]?.value)
      if let hash, let newHash, hash != newHash { return false }
      isCertain = isCertain && newHash != nil
    }
    let hashes = memo.value(\.versionHashes) {
      for entity in entities { mine.visit(entity) }
      return mine.results
    }
    return isCertain && hashes.values.allSatisfy { $0.value != nil } ? true : nil
  }
}

/// Computes the version hashes of a schema, every parent once and before its children.
struct VersionHashComputation {
  /// The results of the entities that have been visited, by the entity's name.
  private(set) var results: [String: VersionHashResult] = [:]
  private var properties: [String: [PropertyHash]] = [:]
  private let schema: Schema
  private let types: DeclaredTypes

  /// A computation that has not visited any entity.
  init(_ schema: Schema, requiresLeaves: Bool = false) {
    self.schema = schema
    types = DeclaredTypes(schema, requiresLeaves: requiresLeaves)
  }

  /// Computes the hash of an entity, and the hashes of ancestors that have not been visited.
  mutating func visit(_ entity: Entity) {
    var pending = [entity]
    var names: Set = [entity.name]
    while let last = pending.last, let parent = last.parent, results[parent] == nil,
      let next = schema.entity(named: parent), names.insert(parent).inserted
    {
      pending.append(next)
    }
    if let top = pending.last, let parent = top.parent, names.contains(parent) {
      for member in pending { fail(member.name, .cyclicInheritance(entity: parent)) }
      return
    }
    for member in pending.reversed() { compute(member) }
  }

  private mutating func compute(_ entity: Entity) {
    guard results[entity.name] == nil else {
      if schema.entity(named: entity.name) != entity {
        fail(entity.name, .duplicateEntity(entity.name))
      }
      return
    }
    do throws(FingerprintObstacle) {
      results[entity.name] = .known(try hash(of: entity))
    } catch {
      fail(entity.name, error)
    }
  }

  private mutating func fail(_ entity: String, _ obstacle: FingerprintObstacle) {
    results[entity] = .unknown(obstacle)
  }

  private mutating func hash(of entity: Entity) throws(FingerprintObstacle) -> VersionHash {
    guard entity.uniquenessConstraints.count <= 1 else {
      throw .severalUniquenessConstraints(entity: entity.name)
    }
    guard entity.hashModifier == nil || entity.uniquenessConstraints.isEmpty else {
      throw .entityHashModifier(entity: entity.name)
    }
    var input = HashInput()
    input.append(entity.name)
    input.append(entity.isAbstract)
    if let parent = entity.parent { input.append(try superentityHash(parent)) }
    for property in try allProperties(of: entity) { input.append(property.hash) }
    input.append(entity.uniquenessConstraints.first?.joined(separator: ".") ?? "")
    input.append(entity.hashModifier ?? "")
    return input.hash
  }

  private func superentityHash(_ parent: String) throws(FingerprintObstacle) -> VersionHash {
    switch results[parent] {
    case .known(let hash): return hash
    case .unknown(let obstacle): throw .entity(parent, obstacle)
    case nil: throw .undeclaredParent(parent)
    }
  }

  /// The stored properties, including inherited ones, sorted by name.
  private mutating func allProperties(
    of entity: Entity
  ) throws(FingerprintObstacle) -> [PropertyHash] {
    var all = entity.parent.flatMap { properties[$0] } ?? []
    for attribute in entity.attributes where !attribute.isTransient {
      all.append(try PropertyHash(attribute, types: types))
    }
    all += entity.relationships.map { PropertyHash($0) }
    all.sort { NameOrder.precedes($0.name, $1.name) }
    if let doubt = NameOrder.doubt(in: all.map(\.name)) { throw doubt }
    properties[entity.name] = all
    return all
  }
}
