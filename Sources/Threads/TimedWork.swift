/// Work that cannot be stopped, and that is waited for only for a limited time.
package enum TimedWork {
  /// The largest number of abandoned works that run at once: each takes a processor.
  package static let abandonedLimit = 8

  private static let abandoned = Guarded(0)

  private struct State<Value: Sendable> {
    var value: Value?
    var isAbandoned = false
  }

  /// The result of the work; nil if it takes longer than the limit.
  ///
  /// The limit is for the processor time of the work, so that the result is the same on a busy machine. The
  /// work is waited for at most ten times as long.
  ///
  /// After the limit, the work continues until it or the process ends. While the largest number of such works
  /// runs, no more is begun, and the result is nil at once.
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
      // The work may have ended just now; then it is not counted as abandoned.
      guard $0.value == nil else { return }
      $0.isAbandoned = true
      abandoned.withLock { $0 += 1 }
    }
    thread.leave()
    return nil
  }
}
