internal import Diagnostics
internal import Files
internal import Terminal

/// A command that is repeated whenever one of its files changes, until the user ends it.
struct Watch {
  let command: any RunnableCommand.Type
  /// Parses the command line again for each run, because the settings may have changed.
  let makeInvocation: () -> Invocation
  let console: Console

  /// The pause between two checks of the files, in seconds.
  private static let pause = 0.5

  /// Repeats the command until Ctrl-C.
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
      // After an interruption, the incomplete result is not shown.
      if !Interruption.shared.isRequested { _ = console.write(outcome) }
    } catch {
      if !Interruption.shared.isRequested { _ = console.report(Failure(error)) }
    }
  }

  private static func line(_ number: Int, _ files: WatchedFiles) -> String {
    "run \(number) at \(SystemClock.timeOfDay()); watching \(Quantity.count(files.count, "file"))"
      + ", Ctrl-C ends it\n"
  }

  /// The files after the next change; nil if the user ended the wait.
  private func waitForChange(of files: WatchedFiles) -> WatchedFiles? {
    while true {
      SystemClock.sleep(Self.pause)
      if Interruption.shared.isRequested { return nil }
      // Settings that cannot be read at the moment are read again later.
      if let now = try? command.watched(makeInvocation()), now != files { return now }
    }
  }

  private func write(_ text: String, to stream: StandardStream) {
    // If the output is closed, only the exit status remains.
    try? stream.write(text)
  }
}
