internal import Threads

/// A thread whose stack is large enough for the recursion depth of hostile input.
///
/// ```swift
/// let tree = DeepThread.value { parse(text) }
/// ```
package enum DeepThread {
  /// The size of the stack in bytes; only the used part costs memory.
  package static let stackSize = 512 << 20

  /// The result of a closure on its own thread, or on the current thread if the system starts no other.
  package static func value<Value: Sendable>(of body: @escaping @Sendable () -> Value) -> Value {
    let outcome = Outcome<Value>()
    SystemThread(stackSize: stackSize) { outcome.value = body() }?.join()
    return outcome.value ?? body()
  }
}

/// The result of a thread.
private final class Outcome<Value: Sendable>: @unchecked Sendable {
  // Sendable: one thread sets the value, and the other thread reads it only after the first has ended.
  var value: Value?
}
