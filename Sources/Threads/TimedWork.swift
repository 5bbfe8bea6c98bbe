/// Work that cannot be stopped, and that is not waited for for ever.
package enum TimedWork {
  /// What some work comes to; nil where it takes longer than that.
  ///
  /// It then goes on beside the rest until it ends by itself, or the process does.
  package static func value<Value: Sendable>(
    withinMilliseconds limit: Int, _ body: @escaping @Sendable () -> Value
  ) -> Value? {
    let outcome = Guarded<Value?>(nil)
    let thread = SystemThread(stackSize: SystemThread.usualStackSize) {
      let value = body()
      outcome.withLock { $0 = value }
    }
    guard let thread else { return body() }
    let deadline = ContinuousClock.now + .milliseconds(limit)
    while true {
      if let value = outcome.withLock({ $0 }) {
        thread.join()
        return value
      }
      guard ContinuousClock.now < deadline else { break }
      SystemThread.pause(microseconds: 50)
    }
    thread.leave()
    return nil
  }
}
