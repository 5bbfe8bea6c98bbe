/// The next positions in the lists of objects, so that a long list is not asked for its end each time.
struct LinkPositions {
  /// A list: the column with the positions in it, and the object whose list it is.
  struct List: Hashable {
    var table: String
    var column: String
    var owner: Int64
  }

  /// So many lists are remembered; a file may lead to any number.
  private static let limit = 10_000

  /// Whether nobody else gives positions: then they are remembered.
  let areAlone: Bool
  private var known: [List: Int64] = [:]

  init(areAlone: Bool) { self.areAlone = areAlone }

  /// The next position in a list, which is taken with it; one that is not remembered is asked for.
  mutating func next(_ list: List, asking: () throws -> Int64) rethrows -> Int64 {
    guard areAlone else { return try asking() }
    let position = try known[list] ?? asking()
    if known.count >= Self.limit { known.removeAll() }
    known[list] = position + 1
    return position
  }
}
