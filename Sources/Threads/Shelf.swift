/// A small cache of values that are slow to make.
///
/// If it is full, the value that was not used for the longest time is removed. Keys are compared one by one,
/// so they should be quick to compare.
///
/// ```swift
/// let shelf = Shelf<Int, [Int]>(room: 2)
/// shelf.value(for: 3) { [1, 2, 3] }  // [1, 2, 3]
/// shelf.value(for: 3) { [] }  // [1, 2, 3]
/// ```
package final class Shelf<Key, Value>: Sendable {
  private let room: Int
  /// The most recently used entry comes first.
  private let entries = Guarded<[(key: Key, value: Value)]>([])

  /// A cache with room for a number of values.
  package init(room: Int) { self.room = room }
}

extension Shelf where Key: Equatable {
  /// The value of a key, made if the cache does not have it.
  package func value(for key: Key, _ make: () -> Value) -> Value {
    if let known = known(key) { return known }
    // The lock is not held here: another thread may make the same value meanwhile, and only one is kept.
    let value = make()
    return entries.withLock { entries in
      entries.removeAll { $0.key == key }
      entries.insert((key, value), at: 0)
      entries.removeLast(max(entries.count - room, 0))
      return value
    }
  }

  private func known(_ key: Key) -> Value? {
    entries.withLock { entries in
      guard let place = entries.firstIndex(where: { $0.key == key }) else { return nil }
      let entry = entries.remove(at: place)
      entries.insert(entry, at: 0)
      return entry.value
    }
  }
}
