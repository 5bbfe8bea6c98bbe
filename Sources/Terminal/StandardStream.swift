internal import Files

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

  /// What it is called, for a sentence.
  fileprivate var name: String {
    switch self {
    case .output: "the standard output"
    case .error: "the standard error"
    }
  }

  /// Writes a text whole.
  ///
  /// Where the reader has gone away (`migrate export | head`), the rest is dropped without a word:
  /// nobody misses it, and a migration under way must not stop for it. ``ignoreClosedPipes()``
  /// must have been called before.
  package func write(_ text: String) throws(StandardStreamError) {
    do throws(SystemError) {
      try SystemFile.borrowed(descriptor: rawValue, path: name).write(Array(text.utf8))
    } catch  where error.isClosedPipe {
    } catch {
      throw StandardStreamError(stream: self, reason: error.reason)
    }
  }

  /// Makes a write to a pipe that nobody reads an error rather than the end of the process.
  package static func ignoreClosedPipes() { _ = signal(SIGPIPE, SIG_IGN) }
}

/// Why something could not be written to a stream.
package struct StandardStreamError: Error, Hashable, Sendable {
  /// The stream.
  package let stream: StandardStream
  /// The system's own words.
  package let reason: String

  /// The sentence: `cannot write to the standard output: no space left on device`.
  package var message: String { "cannot write to \(stream.name): \(reason)" }
}
