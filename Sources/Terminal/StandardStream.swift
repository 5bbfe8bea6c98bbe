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
  /// The result of the command.
  case output = 1
  /// Progress, summaries and problems.
  case error = 2

  /// Whether the stream is a terminal.
  package var isTerminal: Bool { isatty(rawValue) == 1 }

  /// The name of the stream in a sentence.
  fileprivate var name: String {
    switch self {
    case .output: "the standard output"
    case .error: "the standard error"
    }
  }

  /// Writes a whole text.
  ///
  /// If the reader has closed the pipe (`migrate export | head`), the rest is dropped silently: the text is
  /// not needed, and a migration must not stop for it. ``ignoreClosedPipes()`` must be called first.
  package func write(_ text: String) throws(StandardStreamError) {
    do throws(SystemError) {
      try SystemFile.borrowed(descriptor: rawValue, path: name).write(Array(text.utf8))
    } catch  where error.isClosedPipe {
    } catch {
      throw StandardStreamError(stream: self, reason: error.reason)
    }
  }

  /// Turns a write to a closed pipe into an error, which would otherwise end the process.
  package static func ignoreClosedPipes() { _ = signal(SIGPIPE, SIG_IGN) }
}

/// The error of a write to a stream.
package struct StandardStreamError: Error, Hashable, Sendable {
  /// The stream.
  package let stream: StandardStream
  /// The system's message.
  package let reason: String

  /// The message: `cannot write to the standard output: no space left on device`.
  package var message: String { "cannot write to \(stream.name): \(reason)" }
}
