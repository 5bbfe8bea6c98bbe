/// Values that took a while to make, kept with what they were made of.
///
/// It has room for a few, and forgets the one that was asked for longest ago. Keys are compared one by one,
/// so they should be of a kind that tells quickly whether two are the same.
///
/// ```swift
/// let shelf = Shelf<Int, [Int]>(room: 2)
/// shelf.value(for: 3) { [1, 2, 3] }  // [1, 2, 3]
/// shelf.value(for: 3) { [] }  // [1, 2, 3]
/// ```
package final class Shelf<Key: Equatable, Value>: Sendable {
  private let room: Int
  /// The one that was asked for last comes first.
  private let entries = Guarded<[(key: Key, value: Value)]>([])

  /// A shelf with room for so many.
  package init(room: Int) { self.room = room }

  /// The value of a key, made where it is not here.
  package func value(for key: Key, _ make: () -> Value) -> Value {
    if let known = known(key) { return known }
    // Nobody waits for it: another thread may make the same meanwhile, and it is put here once.
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
