extension Array where Element: Sendable {
  /// Transforms the elements on several processors at once; the results are in the order of the elements.
  ///
  /// Few elements are transformed one after the other, where that takes less time than to start a thread.
  package func concurrentMap<Result: Sendable>(
    fromCount fewest: Int = 2, _ transform: @Sendable (Element) -> Result
  ) -> [Result] {
    let helperCount = Swift.min(count, SystemThread.processorCount) - 1
    guard helperCount > 0, count >= fewest else { return map(transform) }
    return withoutActuallyEscaping(transform) { transform in
      let results = Guarded<[Result?]>(Array<Result?>(repeating: nil, count: count))
      let next = Guarded(0)
      // A thread that has finished an element takes the next one, so that a few slow elements do not hold up
      // the others.
      let work: @Sendable () -> Void = {
        while case let position = next.withLock({ $0.advance() }), position < count {
          let result = transform(self[position])
          results.withLock { $0[position] = result }
        }
      }
      let helpers = (0..<helperCount).map { _ in
        SystemThread(stackSize: SystemThread.usualStackSize, work)
      }
      work()
      for helper in helpers { helper?.join() }
      return results.withLock { $0.compactMap(\.self) }
    }
  }
}

extension Int {
  /// Increments the number, and returns the old one.
  fileprivate mutating func advance() -> Int {
    defer { self += 1 }
    return self
  }
}
