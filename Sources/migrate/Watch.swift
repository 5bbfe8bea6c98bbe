internal import Diagnostics
internal import Files
internal import Terminal

/// A job that is done again whenever a file changes that it reads, until somebody ends it.
struct Watch {
  let command: any RunnableCommand.Type
  /// The words of the command line, read anew for each run as the settings may have changed.
  let makeInvocation: () -> Invocation
  let console: Console

  /// How long the files are left alone between two looks at them, in seconds.
  private static let pause = 0.5

  /// Runs the job until Ctrl-C, which is the one way to end it.
  func run(_ first: WatchedFiles) -> ExitStatus {
    Interruption.watch()
    var files = first
    var number = 1
    while true {
      if StandardStream.output.isTerminal { write("\u{1B}[H\u{1B}[2J", to: .output) }
      perform()
      if Interruption.shared.isRequested { return .interrupted }
      if !makeInvocation().isQuiet {
        write(Self.line(number, files), to: .error)
      }
      guard let changed = waitForChange(of: files) else { return .interrupted }
      files = changed
      number += 1
    }
  }

  private func perform() {
    do {
      let outcome = try command.outcome(of: makeInvocation())
      // Whoever ends it has no use for a run that was cut short.
      if !Interruption.shared.isRequested { _ = console.write(outcome) }
    } catch {
      if !Interruption.shared.isRequested { _ = console.report(Failure(error)) }
    }
  }

  private static func line(_ number: Int, _ files: WatchedFiles) -> String {
    "run \(number) at \(SystemClock.timeOfDay()); watching \(Quantity.count(files.count, "file"))"
      + ", Ctrl-C ends it\n"
  }

  /// The files as they are after the next change; nil where somebody ended the wait.
  private func waitForChange(of files: WatchedFiles) -> WatchedFiles? {
    while true {
      SystemClock.sleep(Self.pause)
      if Interruption.shared.isRequested { return nil }
      // Settings that cannot be read at the moment are looked at again when they can.
      if let now = try? command.watched(makeInvocation()), now != files { return now }
    }
  }

  private func write(_ text: String, to stream: StandardStream) {
    // Where nobody reads any more, the exit status is left to tell.
    try? stream.write(text)
  }
}
