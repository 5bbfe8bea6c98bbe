/// The next positions in the lists of objects, cached so that the end of a long list is not queried each
/// time.
struct LinkPositions {
  /// A list: the column of its positions, and the object that owns the list.
  struct List: Hashable {
    var table: String
    var column: String
    var owner: Int64
  }

  /// The largest number of cached lists, because a file may have any number.
  private static let limit = 10_000

  /// Whether nothing else assigns positions, such as a trigger; only then are positions cached.
  let areAlone: Bool
  private var known: [List: Int64] = [:]

  init(areAlone: Bool) { self.areAlone = areAlone }

  /// Returns the next position in a list, and advances it; a position that is not cached is queried.
  mutating func next(_ list: List, asking: () throws -> Int64) rethrows -> Int64 {
    guard areAlone else { return try asking() }
    let position = try known[list] ?? asking()
    if known.count >= Self.limit { known.removeAll() }
    known[list] = position + 1
    return position
  }
}
