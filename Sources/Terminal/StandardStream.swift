#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// One of the two streams that a command writes to.
package enum StandardStream: Int32, Sendable {
  /// What the command was asked for.
  case output = 1
  /// Progress, summaries and trouble.
  case error = 2

  /// Whether a person is looking at it.
  package var isTerminal: Bool { isatty(rawValue) == 1 }

  /// Writes a text whole.
  ///
  /// Where the reader has gone away (`migrate export | head`), the rest is dropped without a word:
  /// nobody misses it, and a migration under way must not stop for it. ``ignoreClosedPipes()``
  /// must have been called before.
  package func write(_ text: String) throws(SystemError) {
    do throws(SystemError) {
      try writeAll(text, to: rawValue)
    } catch  where error.number == EPIPE {
    } catch {
      let name = self == .output ? "the standard output" : "the standard error"
      throw SystemError(writingTo: name, error.number)
    }
  }

  /// Makes a write to a pipe that nobody reads an error rather than the end of the process.
  package static func ignoreClosedPipes() { _ = signal(SIGPIPE, SIG_IGN) }
}
