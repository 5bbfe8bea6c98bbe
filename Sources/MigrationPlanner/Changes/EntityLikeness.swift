internal import SchemaModel

/// Finds the new entities that have most of their properties in common with a removed one.
///
/// Entities are looked up by property and not pair by pair, rare properties first: two entities that share
/// more than half of their properties share one of the rarer half.
struct EntityLikeness {
  private let added: [Entity]
  private var owners: [String: [Int]] = [:]

  init(_ added: [Entity]) {
    self.added = added
    for (position, entity) in added.enumerated() {
      for property in Self.properties(of: entity) { owners[property, default: []].append(position) }
    }
  }

  /// The names of at most three similar entities, sorted.
  func candidates(for entity: Entity) -> [String] {
    let properties = Self.properties(of: entity)
    let byRarity = properties.sorted { left, right in
      let (first, second) = (owners[left]?.count ?? 0, owners[right]?.count ?? 0)
      return first == second ? left < right : first < second
    }
    var seen: Set<Int> = []
    var found: [String] = []
    for property in byRarity.prefix(properties.count / 2 + 1) {
      for position in owners[property] ?? [] where seen.insert(position).inserted {
        guard found.count < 3 else { return found.sorted() }
        if isAlike(properties, Self.properties(of: added[position])) {
          found.append(added[position].name)
        }
      }
    }
    return found.sorted()
  }

  private func isAlike(_ old: Set<String>, _ new: Set<String>) -> Bool {
    2 * old.intersection(new).count > max(old.count, new.count)
  }

  private static func properties(of entity: Entity) -> Set<String> {
    Set(
      entity.attributes.map { "\($0.name): \($0.type.keyword)" }
        + entity.relationships.map { "\($0.name): \($0.cardinality.rawValue)" })
  }
}
