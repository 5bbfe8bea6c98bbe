internal import SchemaModel

/// Follows entities by name through the hops of a stage.
struct EntityTrail {
  private let hops: [PlannedHop]

  init(_ hops: [PlannedHop]) { self.hops = hops }

  /// The source of an entity of the version after a hop.
  func mapping(of entity: String, inHop hop: Int) -> EntityMapping? {
    hops[hop].mappings[entity]
  }

  /// Whether a property of the version after a hop is a relationship.
  func isRelationship(_ name: String, of entity: String, afterHop hop: Int) -> Bool {
    hops[hop].mapping.target.relationship(named: name, of: entity) != nil
  }

  /// The old name of a relationship of the version after a hop, wherever its links are stored; nil if it is
  /// new.
  func oldRelationship(_ name: String, of entity: String, inHop hop: Int) -> String? {
    let correspondence = hops[hop].correspondence
    return correspondence.target.relationship(named: name, of: entity).flatMap { found in
      correspondence.old(found.relationship, declaredBy: found.owner, in: entity)?.property.name
    }
  }

  /// The name at the stage's start of an entity before a hop, if all its objects, including those of
  /// sub-entities, already existed.
  func start(of entity: String, beforeHop hop: Int) -> String? {
    var name = entity
    for position in (0..<hop).reversed() {
      guard let source = hops[position].mappings[name]?.source,
        keepsObjects(of: source, as: name, inHop: position)
      else { return nil }
      name = source
    }
    return name
  }

  /// The name at the stage's end of an entity after a hop, if all its objects still exist.
  func end(of entity: String, afterHop hop: Int) -> String? {
    var name = entity
    for position in hop + 1..<max(hops.count, hop + 1) {
      guard let heir = hops[position].heirs[name], keepsObjects(of: name, as: heir, inHop: position)
      else { return nil }
      name = heir
    }
    return name
  }

  /// Whether objects of an entity may be left behind before a hop.
  func isFiltered(_ entity: String, beforeHop hop: Int) -> Bool {
    var name = entity
    for position in (0..<hop).reversed() {
      guard let mapping = hops[position].mappings[name], let source = mapping.source else {
        return false
      }
      if mapping.isFiltered { return true }
      name = source
    }
    return false
  }

  /// Whether an entity has the same members before and after a hop, and no object is left behind or merged.
  private func keepsObjects(of old: String, as new: String, inHop hop: Int) -> Bool {
    let mapping = hops[hop].mapping
    let members = mapping.target.family(of: new).map(\.name)
    let sources = members.compactMap { hops[hop].mappings[$0]?.source }
    let isFiltered = members.contains { member in
      hops[hop].mappings[member]?.isFiltered ?? false
    }
    let hasOthers =
      mapping.merges.contains { $0.isAmong([new], in: mapping.target) }
      || mapping.additions.contains { members.contains($0.entity) }
    return !isFiltered && !hasOthers
      && Set(sources) == Set(mapping.source.family(of: old).map(\.name))
  }
}

extension EntityMapping {
  /// Whether objects are left behind on purpose.
  var isFiltered: Bool { layers.contains { $0.filter != nil } }
}
