#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A thread whose stack is deep enough for recursion as deep as a hostile input asks for.
///
/// ```swift
/// let tree = DeepThread.value { parse(text) }
/// ```
package enum DeepThread {
  /// The stack's size; only what is used of it costs memory.
  private static let stackSize = 512 << 20

  /// What a body comes to on a thread of its own; on this one, where the system starts no other.
  package static func value<Value: Sendable>(of body: @escaping @Sendable () -> Value) -> Value {
    let outcome = Outcome<Value>()
    run(Work { outcome.value = body() })
    return outcome.value ?? body()
  }

  /// Runs some work to its end; does not, where the system starts no thread.
  private static func run(_ work: Work) {
    var attributes = pthread_attr_t()
    guard unsafe pthread_attr_init(&attributes) == 0 else { return }
    defer { unsafe pthread_attr_destroy(&attributes) }
    guard unsafe pthread_attr_setstacksize(&attributes, stackSize) == 0 else { return }
    let context = unsafe Unmanaged.passRetained(work)
    var thread = Thread()
    let failure = unsafe pthread_create(
      &thread, &attributes,
      { context in
        unsafe DeepThread.perform(context)
        return nil
      }, context.toOpaque())
    if failure == 0 { join(thread) } else { unsafe context.release() }
  }

  /// Does the work that a thread was given.
  private static func perform(_ context: UnsafeMutableRawPointer?) {
    guard let context = unsafe context else { return }
    unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
  }

  #if canImport(Darwin)
    private typealias Thread = pthread_t?
    private static func join(_ thread: Thread) { thread.map { unsafe pthread_join($0, nil) } }
  #else
    private typealias Thread = pthread_t
    private static func join(_ thread: Thread) { pthread_join(thread, nil) }
  #endif
}

/// Something to do, as an object that a thread can be given.
private final class Work: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

/// What a thread came to.
private final class Outcome<Value: Sendable>: @unchecked Sendable {
  // Sendable: one thread sets the value, and the other reads it only once that one has ended.
  var value: Value?
}
