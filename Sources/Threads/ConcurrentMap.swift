internal import Dispatch

extension Array where Element: Sendable {
  /// What a transformation makes of each element, in order; several are made at once, where there
  /// are processors for it.
  package func concurrentMap<Result: Sendable>(
    _ transform: @Sendable (Element) -> Result
  ) -> [Result] {
    let results = Results<Result>(count: count)
    DispatchQueue.concurrentPerform(iterations: count) { position in
      results.set(transform(self[position]), at: position)
    }
    return results.all
  }
}

/// Results that several threads fill in.
private final class Results<Result: Sendable>: @unchecked Sendable {
  // Sendable: the values are only touched while the semaphore, which starts at one, is held.
  private var values: [Result?]
  private let turn = DispatchSemaphore(value: 1)

  init(count: Int) { values = Array(repeating: nil, count: count) }

  func set(_ value: Result, at position: Int) {
    turn.wait()
    defer { turn.signal() }
    values[position] = value
  }

  var all: [Result] {
    turn.wait()
    defer { turn.signal() }
    return values.compactMap(\.self)
  }
}
