package import SchemaModel

/// A part of a sequence of versions, from its addition to its removal, under all its names.
///
/// Without this part the sequence is smaller, and a broken law is easier to see.
package enum ChainPart: Hashable {
  /// An entity, by the positions of the versions that have it.
  case entity([Int: String])
  /// An attribute of an entity; both by the positions of the versions.
  case attribute([Int: String], of: [Int: String])
  /// A relationship that keeps its name, with its inverse.
  case relationship(String, of: [Int: String])
}

extension ChainPart {
  /// All parts of some versions, the largest first.
  package static func parts(of versions: [Schema]) -> [ChainPart] {
    let entities = lineages(of: versions.map { $0.entities.map { ($0.name, $0.renamedFrom) } })
    return entities.map { .entity($0) }
      + entities.flatMap { names in
        relationships(of: names, versions).map { .relationship($0, of: names) }
      }
      + entities.flatMap { names in
        lineages(
          of: versions.enumerated().map { position, schema in
            let entity = names[position].flatMap { schema.entity(named: $0) }
            return (entity?.attributes ?? []).map { ($0.name, $0.renamedFrom) }
          }
        ).map { .attribute($0, of: names) }
      }
  }

  /// The things of a kind in each version, followed over their renames.
  private static func lineages(
    of versions: [[(name: String, renamedFrom: String?)]]
  ) -> [[Int: String]] {
    var lineages: [[Int: String]] = []
    // By the name in the previous version: which lineage it belongs to.
    var current: [String: Int] = [:]
    for (position, items) in versions.enumerated() {
      var next: [String: Int] = [:]
      for item in items {
        let lineage =
          item.renamedFrom.flatMap { current[$0] } ?? current[item.name] ?? lineages.count
        if lineage == lineages.count { lineages.append([:]) }
        lineages[lineage][position] = item.name
        next[item.name] = lineage
      }
      current = next
    }
    return lineages
  }

  private static func relationships(of names: [Int: String], _ versions: [Schema]) -> [String] {
    let all = names.sorted { $0.key < $1.key }.flatMap { position, name in
      versions[position].entity(named: name)?.relationships.map(\.name) ?? []
    }
    return all.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}

extension ChainPart {
  /// The versions without the part; nil where some version cannot be without it.
  package func removed(from versions: [Schema]) -> [Schema]? {
    var versions = versions
    for position in versions.indices {
      switch self {
      case .entity(let names):
        if let name = names[position] { versions[position].remove(entity: name) }
      case .attribute(let names, let owners):
        if let name = names[position], let owner = owners[position] {
          versions[position].remove(attribute: name, of: owner)
        }
      case .relationship(let name, let owners):
        if let owner = owners[position] {
          versions[position].remove(relationship: name, of: owner)
        }
      }
    }
    return versions.allSatisfy { !$0.entities.isEmpty && $0.validate().isEmpty } ? versions : nil
  }
}

extension Schema {
  /// Removes an entity, and every relationship that leads to it.
  fileprivate mutating func remove(entity name: String) {
    entities.removeAll { $0.name == name }
    for position in entities.indices {
      entities[position].relationships.removeAll { $0.destination == name }
    }
  }

  /// Removes an attribute with the keys and indexes that it is in.
  fileprivate mutating func remove(attribute name: String, of owner: String) {
    guard let position = entities.firstIndex(where: { $0.name == owner }) else { return }
    entities[position].attributes.removeAll { $0.name == name }
    entities[position].uniquenessConstraints.removeAll { $0.contains(name) }
    entities[position].indexes.removeAll { $0.elements.contains { $0.property == name } }
  }

  /// Removes a relationship and its inverse.
  fileprivate mutating func remove(relationship name: String, of owner: String) {
    guard let relationship = entity(named: owner)?.relationships.first(where: { $0.name == name })
    else { return }
    for position in entities.indices {
      let entity = entities[position].name
      entities[position].relationships.removeAll { other in
        (entity == owner && other.name == name)
          || (entity == relationship.destination && other.name == relationship.inverse)
      }
    }
  }
}
