/// The order in which Core Data hashes the properties of an entity and the entities of a model.
///
/// Both are sorted by the bytes of their names, so that upper case comes first: `isInLibrary` before `isbn`.
/// No known store has names with letters outside ASCII.
enum NameOrder {
  /// The first pair of neighbours whose order is not certain, in a list sorted by bytes.
  static func doubt(in names: [String]) -> FingerprintObstacle? {
    for (first, second) in zip(names, names.dropFirst())
    where !(isCertain(first) && isCertain(second)) {
      return .nameOrder(first, second)
    }
    return nil
  }

  private static func isCertain(_ name: String) -> Bool { name.utf8.allSatisfy { $0 < 0x80 } }

  /// Whether one name comes before another by its UTF-8 bytes.
  static func precedes(_ first: String, _ second: String) -> Bool {
    let answer = first.utf8.withContiguousStorageIfAvailable { first in
      second.utf8.withContiguousStorageIfAvailable { first.lexicographicallyPrecedes($0) }
    }
    return (answer ?? nil) ?? first.utf8.lexicographicallyPrecedes(second.utf8)
  }
}
