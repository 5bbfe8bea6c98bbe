extension Array where Element: Sendable {
  /// What a transformation makes of each element, in order; several are made at once, where there
  /// are processors for it.
  package func concurrentMap<Result: Sendable>(
    _ transform: @Sendable (Element) -> Result
  ) -> [Result] {
    let helperCount = Swift.min(count, SystemThread.processorCount) - 1
    guard helperCount > 0 else { return map(transform) }
    return withoutActuallyEscaping(transform) { transform in
      let results = Guarded<[Result?]>(Array<Result?>(repeating: nil, count: count))
      let next = Guarded(0)
      // Whoever has done one element takes the next, so that a few that take long hold up none.
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
  /// The number, which is one more afterwards.
  fileprivate mutating func advance() -> Int {
    defer { self += 1 }
    return self
  }
}
