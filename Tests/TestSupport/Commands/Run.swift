package import Foundation

/// The output and exit status of a command; 128 and more for a signal, as in a shell.
package struct Run: Hashable {
  /// The standard output.
  package var output: String
  /// The standard error.
  package var error: String
  /// Its exit status.
  package var status: Int32

  /// A run from its parts.
  package init(output: String, error: String, status: Int32) {
    (self.output, self.error, self.status) = (output, error, status)
  }

  /// The last line of both streams together.
  package var lastLine: String {
    (output + error).split(separator: "\n").last.map(String.init) ?? ""
  }
}

/// An error for a command that failed in a test's preparation.
package struct Unexpected: Error {
  /// The result of the command.
  package var run: Run

  /// An error for the result of a command.
  package init(_ run: Run) { self.run = run }
}

/// A command that is at work.
package struct RunningCommand {
  /// Its process.
  package let process: Process
  let output: URL
  let error: URL

  /// Sends it a signal.
  package func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Waits for its end.
  package func finish() throws -> Run {
    process.waitUntilExit()
    return Run(
      output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
      error: String(decoding: try Data(contentsOf: error), as: UTF8.self),
      status: process.terminationReason == .exit
        ? process.terminationStatus : 128 + process.terminationStatus)
  }

  /// Waits until something holds; false where the command ends before, or after a minute.
  package func wait(until condition: () -> Bool) -> Bool {
    for _ in 0..<6000 {
      if condition() { return true }
      guard process.isRunning else { return condition() }
      Thread.sleep(forTimeInterval: 0.01)
    }
    return false
  }
}
