/// Work that is done next to what this thread does.
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

  /// Begins the work; where the system starts no thread, it is done when it is asked for.
  package init(_ body: @escaping @Sendable () throws -> Value) {
    self.body = body
    thread = SystemThread(stackSize: SystemThread.usualStackSize) { [outcome] in
      let result = Result { try body() }
      outcome.withLock { $0 = result }
    }
  }

  /// Nothing goes on that nobody waits for.
  deinit { thread?.join() }

  /// Whether a thread is at it; otherwise it is done when it is asked for.
  package var isBeside: Bool { thread != nil }

  /// Waits until the work is done, and returns what it came to.
  ///
  /// - Throws: what ended it.
  package func value() throws -> Value {
    thread?.join()
    thread = nil
    let result = outcome.withLock { $0 } ?? Result { try body() }
    outcome.withLock { $0 = result }
    return try result.get()
  }

  /// Waits until something has come true that the work brings about, or the work is done.
  package func wait(until isTrue: () -> Bool) {
    while thread != nil, !isTrue(), outcome.withLock({ $0 == nil }) {
      SystemThread.pause(milliseconds: 1)
    }
  }

  /// The same as ``value()``, and does something many times a second until then, such as to ask whether the work
  /// is to end early.
  package func value(meanwhile act: () -> Void) throws -> Value {
    while thread != nil, outcome.withLock({ $0 == nil }) {
      act()
      SystemThread.pause(milliseconds: 2)
    }
    return try value()
  }
}
