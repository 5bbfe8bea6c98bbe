internal import SchemaModel

/// Finds the links of a first mapping's source that have become links of its target.
struct LinkComposer {
  /// The first mapping's entities by name.
  let entities: [String: EntityMapping]
  private let source: Schema
  private let target: Schema
  private let links: [Association.End: [CarriedLinks]]
  private let sourceAssociations: [String: [String: Association]]

  init(first: Mapping) {
    entities = Dictionary(
      first.entities.map { ($0.entity, $0) }, uniquingKeysWith: { $1 })
    target = first.target
    links = Dictionary(
      first.links.map { ($0.association.primary, $0.sources) }, uniquingKeysWith: { $1 })
    var associations: [String: [String: Association]] = [:]
    for association in first.source.associations where association.kind == .toOne {
      let primary = association.primary
      associations[primary.entity, default: [:]][primary.relationship.name] = association
    }
    sourceAssociations = associations
    source = first.source
  }

  /// The same links, in terms of the first mapping's source; nil if they are computed in between and have no
  /// source.
  func links(_ carried: [CarriedLinks]) -> [CarriedLinks]? {
    var result: [CarriedLinks] = []
    for links in carried {
      guard let before = before(links) else { return nil }
      result += before.filter { !result.contains($0) }
    }
    return result
  }

  /// The layer with its lookups of links in terms of the first mapping's source.
  func layer(_ layer: MappingLayer) -> MappingLayer? {
    var layer = layer
    for position in layer.values.indices {
      guard let value = self.value(layer.values[position].value) else { return nil }
      layer.values[position].value = value
      if let replaced = layer.values[position].replaced {
        guard let replaced = self.value(replaced) else { return nil }
        layer.values[position].replaced = replaced
      }
    }
    return layer
  }

  private func value(_ value: ValueSource) -> ValueSource? {
    // A choice reads the objects of a version that then never exists.
    if case .chosen = value { return nil }
    guard case .linked(let carried) = value else { return value }
    // Links to objects that are left behind in between must not be found by the lookup.
    guard let links = links(carried), links.allSatisfy({ keepsObjects(of: $0.destination) }) else {
      return nil
    }
    return links.isEmpty ? ValueSource.none : .linked(links)
  }

  /// Whether all objects of a source entity and its sub-entities continue.
  private func keepsObjects(of entity: String) -> Bool {
    source.family(of: entity).allSatisfy { member in
      member.isAbstract
        || entities.values.contains {
          $0.source == member.name && $0.layers.allSatisfy { $0.filter == nil }
        }
    }
  }

  private func before(_ carried: CarriedLinks) -> [CarriedLinks]? {
    let found: [CarriedLinks]?
    switch carried.association.kind {
    case .manyToMany: found = links[carried.association.primary] ?? []
    case .toOne: found = stored(carried.association)
    }
    return found?.map {
      CarriedLinks($0.association, isReversed: $0.isReversed != carried.isReversed)
    }
  }

  /// The source of the links that a to-one stores, if it is the same for all its objects and no object is
  /// left behind in between.
  private func stored(_ association: Association) -> [CarriedLinks]? {
    let primary = association.primary
    var result: [CarriedLinks]?
    for member in target.family(of: primary.entity) {
      guard let mapping = entities[member.name], let source = mapping.source else { continue }
      guard mapping.layers.count == 1, mapping.layers[0].filter == nil,
        let found = links(of: mapping.layers[0].value(of: primary.relationship.name), in: source)
      else { return nil }
      if let result, result != found { return nil }
      result = found
    }
    return result ?? []
  }

  private func links(of value: ValueSource?, in source: String) -> [CarriedLinks]? {
    switch value {
    case .copied(let name):
      guard let owner = self.source.relationship(named: name, of: source)?.owner,
        let association = sourceAssociations[owner]?[name]
      else { return nil }
      return [CarriedLinks(association)]
    case .linked(let links): return links
    case ValueSource.none?: return []
    default: return nil
    }
  }
}
