internal import Dispatch

extension Array where Element: Sendable {
  /// What a transformation makes of each element, in order; several are made at once, where there
  /// are processors for it.
  func concurrentMap<Result: Sendable>(
    _ transform: @Sendable (Element) -> Result
  ) -> [Result] {
    var results = [Result?](repeating: nil, count: count)
    let turn = DispatchSemaphore(value: 1)
    DispatchQueue.concurrentPerform(iterations: count) { position in
      let result = transform(self[position])
      turn.wait()
      results[position] = result
      turn.signal()
    }
    return results.compactMap(\.self)
  }
}
