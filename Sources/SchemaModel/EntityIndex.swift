/// Finds the entities of a schema by name and by parent in constant time.
struct EntityIndex: Hashable, Sendable {
  private var positions: [String: Int] = [:]
  private var childPositions: [String: [Int]] = [:]

  /// An index of a list of entities.
  ///
  /// Of two with one name the first counts.
  init(_ entities: [Entity]) {
    for (position, entity) in entities.enumerated() {
      if positions[entity.name] == nil { positions[entity.name] = position }
      if let parent = entity.parent { childPositions[parent, default: []].append(position) }
    }
  }

  /// Where the entity of that name stands in the list.
  func position(of name: String) -> Int? { positions[name] }

  /// Where the entities stand that name this one as their parent.
  func children(of name: String) -> [Int] { childPositions[name] ?? [] }
}
