internal import Diagnostics
internal import SchemaModel

extension SchemaAssembly {
  /// Sets inverses at both ends: the declared ones, and those that the platform infers.
  mutating func joinInverses() {
    joinDeclaredInverses()
    joinInferredInverses()
  }

  /// Copies each declared inverse, which stands at one end only, to the other end.
  private mutating func joinDeclaredInverses() {
    let places = Dictionary(entities.enumerated().map { ($1.name, $0) }) { first, _ in first }
    for (place, entity) in entities.enumerated() {
      for relationship in entity.relationships {
        guard let inverse = relationship.inverse else { continue }
        guard let (owner, index) = find(inverse, in: relationship.destination, places) else {
          report(relationship, inverse, of: entity.name)
          continue
        }
        let isItself = owner == place && entities[owner].relationships[index] == relationship
        if !isItself, entities[owner].relationships[index].inverse == nil {
          entities[owner].relationships[index].inverse = relationship.name
        }
      }
    }
  }

  /// The place of a relationship that an entity declares or inherits.
  private func find(
    _ name: String, in entity: String, _ places: [String: Int]
  ) -> (entity: Int, relationship: Int)? {
    var next: String? = entity
    var visited: Set<String> = []
    while let current = next, visited.insert(current).inserted,
      let place = places[current]
    {
      if let index = entities[place].relationships.firstIndex(where: { $0.name == name }) {
        return (place, index)
      }
      next = entities[place].parent
    }
    return nil
  }

  private mutating func report(_ relationship: Relationship, _ inverse: String, of entity: String) {
    let path = SchemaPath.property(relationship.name, of: entity, .relationships)
    let destination = entities.first { $0.name == relationship.destination }
    let meant = nearest(to: inverse, among: destination?.relationships.map(\.name) ?? [])
    let isMissing = destination.map { !$0.attributes.contains { $0.name == inverse } } ?? false
    let ways =
      "write 'var \(inverse): \(entity)?' in '\(relationship.destination)'; if the link is meant to go, remove "
      + "'\(relationship.name)' from '\(entity)', too"
    log.report(
      .unknownInverse(
        "\(relationship.destination).\(inverse)", property: "\(entity).\(relationship.name)"),
      at: sources.location(of: path.appending("inverse")),
      notes: meant.map { [.init("did you mean '\\\(relationship.destination).\($0)'?")] }
        ?? (isMissing ? [.init(ways)] : []))
  }

  /// Sets the inverses that the platform infers.
  ///
  /// There must be exactly one relationship in each direction. It must be possible to remove a link at one
  /// end without breaking the other.
  private mutating func joinInferredInverses() {
    let ends = entities.indices.flatMap { place in
      entities[place].relationships.indices.map { (place, $0) }
    }
    var routes: [Route: [(Int, Int)]] = [:]
    for (place, index) in ends {
      let relationship = entities[place].relationships[index]
      routes[Route(from: entities[place].name, to: relationship.destination), default: []]
        .append((place, index))
    }
    for (place, index) in ends {
      let relationship = entities[place].relationships[index]
      let (from, to) = (entities[place].name, relationship.destination)
      guard from != to, relationship.inverse == nil,
        let there = routes[Route(from: from, to: to)], there.count == 1,
        let back = routes[Route(from: to, to: from)], back.count == 1
      else { continue }
      let other = entities[back[0].0].relationships[back[0].1]
      guard other.inverse == nil, Self.canBeInferred(relationship, other) else { continue }
      entities[place].relationships[index].inverse = other.name
      entities[back[0].0].relationships[back[0].1].inverse = relationship.name
    }
  }

  private struct Route: Hashable {
    var from: String
    var to: String
  }

  private static func canBeInferred(_ first: Relationship, _ second: Relationship) -> Bool {
    switch (first.cardinality, second.cardinality) {
    case (.toMany, .toOne): second.isOptional
    case (.toOne, .toMany): first.isOptional
    case (.toOne, .toOne): first.isOptional && second.isOptional
    case (.toMany, .toMany): false
    }
  }
}
