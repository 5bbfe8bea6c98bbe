internal import SchemaModel

/// The number of objects of each entity in sample data, and their identities.
///
/// An entity without an owner has the requested number. An entity is owned through a to-one relationship with
/// a to-many inverse, and has a number of objects for each owner: 10 for the first to-many relationship that
/// the owner declares, 5 for the second, 2 for the third, 1 for any further. Both ends of a one-to-one
/// relationship have the same number. An entity with more than three levels of owners has one object for each
/// owner, so that long chains stay small. An entity and its sub-entities share the objects of an owner. If
/// relationships are required, or have a `min` or a `max`, the numbers are adjusted until every object can
/// have its required links.
struct Population {
  /// The relationship that determines the number of objects of an entity.
  struct Ownership: Hashable {
    /// The association between the entity and its owner.
    let association: Association
    /// The number of objects of each owner.
    let perOwner: Int
  }

  private let schema: Schema
  private let roots: Int
  private let limit: [String: Int]
  private var ownerships: [String: Ownership] = [:]
  private var counts: [String: Int] = [:]
  private var firstIdentities: [String: Int64] = [:]
  /// The entities that share the objects of one owner, by the owned end.
  private var sharers: [Association.End: [String]] = [:]

  /// The population of a schema: `roots` objects of each entity without an owner.
  ///
  /// An entity never has more objects than its limit, which follows from its unique keys.
  ///
  /// - Throws: ``StoreCreationError/noDestination(relationship:entity:)`` and
  ///   ``StoreCreationError/unsatisfiableCount(relationship:entity:)``.
  init(
    _ schema: Schema, roots: Int, limits: [String: Int] = [:]
  ) throws(StoreCreationError) {
    self.schema = schema
    self.roots = roots
    limit = limits
    findOwnerships()
    limitGrowth()
    findSharers()
    for entity in schema.entities { _ = count(of: entity.name, visiting: []) }
    try settleCounts()
    assignIdentities()
  }

  /// The number of objects of an entity, without its sub-entities.
  func count(of entity: String) -> Int { counts[entity] ?? 0 }

  /// The ownership of an entity; nil if it has no owner.
  func ownership(of entity: String) -> Ownership? {
    schema.lineage(of: entity).lazy.compactMap { ownerships[$0.name] }.first
  }

  /// The identity of the object of an entity with an index from 0.
  func identity(_ index: Int, of entity: String) -> Int64 {
    (firstIdentities[entity] ?? 1) + Int64(index)
  }

  /// The number of objects of an entity and its sub-entities.
  func familyCount(of entity: String) -> Int {
    schema.family(of: entity).reduce(0) { $0 + count(of: $1.name) }
  }

  /// The number of objects of other entities in a family before the objects of a member.
  func familyOffset(of member: String, in entity: String) -> Int {
    schema.family(of: entity).prefix { $0.name != member }.reduce(0) { $0 + count(of: $1.name) }
  }

  /// The identity of an object of an entity or its sub-entities, by an index over all of them.
  func familyIdentity(_ index: Int, of entity: String) -> Int64? {
    var rest = index
    for member in schema.family(of: entity) {
      if rest < count(of: member.name) { return identity(rest, of: member.name) }
      rest -= count(of: member.name)
    }
    return nil
  }

  // MARK: - Owners

  private static let perOwner = [10, 5, 2]
  /// The number of levels of owners that are followed; an entity above them counts as unowned.
  private static let deepestOwnership = 16
  /// The largest number of objects of an entity, so that sums of them do not overflow.
  private static let most = 1 << 40

  private mutating func findOwnerships() {
    var position: [String: Int] = [:]
    let associations = Dictionary(
      schema.associations.map { ($0.primary, $0) }, uniquingKeysWith: { first, _ in first })
    for owner in schema.entities {
      for relationship in owner.relationships {
        let end = Association.End(entity: owner.name, relationship: relationship)
        guard let part = schema.inverse(of: end), let association = associations[part],
          association.kind == .toOne, part.entity != owner.name, ownerships[part.entity] == nil
        else { continue }
        let rank = position[owner.name, default: 0]
        let isToMany = relationship.cardinality == .toMany
        let perOwner = isToMany && rank < Self.perOwner.count ? Self.perOwner[rank] : 1
        let links = LinkCount(relationship)
        position[owner.name] = rank + (isToMany ? 1 : 0)
        ownerships[part.entity] = Ownership(
          association: association, perOwner: links.nearest(to: perOwner))
      }
    }
  }

  private mutating func limitGrowth() {
    for (entity, ownership) in ownerships where hasManyOwnersAbove(entity) {
      let links = ownership.association.countAtInverse
      ownerships[entity] = Ownership(
        association: ownership.association, perOwner: links.nearest(to: 1))
    }
  }

  private func hasManyOwnersAbove(_ entity: String) -> Bool {
    var owner: String? = entity
    for _ in 0...Self.perOwner.count {
      guard let above = owner.flatMap(ownership) else { return false }
      owner = above.association.primary.relationship.destination
    }
    return true
  }

  private mutating func count(of entity: String, visiting: Set<String>) -> Int {
    if let known = counts[entity] { return known }
    guard schema.entity(named: entity)?.isAbstract == false else {
      counts[entity] = 0
      return 0
    }
    var count = roots
    if let ownership = ownership(of: entity), !visiting.contains(entity),
      visiting.count < Self.deepestOwnership
    {
      let owner = ownership.association.primary.relationship.destination
      let owners = schema.family(of: owner).reduce(0) {
        $0 + self.count(of: $1.name, visiting: visiting.union([entity]))
      }
      let parts = min(owners, Self.most / ownership.perOwner) * ownership.perOwner
      count = share(of: entity, in: parts, at: ownership.association.primary)
    }
    count = min(count, limit[entity] ?? count, Self.most)
    // Inside a cycle of owners the number is provisional, and is computed again from outside.
    if visiting.isEmpty { counts[entity] = count }
    return count
  }

  private mutating func findSharers() {
    for entity in schema.entities where !entity.isAbstract {
      guard let ownership = ownership(of: entity.name) else { continue }
      sharers[ownership.association.primary, default: []].append(entity.name)
    }
  }

  /// The number of an owner's objects that belong to one of the entities that share them.
  private func share(of entity: String, in parts: Int, at end: Association.End) -> Int {
    guard let sharers = sharers[end], let place = sharers.firstIndex(of: entity) else { return 0 }
    return parts / sharers.count + (place < parts % sharers.count ? 1 : 0)
  }

  private mutating func settleCounts() throws(StoreCreationError) {
    let names = schema.entities.map(\.name)
    var settlement = CountSettlement(
      schema, wanted: names.map { count(of: $0) }, limits: names.map { limit[$0] })
    try settlement.settle()
    counts = Dictionary(zip(names, settlement.counts)) { first, _ in first }
  }

  private mutating func assignIdentities() {
    var next: [String: Int64] = [:]
    for entity in schema.entities {
      let root = schema.root(of: entity.name)?.name ?? entity.name
      firstIdentities[entity.name] = next[root, default: 1]
      next[root, default: 1] += Int64(count(of: entity.name))
    }
  }
}
