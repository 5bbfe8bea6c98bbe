#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A value that several threads share, one at a time, and whose state a thread can wait for.
///
/// ```swift
/// let count = Awaited(0)
/// let work = SideWork { count.withLock { $0 += 1 } }
/// count.withLock(once: { $0 > 0 }) { print($0) }  // 1
/// ```
@safe package final class Awaited<Value>: @unchecked Sendable {
  // Sendable: the value is only accessed while the mutex is locked. The mutex and the condition stay at one
  // address for the lifetime of this object.
  private var value: Value
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let change: UnsafeMutablePointer<pthread_cond_t>

  /// Shares a value.
  package init(_ value: Value) {
    self.value = value
    unsafe mutex = .allocate(capacity: 1)
    unsafe change = .allocate(capacity: 1)
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(change, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(change)
    unsafe pthread_mutex_destroy(mutex)
    unsafe change.deallocate()
    unsafe mutex.deallocate()
  }

  /// Waits until the value meets a condition, and then accesses it while no other thread does.
  ///
  /// Threads that wait for another value check it again afterwards.
  package func withLock<Result>(
    once isReady: (Value) -> Bool = { _ in true }, _ body: (inout Value) throws -> Result
  ) rethrows -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer {
      unsafe pthread_cond_broadcast(change)
      unsafe pthread_mutex_unlock(mutex)
    }
    while !isReady(value) { unsafe pthread_cond_wait(change, mutex) }
    return try body(&value)
  }
}
