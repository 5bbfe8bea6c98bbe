#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A value that several threads share, one at a time.
///
/// It works like `Synchronization.Mutex`, which the oldest supported macOS does not have.
@safe package final class Guarded<Value>: @unchecked Sendable {
  // Sendable: the value is only accessed while the mutex is locked. The mutex stays at one address for the
  // lifetime of this object.
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

  /// Accesses the value while no other thread does.
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
