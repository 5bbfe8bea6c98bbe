/// Finds the entities of a schema by name, by parent and by descent in constant time a step.
struct EntityIndex: Hashable, Sendable {
  private var positions: [String: Int] = [:]
  private var childPositions: [String: [Int]] = [:]
  /// Where the parent of each entity stands; nil where it has none, or none that is there.
  private var parents: [Int?]
  /// Whether each entity, or an ancestor of it, inherits from itself.
  private var endsInCycle: [Bool]

  /// An index of a list of entities.
  ///
  /// Of two with one name the first counts.
  init(_ entities: [Entity]) {
    for (position, entity) in entities.enumerated() {
      if positions[entity.name] == nil { positions[entity.name] = position }
      if let parent = entity.parent { childPositions[parent, default: []].append(position) }
    }
    let parents = entities.map { [positions] in $0.parent.flatMap { positions[$0] } }
    self.parents = parents
    endsInCycle = Self.cycles(of: parents)
  }

  /// Where the entity of that name stands in the list.
  func position(of name: String) -> Int? { positions[name] }

  /// Where the entities stand that name this one as their parent.
  func children(of name: String) -> [Int] { childPositions[name] ?? [] }

  /// Where the entity and its ancestors stand, from the entity up to its root.
  ///
  /// A parent that is missing ends the list, and so does one that is in it already.
  func lineage(of name: String) -> [Int] {
    guard let start = positions[name] else { return [] }
    var lineage = [start]
    var known: Set = [start]
    while let parent = parents[lineage[lineage.count - 1]] {
      if endsInCycle[start], !known.insert(parent).inserted { break }
      lineage.append(parent)
    }
    return lineage
  }

  /// Whether each ends in a cycle, when its parents are followed; every one is visited once.
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
