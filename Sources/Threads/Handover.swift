#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// What one thread hands to another, in order, and never more at once than there is room for.
///
/// ```swift
/// let rows = Handover<Row>(room: 2)
/// let work = SideWork { defer { rows.end() }; while let row = try next(), rows.put(row) {} }
/// while let row = rows.take() { try insert(row) }
/// try work.value()
/// ```
@safe package final class Handover<Element: Sendable>: @unchecked Sendable {
  // Sendable: all is only touched between the lock and the unlock of the mutex.
  private var elements: [Element] = []
  private var isEnded = false
  private let room: Int
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let change: UnsafeMutablePointer<pthread_cond_t>

  /// A handover in which so many elements may wait, at least one.
  package init(room: Int) {
    self.room = max(room, 1)
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

  /// Hands something over as soon as there is room.
  ///
  /// - Returns: Whether it may be taken; false once one side has ended.
  package func put(_ element: Element) -> Bool {
    withLock {
      wait { elements.count >= room && !isEnded }
      guard !isEnded else { return false }
      elements.append(element)
      return true
    }
  }

  /// Takes what comes next as soon as it is there; nil once one side has ended and nothing is left.
  package func take() -> Element? {
    withLock {
      wait { elements.isEmpty && !isEnded }
      return elements.isEmpty ? nil : elements.removeFirst()
    }
  }

  /// Nothing more comes, or nothing more is wanted; whoever waits goes on.
  package func end() { withLock { isEnded = true } }

  private func wait(while isEarly: () -> Bool) {
    while isEarly() { unsafe pthread_cond_wait(change, mutex) }
  }

  private func withLock<Result>(_ body: () -> Result) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer {
      unsafe pthread_cond_broadcast(change)
      unsafe pthread_mutex_unlock(mutex)
    }
    return body()
  }
}
