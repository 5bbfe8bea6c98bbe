internal import Threads

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The wish that the work ends: Ctrl-C, a terminal that is closed, or a request of the system.
///
/// The first one is remembered: whatever is at work asks for it now and then, and undoes what it
/// began. The second one ends the process at once, as if it had not been watched.
package final class Interruption: Sendable {
  /// The one of this process.
  package static let shared = Interruption()

  private let state = Guarded(State())

  private struct State {
    var isWatching = false
    var watched: [Int32] = []
    var isRequested = false
  }

  /// One that nothing requests yet; a process has need of ``shared`` only.
  package init() {}

  /// Whether the end of the work was asked for.
  package var isRequested: Bool { state.withLock { $0.isRequested } }

  /// Watches for it from now on; to be called before any other thread begins.
  ///
  /// A signal handler could do next to nothing safely. So the signals are blocked, and a thread of
  /// its own waits for them. Those that are ignored (`nohup`) stay so.
  package static func watch() {
    guard shared.state.withLock({ !replace(&$0.isWatching, with: true) }) else { return }
    let watched = [SIGINT, hangUp, SIGTERM].filter { !isIgnored($0) }
    shared.state.withLock { $0.watched = watched }
    guard !watched.isEmpty else { return }
    setBlocked(true, watched)
    var thread = Thread()
    let failure = unsafe pthread_create(
      &thread, nil,
      { _ in
        Interruption.shared.waitForSignals()
        return nil
      }, nil)
    if failure == 0 { startedThread(thread) } else { setBlocked(false, watched) }
  }

  /// Does what a Ctrl-C does.
  package func request() { state.withLock { $0.isRequested = true } }
}

// MARK: - The signals

extension Interruption {
  /// What a process gets whose terminal is closed.
  private static let hangUp = SIGHUP

  private func waitForSignals() {
    let watched = state.withLock { $0.watched }
    _ = Self.signal(of: watched)
    request()
    // The system and the shell both tell that a terminal is closed, and a supervisor may tell so
    // after it asked for the end. Nobody has lost patience then.
    let impatient = watched.filter { $0 != Self.hangUp }
    if !impatient.isEmpty { Self.endProcess(by: Self.signal(of: impatient)) }
  }

  /// Waits for one of some signals.
  private static func signal(of watched: [Int32]) -> Int32 {
    var signals = set(of: watched)
    var received: Int32 = 0
    while unsafe sigwait(&signals, &received) != 0 {}
    return received
  }

  /// Lets the signal do what it does by default, so that a shell sees how the process ended.
  private static func endProcess(by signal: Int32) {
    restoreDefault(signal)
    setBlocked(false, [signal])
    kill(getpid(), signal)
    // The first process of a container has no defaults.
    _exit(128 + signal)
  }

  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    unsafe sigaction(signal, nil, &action)
    #if canImport(Darwin)
      let handler = unsafe action.__sigaction_u.__sa_handler
    #else
      let handler = unsafe action.__sigaction_handler.sa_handler
    #endif
    return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  private static func set(of members: [Int32]) -> sigset_t {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for signal in members { unsafe sigaddset(&signals, signal) }
    return signals
  }

  private static func setBlocked(_ isBlocked: Bool, _ watched: [Int32]) {
    var signals = set(of: watched)
    unsafe pthread_sigmask(isBlocked ? SIG_BLOCK : SIG_UNBLOCK, &signals, nil)
  }
}

// Within the type, `signal` is its own.
private func restoreDefault(_ number: Int32) { _ = signal(number, SIG_DFL) }

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
