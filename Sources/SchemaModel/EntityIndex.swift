/// Finds the entities of a schema by name, by parent and by descent, in constant time for each entity.
struct EntityIndex: Hashable, Sendable {
  private var positions: [String: Int] = [:]
  private var childPositions: [String: [Int]] = [:]
  /// The position of each entity's parent; nil if it has no parent, or its parent does not exist.
  private var parents: [Int?]
  /// Whether each entity inherits from itself, or has an ancestor that does.
  private var endsInCycle: [Bool]

  /// An index of a list of entities.
  ///
  /// If two entities have the same name, the first is found.
  init(_ entities: [Entity]) {
    for (position, entity) in entities.enumerated() {
      if positions[entity.name] == nil { positions[entity.name] = position }
      if let parent = entity.parent { childPositions[parent, default: []].append(position) }
    }
    let parents = entities.map { [positions] in $0.parent.flatMap { positions[$0] } }
    self.parents = parents
    endsInCycle = Self.cycles(of: parents)
  }

  /// The position of the entity with this name.
  func position(of name: String) -> Int? { positions[name] }

  /// The positions of the entities whose parent has this name.
  func children(of name: String) -> [Int] { childPositions[name] ?? [] }

  /// The positions of the entity and its ancestors, from the entity up to its root.
  ///
  /// The list ends at a missing parent, and at a parent that it already contains.
  func lineage(of name: String) -> [Int] {
    guard let start = positions[name] else { return [] }
    var lineage = [start]
    while let parent = parents[lineage[lineage.count - 1]] {
      if endsInCycle[start], lineage.contains(parent) { break }
      lineage.append(parent)
    }
    return lineage
  }

  /// Whether the parents of each entity lead into a cycle; every entity is visited once.
  private static func cycles(of parents: [Int?]) -> [Bool] {
    enum Visit { case none, now, done }
    var visits = parents.map { _ in Visit.none }
    var endsInCycle = parents.map { _ in false }
    for start in parents.indices where visits[start] == .none {
      var path: [Int] = []
      var next: Int? = start
      while let current = next, visits[current] == .none {
        visits[current] = .now
        path.append(current)
        next = parents[current]
      }
      let isCycle = next.map { visits[$0] == .now || endsInCycle[$0] } ?? false
      for member in path { (visits[member], endsInCycle[member]) = (.done, isCycle) }
    }
    return endsInCycle
  }
}
