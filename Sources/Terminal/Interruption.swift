#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The wish of the person at the keyboard that the work ends: Ctrl-C.
///
/// The first one is remembered: whatever is at work asks for it now and then, and undoes what it
/// began. The second one ends the process at once, as if it had not been watched.
package final class Interruption: Sendable {
  /// The one of this process.
  package static let shared = Interruption()

  private let state = Guarded(State())

  private struct State {
    var isWatching = false
    var isRequested = false
  }

  /// One that nothing requests yet; a process has need of ``shared`` only.
  package init() {}

  /// Whether the end of the work was asked for.
  package var isRequested: Bool { state.withLock { $0.isRequested } }

  /// Watches for Ctrl-C from now on; to be called before any other thread begins.
  ///
  /// A signal handler could do next to nothing safely. So the signal is blocked, and a thread of
  /// its own waits for it. Where the signal is ignored (`nohup`), it stays so.
  package static func watch() {
    guard !isIgnored, shared.state.withLock({ !replace(&$0.isWatching, with: true) }) else {
      return
    }
    setBlocked(true)
    var thread = Thread()
    let failure = unsafe pthread_create(
      &thread, nil,
      { _ in
        Interruption.shared.waitForSignals()
        return nil
      }, nil)
    if failure == 0 { startedThread(thread) } else { setBlocked(false) }
  }

  /// Does what a Ctrl-C does.
  package func request() { state.withLock { $0.isRequested = true } }
}

// MARK: - The signal

extension Interruption {
  private func waitForSignals() {
    Self.waitForSignal()
    request()
    Self.waitForSignal()
    Self.endProcess()
  }

  private static func waitForSignal() {
    var signals = signalSet
    var received: Int32 = 0
    while unsafe sigwait(&signals, &received) != 0 {}
  }

  /// Lets the signal do what it does by default, so that a shell sees how the process ended.
  private static func endProcess() {
    _ = signal(SIGINT, SIG_DFL)
    setBlocked(false)
    kill(getpid(), SIGINT)
  }

  private static var isIgnored: Bool {
    var action = sigaction()
    unsafe sigaction(SIGINT, nil, &action)
    #if canImport(Darwin)
      let handler = unsafe action.__sigaction_u.__sa_handler
    #else
      let handler = unsafe action.__sigaction_handler.sa_handler
    #endif
    return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  private static var signalSet: sigset_t {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGINT)
    return signals
  }

  private static func setBlocked(_ isBlocked: Bool) {
    var signals = signalSet
    unsafe pthread_sigmask(isBlocked ? SIG_BLOCK : SIG_UNBLOCK, &signals, nil)
  }
}

#if canImport(Darwin)
  private typealias Thread = pthread_t?
  private func startedThread(_ thread: Thread) { thread.map { pthread_detach($0) } }
#else
  private typealias Thread = pthread_t
  private func startedThread(_ thread: Thread) { pthread_detach(thread) }
#endif

/// Gives a variable a new value and returns the old one.
private func replace<Value>(_ variable: inout Value, with value: Value) -> Value {
  defer { variable = value }
  return variable
}
