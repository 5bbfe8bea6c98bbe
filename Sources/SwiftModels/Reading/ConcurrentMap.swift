internal import Dispatch
internal import Synchronization

extension Array where Element: Sendable {
  /// What a function makes of each element, in their order; the elements are looked at side by side.
  func concurrentMap<Result: Sendable>(_ transform: @Sendable (Element) -> Result) -> [Result] {
    let results = Mutex<[Int: Result]>([:])
    DispatchQueue.concurrentPerform(iterations: count) { place in
      let result = transform(self[place])
      results.withLock { $0[place] = result }
    }
    return results.withLock { results in indices.compactMap { results[$0] } }
  }
}
