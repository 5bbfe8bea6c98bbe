internal import Threads

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A request to end the work: Ctrl-C, a closed terminal, or a signal of the system.
///
/// The first request is remembered: long work checks for it now and then, and undoes what it began. The
/// second request ends the process at once, as if signals were not watched.
package final class Interruption: Sendable {
  /// The interruption of this process.
  package static let shared = Interruption()

  private let state = Guarded(State())

  private struct State {
    var isWatching = false
    var watched: [Int32] = []
    var isRequested = false
  }

  /// An interruption that is not requested yet; a process needs only ``shared``.
  package init() {}

  /// Whether the end of the work was requested.
  package var isRequested: Bool { state.withLock { $0.isRequested } }

  /// Begins to watch for signals; must be called before any other thread begins.
  ///
  /// Almost nothing is safe in a signal handler. So the signals are blocked, and a separate thread waits for
  /// them. Signals that are ignored (`nohup`) stay ignored.
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

  /// Requests the end of the work, as Ctrl-C does.
  package func request() { state.withLock { $0.isRequested = true } }
}

// MARK: - The signals

extension Interruption {
  /// The signal of a closed terminal.
  private static let hangUp = SIGHUP

  private func waitForSignals() {
    let watched = state.withLock { $0.watched }
    _ = Self.signal(of: watched)
    request()
    // Both the system and the shell send this signal when a terminal is closed. A supervisor may also send it
    // after it requested the end. So a second signal of this kind does not end the process.
    let impatient = watched.filter { $0 != Self.hangUp }
    if !impatient.isEmpty { Self.endProcess(by: Self.signal(of: impatient)) }
  }

  /// Waits for one of several signals.
  private static func signal(of watched: [Int32]) -> Int32 {
    var signals = set(of: watched)
    var received: Int32 = 0
    while unsafe sigwait(&signals, &received) != 0 {}
    return received
  }

  /// Ends the process by the default action of the signal, so that a shell sees how it ended.
  private static func endProcess(by signal: Int32) {
    restoreDefault(signal)
    setBlocked(false, [signal])
    kill(getpid(), signal)
    // The first process of a container has no default actions.
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

// Inside the type, `signal` means the type's own function.
private func restoreDefault(_ number: Int32) { _ = signal(number, SIG_DFL) }

#if canImport(Darwin)
  private typealias Thread = pthread_t?
  private func startedThread(_ thread: Thread) { thread.map { pthread_detach($0) } }
#else
  private typealias Thread = pthread_t
  private func startedThread(_ thread: Thread) { pthread_detach(thread) }
#endif

/// Gives a variable a new value, and returns the old one.
private func replace<Value>(_ variable: inout Value, with value: Value) -> Value {
  defer { variable = value }
  return variable
}
