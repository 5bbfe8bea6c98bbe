internal import Diagnostics
internal import SchemaModel

extension SchemaDocument {
  /// Reports entities and properties of the migration that the schema does not have.
  ///
  /// Damaged entities are not reported, because they may have them.
  func checkMigration(except damage: Damage, log: ProblemLog) {
    guard let migration else { return }
    for map in migration.maps where !damage.reaches(entity: map.entity, in: schema) {
      check(map, log: log)
    }
    for (position, step) in migration.steps.enumerated() {
      let path = ["steps", "\(position)"]
      if case .closure(_, on: let entity, reads: _) = step.work,
        schema.entity(named: entity) == nil, !damage.contains(.entity(entity))
      {
        report(.unknownMappedEntity(entity, candidates: entityNames), at: path + ["on"], log)
      }
      for reach in step.reaches where !damage.reaches(entity: reach.entity, in: schema) {
        check(reach, at: path + ["touches"], log)
      }
    }
    for (position, check) in migration.after.enumerated() {
      guard case .count(let name, _) = check, schema.entity(named: name) == nil,
        !damage.contains(.entity(name))
      else { continue }
      report(
        .unknownCountedEntity(name, candidates: entityNames), at: ["after", "\(position)"], log)
    }
  }

  private func check(_ map: MigrationDeclaration.EntityMap, log: ProblemLog) {
    guard schema.entity(named: map.entity) != nil else {
      report(
        .unknownMappedEntity(map.entity, candidates: entityNames), at: ["map", map.entity], log)
      return
    }
    let properties =
      schema.allAttributes(of: map.entity).map(\.name)
      + schema.allRelationships(of: map.entity).map(\.name)
    let known = Set(properties)
    let names = Set(map.properties.keys).union(map.keptLinks.keys)
    for name in names.sorted() where !known.contains(name) {
      report(
        .unknownMappedProperty(name, entity: map.entity, candidates: properties),
        at: ["map", map.entity, name], log)
    }
    for origin in map.origins {
      for name in origin.properties.keys.sorted() where !known.contains(name) {
        report(
          .unknownMappedProperty(name, entity: map.entity, candidates: properties),
          at: ["map", map.entity, "from", origin.entity, name], log)
      }
    }
    guard let deduplication = map.deduplication else { return }
    for name in deduplication.key where !known.contains(name) {
      report(
        .unknownMappedProperty(name, entity: map.entity, candidates: properties),
        at: ["map", map.entity, "dedupe", "by"], log)
    }
    let attributes = schema.allAttributes(of: map.entity).map(\.name)
    for name in deduplication.choices.attributes where !attributes.contains(name) {
      report(
        .unknownMappedProperty(name, entity: map.entity, candidates: attributes),
        at: ["map", map.entity, "dedupe", "keep"], log)
    }
  }

  private func check(_ reach: DeclaredStep.Reach, at path: [String], _ log: ProblemLog) {
    guard schema.entity(named: reach.entity) != nil else {
      return report(.unknownMappedEntity(reach.entity, candidates: entityNames), at: path, log)
    }
    let properties =
      schema.allAttributes(of: reach.entity).map(\.name)
      + schema.allRelationships(of: reach.entity).map(\.name)
    guard let property = reach.property, !properties.contains(property) else { return }
    report(
      .unknownMappedProperty(property, entity: reach.entity, candidates: properties), at: path, log)
  }

  private var entityNames: [String] { schema.entities.map(\.name) }

  private func report(_ problem: FileProblem, at keys: [String], _ log: ProblemLog) {
    let path = SchemaPath(["migration"] + keys)
    guard let location = sources.location(of: path) else { return }
    log.report(problem, at: location)
  }
}
