/// Work that cannot be stopped, and that is not waited for for ever.
package enum TimedWork {
  /// How much of such work may go on next to the rest at most: each takes a processor for itself.
  package static let abandonedLimit = 8

  private static let abandoned = Guarded(0)

  private struct State<Value: Sendable> {
    var value: Value?
    var isAbandoned = false
  }

  /// What some work comes to; nil where it takes longer than that.
  ///
  /// What counts is the time for which a processor does the work, so that the answer is the same on a busy
  /// machine: there it is waited for ten times as long at most.
  ///
  /// It then goes on next to the rest until it ends by itself, or the process does. While as much of
  /// it goes on as may, no more is begun, and the answer is nil at once.
  package static func value<Value: Sendable>(
    withinMilliseconds limit: Int, stackSize: Int = SystemThread.usualStackSize,
    _ body: @escaping @Sendable () -> Value
  ) -> Value? {
    guard abandoned.withLock({ $0 }) < abandonedLimit else { return nil }
    let state = Guarded(State<Value>())
    let thread = SystemThread(stackSize: stackSize) {
      let value = body()
      state.withLock {
        $0.value = value
        if $0.isAbandoned { abandoned.withLock { $0 -= 1 } }
      }
    }
    guard let thread else { return body() }
    let limit = Duration.milliseconds(limit)
    let start = ContinuousClock.now
    while true {
      if let value = state.withLock({ $0.value }) {
        thread.join()
        return value
      }
      let waited = start.duration(to: .now)
      if waited >= limit, thread.processorTime ?? waited >= limit || waited >= limit * 10 { break }
      SystemThread.pause(microseconds: 50)
    }
    state.withLock {
      // It may have ended just now; then it is late, and in nobody's way.
      guard $0.value == nil else { return }
      $0.isAbandoned = true
      abandoned.withLock { $0 += 1 }
    }
    thread.leave()
    return nil
  }
}
