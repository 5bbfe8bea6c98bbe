internal import ArgumentParsing
internal import Files
internal import Programs
internal import Terminal

/// The tool as a whole: parses a command line, runs the command, and writes the outcome.
enum Tool {
  /// Runs the command line with these words.
  static func run(_ words: OwnWords) -> ExitStatus {
    StandardStream.ignoreClosedPipes()
    do {
      let parser = CommandParser(CommandTable.root)
      return try perform(
        parser.parse(words.texts, illegible: words.illegible), words.texts)
    } catch {
      return Console(words.texts).report(Failure(error))
    }
  }

  private static func perform(
    _ outcome: ParsingOutcome, _ words: [String]
  ) throws -> ExitStatus {
    switch outcome {
    case .help(let help):
      try StandardStream.output.write(help.text)
      return .done
    case .version:
      try StandardStream.output.write("migrate \(CommandTable.version)\n")
      return .done
    case .run(let path, let arguments):
      return run(path, arguments, words)
    }
  }

  private static func run(
    _ path: CommandPath, _ arguments: ParsedArguments, _ words: [String]
  ) -> ExitStatus {
    guard let command = CommandTable.command(named: path.command.name) else {
      preconditionFailure("'\(path.name)' is parsed but not in the table")
    }
    let console = Console(
      words, arguments, command: path.name, writesOutput: command.printsResult)
    // A file that must not be written is not used to report that either.
    do {
      try console.checkOutput()
      try useScratch(arguments)
    } catch {
      return console.report(Failure(error), inReports: false)
    }
    do {
      let invocation = Invocation(arguments: arguments)
      if let files = try command.watched(invocation) {
        return Watch(
          command: command, makeInvocation: { Invocation(arguments: arguments) }, console: console
        ).run(files)
      }
      return try console.write(command.outcome(of: invocation))
    } catch {
      let wasInterrupted = Interruption.shared.isRequested
      return console.report(Failure(error).afterInterruption(wasInterrupted))
    }
  }

  /// Moves temporary files to the folder on the command line.
  private static func useScratch(_ arguments: ParsedArguments) throws {
    guard let folder = arguments[CommonOptions.scratch] else { return }
    guard FileStatus(path: folder)?.kind == .directory else {
      throw Failure(unable: "missing-folder", "there is no folder '\(folder)' for '--scratch'")
    }
    guard FileSystem.isWritable(folder) else {
      throw Failure(
        unable: "not-writable", "'\(folder)', which '--scratch' names, cannot be written to")
    }
    TemporaryFiles.move(to: FileSystem.resolved(folder))
  }
}
