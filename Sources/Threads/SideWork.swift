/// Work that runs on another thread while the current thread continues.
///
/// ```swift
/// let sum = SideWork { try sum(of: table) }
/// try fill(otherTable)
/// try sum.value()
/// ```
package final class SideWork<Value> {
  private let body: @Sendable () throws -> Value
  private let outcome = Guarded<Result<Value, any Error>?>(nil)
  private var thread: SystemThread?

  /// Begins the work.
  ///
  /// If the system starts no thread, the work is done when its value is asked for.
  package init(_ body: @escaping @Sendable () throws -> Value) {
    self.body = body
    thread = SystemThread(stackSize: SystemThread.usualStackSize) { [outcome] in
      let result = Result { try body() }
      outcome.withLock { $0 = result }
    }
  }

  /// No thread outlives the object that waits for it.
  deinit { thread?.join() }

  /// Whether a thread does the work; otherwise the work is done when its value is asked for.
  package var isBeside: Bool { thread != nil }

  /// Waits until the work is done, and returns its result.
  ///
  /// - Throws: the error of the work.
  package func value() throws -> Value {
    thread?.join()
    thread = nil
    let result = outcome.withLock { $0 } ?? Result { try body() }
    outcome.withLock { $0 = result }
    return try result.get()
  }

  /// Waits until a condition is true that the work brings about, or until the work is done.
  package func wait(until isTrue: () -> Bool) {
    while thread != nil, !isTrue(), outcome.withLock({ $0 == nil }) {
      SystemThread.pause(milliseconds: 1)
    }
  }

  /// Waits like ``value()``, and calls a function many times a second meanwhile, such as a check for
  /// cancellation.
  package func value(meanwhile act: () -> Void) throws -> Value {
    while thread != nil, outcome.withLock({ $0 == nil }) {
      act()
      SystemThread.pause(milliseconds: 2)
    }
    return try value()
  }
}
