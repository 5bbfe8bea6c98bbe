#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A value that several threads share, one at a time.
///
/// It does what `Synchronization.Mutex` does, which the oldest supported macOS lacks.
@safe package final class Guarded<Value>: @unchecked Sendable {
  // Sendable: the value is only touched between the lock and the unlock of the mutex, which stays
  // at one address for as long as this object lives.
  private var value: Value
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  /// Shares a value.
  package init(_ value: Value) {
    self.value = value
    unsafe mutex = .allocate(capacity: 1)
    unsafe pthread_mutex_init(mutex, nil)
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  /// Does something with the value while no other thread does.
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
