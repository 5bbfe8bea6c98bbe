internal import SchemaModel

/// The requirements of a stage's hops on the data, expressed for the stage's source.
///
/// A requirement on an entity that did not exist holds by itself: it has no objects.
struct StageRequirements {
  private(set) var requirements: [Requirement] = []
  private let trail: EntityTrail

  /// Nil if a later hop's requirement is about values that a previous hop computes, or about objects of which
  /// a previous hop leaves some behind.
  init?(_ hops: [PlannedHop]) {
    trail = EntityTrail(hops)
    for (position, hop) in hops.enumerated() {
      for requirement in hop.requirements {
        guard
          !requirement.condition.entities.contains(where: {
            trail.isFiltered($0, beforeHop: position)
          })
        else { return nil }
        guard let earlier = traced(requirement.condition, to: position) else { return nil }
        guard case .some(let condition) = earlier else { continue }
        var requirement = requirement
        requirement.condition = condition
        requirements.append(requirement)
      }
    }
  }

  /// The condition at the stage's start; the inner nil if it holds by itself, the outer nil if it cannot be
  /// checked there.
  private func traced(
    _ condition: Requirement.Condition, to hop: Int
  ) -> Requirement.Condition?? {
    switch condition {
    case .noObjects(let entity):
      guard let start = start(of: entity, beforeHop: hop) else { return .some(nil) }
      return .some(.noObjects(entity: start))
    case .distinctIdentities(let entities):
      let starts = entities.compactMap { start(of: $0, beforeHop: hop) }
      return .some(starts.count > 1 ? .distinctIdentities(entities: starts) : nil)
    case .noValues(let property, let entity):
      return traced(property, of: entity, to: hop, whereGiven: .noObjects) {
        .noValues(property: $0, entity: $1)
      }
    case .valueEverywhere(let property, let entity):
      return traced(property, of: entity, to: hop, whereMissing: .noObjects) {
        .valueEverywhere(property: $0, entity: $1)
      }
    case .elementEverywhere(let element, let property, let entity):
      return traced(property, of: entity, to: hop, whereGiven: .unknown) {
        .elementEverywhere(element, property: $0, entity: $1)
      }
    }
  }

  /// The result for a condition on a property whose value a previous hop computes.
  private enum Fallback { case holds, noObjects, unknown }

  private func traced(
    _ property: String, of entity: String, to hop: Int, whereGiven: Fallback = .holds,
    whereMissing: Fallback = .holds,
    _ condition: (_ property: String, _ entity: String) -> Requirement.Condition
  ) -> Requirement.Condition?? {
    var (property, name) = (property, entity)
    for position in (0..<hop).reversed() {
      guard let mapping = trail.mapping(of: name, inHop: position), let source = mapping.source
      else { return .some(nil) }
      switch mapping.layers.last?.value(of: property) {
      case .copied(let old): property = old
      case .converted(.copied(let old), _, _), .moved(.copied(let old), _): property = old
      case .defaulted, .filled: return made(whereGiven, of: source, before: position)
      case .linked(let links) where links.count > 1: return nil
      case .chosen(_, by: _, agreeing: .some): return nil
      case .chosen(let links, by: _, agreeing: _) where links.count > 1: return nil
      case nil where !trail.isRelationship(property, of: name, afterHop: position):
        return made(whereMissing, of: source, before: position)
      case .linked, .chosen, nil:
        guard let old = trail.oldRelationship(property, of: name, inHop: position) else {
          return nil
        }
        property = old
      case ValueSource.none?: return made(whereMissing, of: source, before: position)
      default: return nil
      }
      name = source
    }
    return .some(condition(property, name))
  }

  private func made(
    _ fallback: Fallback, of entity: String, before hop: Int
  ) -> Requirement.Condition?? {
    switch fallback {
    case .unknown: return nil
    case .holds: return .some(nil)
    case .noObjects: return .some(start(of: entity, beforeHop: hop).map { .noObjects(entity: $0) })
    }
  }

  private func start(of entity: String, beforeHop hop: Int) -> String? {
    var name = entity
    for position in (0..<hop).reversed() {
      guard let source = trail.mapping(of: name, inHop: position)?.source else { return nil }
      name = source
    }
    return name
  }
}

extension Requirement.Condition {
  /// The entities that the condition is about.
  package var entities: [String] {
    switch self {
    case .noObjects(let entity), .noValues(_, let entity), .valueEverywhere(_, let entity),
      .elementEverywhere(_, _, let entity):
      [entity]
    case .distinctIdentities(let entities): entities
    }
  }
}
