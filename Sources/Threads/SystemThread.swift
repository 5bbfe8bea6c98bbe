#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A thread that the system runs next to this one.
@safe package struct SystemThread {
  #if canImport(Darwin)
    private typealias Handle = pthread_t?
  #else
    private typealias Handle = pthread_t
  #endif

  private let handle: Handle

  /// Starts some work; nil where the system starts no thread.
  ///
  /// Of a stack's size only what is used costs memory.
  package init?(stackSize: Int, _ body: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    guard unsafe pthread_attr_init(&attributes) == 0 else { return nil }
    defer { unsafe pthread_attr_destroy(&attributes) }
    guard unsafe pthread_attr_setstacksize(&attributes, stackSize) == 0 else { return nil }
    let context = unsafe Unmanaged.passRetained(Work(body))
    #if canImport(Darwin)
      var started: Handle = nil
    #else
      var started = Handle()
    #endif
    let failure = unsafe pthread_create(
      &started, &attributes,
      { context in
        unsafe SystemThread.perform(context)
        return nil
      }, context.toOpaque())
    guard failure == 0 else {
      unsafe context.release()
      return nil
    }
    handle = started
  }

  /// Does the work that a thread was given.
  private static func perform(_ context: UnsafeMutableRawPointer?) {
    guard let context = unsafe context else { return }
    unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
  }

  /// Waits until the work is done; to be called once.
  package func join() {
    #if canImport(Darwin)
      unsafe handle.map { unsafe pthread_join($0, nil) }
    #else
      pthread_join(handle, nil)
    #endif
  }

  /// The time for which a processor has done the work; nil where the system does not say.
  var processorTime: Duration? {
    #if canImport(Darwin)
      return nil
    #else
      var clock = clockid_t()
      var time = timespec()
      guard unsafe pthread_getcpuclockid(handle, &clock) == 0,
        unsafe clock_gettime(clock, &time) == 0
      else { return nil }
      return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    #endif
  }

  /// Lets the work go on, and does not wait for it; to be called once, in place of ``join()``.
  func leave() {
    #if canImport(Darwin)
      unsafe handle.map { unsafe pthread_detach($0) }
    #else
      pthread_detach(handle)
    #endif
  }
}

extension SystemThread {
  /// As much as SQLite and a parser need, in bytes.
  package static var usualStackSize: Int { 1 << 20 }

  /// How many processors the machine has; at least one.
  static var processorCount: Int { Swift.max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// Lets this thread do nothing for a while.
  package static func pause(milliseconds: UInt32) { pause(microseconds: milliseconds * 1000) }

  /// Lets this thread do nothing for a moment.
  static func pause(microseconds: UInt32) { usleep(microseconds) }
}

/// Something to do, as an object that a thread can be given.
private final class Work: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}
