internal import SQLText
internal import SchemaModel

/// The objects of removed entities that live on in other objects since an earlier hop.
///
/// SwiftData has no original name for a class. So one version has both classes and copies the objects, and a later
/// version removes the old class.
struct EarlierHeirs {
  /// The versions, from that of the store to the last one.
  let versions: [SchemaDocument]

  /// The changes of the hop to a version, as they are for a store that passes through the hops before it.
  func changes(
    _ changes: [PlannedChange], to place: Int, from source: Int = 0
  ) -> [PlannedChange] {
    var changes = changes
    for planned in changes {
      guard case .dropEntity(let entity) = planned.change, planned.risk == .certain,
        let making = making(of: entity.name, in: (source + 1)..<place),
        let verdict = verdict(on: entity, in: making)
      else { continue }
      for index in changes.indices {
        switch changes[index].change {
        case .dropEntity(entity): changes[index].reason = verdict.reason
        case .dropRelationship(let links, let owner)
        where links.destination == entity.name && carries(links, of: owner, in: making):
          changes[index].reason = "its links lead to the new objects"
        default: continue
        }
        changes[index].risk = .none
        changes[index].reason += ", since \(versions[making].schema.version)"
      }
    }
    return changes
  }

  /// The place of the earlier version that makes other objects of an entity's objects, if nothing but the app
  /// gives the entity further objects or changes them afterwards.
  private func making(of entity: String, in places: Range<Int>) -> Int? {
    guard let making = places.last(where: { !versions[$0].heirs(of: entity).isEmpty }),
      versions[making..<places.upperBound].allSatisfy({ $0.leavesAlone(entity) })
    else { return nil }
    return making
  }

  /// The verdict of a hop that makes the new objects and removes the old ones at once; nil if something is lost,
  /// and no change of a relationship reports it.
  private func verdict(on entity: Entity, in making: Int) -> PlannedChange? {
    let isReported = entity.relationships.allSatisfy {
      $0.destination != entity.name
        && ($0.inverse != nil || copies($0, of: entity.name, in: making))
    }
    let verdict = ClassifiedHop(
      from: versions[making - 1], to: versions[making].without(entity.name), allowedDrops: []
    ).changes.first { $0.change.kind == .dropEntity && $0.change.subject == entity.name }
    return isReported && verdict?.risk == DataLossRisk.none ? verdict : nil
  }

  /// Whether the links of a relationship to a removed entity lead to its heirs, too: the heirs hold them, or an
  /// expression gives them to another relationship.
  private func carries(_ links: Relationship, of owner: String, in making: Int) -> Bool {
    let (version, removed) = (versions[making], links.destination)
    let inverse = links.inverse.flatMap {
      version.schema.relationship(named: $0, of: removed)?.relationship
    }
    if let inverse, copies(inverse, of: removed, in: making) { return true }
    let heirs = version.heirs(of: removed)
    return version.migration?.map(of: owner)?.properties.contains { name, expression in
      SQLExpression(expression).isOnly(links.name)
        && version.schema.relationship(named: name, of: owner).map {
          heirs.contains($0.relationship.destination)
        } ?? false
    } ?? false
  }

  /// Whether an heir takes the links that the old objects hold themselves.
  private func copies(_ links: Relationship, of entity: String, in making: Int) -> Bool {
    let version = versions[making]
    return links.cardinality == .toOne
      && version.heirs(of: entity).contains { heir in
        let same = version.schema.relationship(named: links.name, of: heir)?.relationship
        let origins = version.migration?.map(of: heir)?.origins.filter { $0.entity == entity }
        return same.map { $0.cardinality == .toOne && $0.destination == links.destination } ?? false
          && origins?.allSatisfy { $0.filter == nil && $0.properties[links.name] == nil } ?? false
      }
  }
}

extension SchemaDocument {
  /// The entities whose objects are made of an entity's objects.
  fileprivate func heirs(of entity: String) -> [String] {
    (migration?.maps ?? []).filter { $0.origins.contains { $0.entity == entity } }.map(\.entity)
  }

  /// Whether the migration to this version keeps an entity with its name, and with the objects that it has.
  fileprivate func leavesAlone(_ name: String) -> Bool {
    guard let entity = schema.entity(named: name), entity.renamedFrom == nil,
      schema.family(of: name).count == 1
    else { return false }
    return migration.map { $0.steps.isEmpty && $0.map(of: name) == nil } ?? true
  }

  /// The version without an entity, and without the relationships that lead to it.
  fileprivate func without(_ entity: String) -> SchemaDocument {
    var result = self
    result.schema.entities.removeAll { $0.name == entity }
    for index in result.schema.entities.indices {
      result.schema.entities[index].relationships.removeAll { $0.destination == entity }
    }
    return result
  }
}
