internal import Threads

/// A thread whose stack is deep enough for recursion as deep as a hostile input asks for.
///
/// ```swift
/// let tree = DeepThread.value { parse(text) }
/// ```
package enum DeepThread {
  /// The size of the stack, in bytes; only what is used of it costs memory.
  package static let stackSize = 512 << 20

  /// What a body comes to on a thread of its own; on this one, where the system starts no other.
  package static func value<Value: Sendable>(of body: @escaping @Sendable () -> Value) -> Value {
    let outcome = Outcome<Value>()
    SystemThread(stackSize: stackSize) { outcome.value = body() }?.join()
    return outcome.value ?? body()
  }
}

/// What a thread came to.
private final class Outcome<Value: Sendable>: @unchecked Sendable {
  // Sendable: one thread sets the value, and the other reads it only once that one has ended.
  var value: Value?
}
