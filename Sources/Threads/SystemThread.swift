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

  /// Starts a thread; nil if the system does not start it.
  ///
  /// Only the used part of the stack costs memory.
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

  /// Does the work that was passed to a thread.
  private static func perform(_ context: UnsafeMutableRawPointer?) {
    guard let context = unsafe context else { return }
    unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
  }

  /// Waits until the work is done; must be called only once.
  package func join() {
    #if canImport(Darwin)
      unsafe handle.map { unsafe pthread_join($0, nil) }
    #else
      pthread_join(handle, nil)
    #endif
  }

  /// The processor time of the work; nil if the system does not report it.
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

  /// Lets the thread continue without waiting for it; must be called only once, instead of ``join()``.
  func leave() {
    #if canImport(Darwin)
      unsafe handle.map { unsafe pthread_detach($0) }
    #else
      pthread_detach(handle)
    #endif
  }
}

extension SystemThread {
  /// The stack size that SQLite and a parser need, in bytes.
  package static var usualStackSize: Int { 1 << 20 }

  /// The number of processors of the machine, at least one.
  static var processorCount: Int { Swift.max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// Pauses the current thread.
  package static func pause(milliseconds: UInt32) { pause(microseconds: milliseconds * 1000) }

  /// Pauses the current thread for a moment.
  static func pause(microseconds: UInt32) { usleep(microseconds) }
}

/// The work of a thread, as an object whose address can be passed to it.
private final class Work: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}
