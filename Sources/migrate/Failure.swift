internal import ArgumentParsing
internal import Diagnostics
internal import Files
internal import Terminal

/// Why a command could not do its job: the one place where an error becomes text and a status.
struct Failure: Error {
  /// How the command ends.
  var status: ExitStatus
  /// What is wrong, and the way out.
  var diagnostics: [Diagnostic]
  /// What helps with the command line, in lines below the rest; not for JSON.
  var advice = ""
  /// What has to be done outside of all that the command was given, before the same command works.
  var circumstance: Circumstance?
  /// What became of the store, where there is one.
  var lastLine: LastLine?

  /// A failure from its parts.
  init(_ status: ExitStatus, _ diagnostics: [Diagnostic]) {
    self.status = status
    self.diagnostics = diagnostics
  }

  /// A job that cannot be done, for one reason.
  init(unable code: String, _ message: String, notes: [Diagnostic.Note] = []) {
    self.init(.unable, [Diagnostic(code: code, message, notes: notes)])
  }

  /// A folder without schema files where some are needed.
  static func noSchemaFiles(in folder: String) -> Failure {
    Failure(unable: "no-schema-files", "'\(folder)' has no schema files")
  }

  /// Whatever was thrown.
  init(_ error: any Error) {
    switch error {
    case let error as Failure: self = error
    case let error as UsageError: self.init(error)
    case let error as DiagnosticsError: self.init(.unable, error.diagnostics.offeringSource)
    case let error as SystemError:
      let folder: Diagnostic.Note? =
        if case .missingFolder(let path) = Circumstance(error) {
          .init("make the folder: mkdir -p \(path.shellWord)")
        } else { nil }
      self.init(unable: "system-error", error.message, notes: [folder].compactMap(\.self))
      circumstance = Circumstance(error)
    case let error as StandardStreamError: self.init(unable: "system-error", error.message)
    default:
      self =
        Failure(ofStore: error) ?? Failure(unable: "unexpected-error", "\(error)")
    }
  }

  /// How a folder of schema files is named for a command that takes none as an argument.
  static func folderNotes(on word: String, of command: String) -> [Diagnostic.Note] {
    guard FileSystem.isFolder(word) else { return [] }
    return [
      SwiftPaths.isSource(word)
        ? .init("a folder of Swift files is named in migrate.yml: sources: \(word)")
        : .init("name the folder with --schemas: migrate \(command) --schemas \(word.shellWord)")
    ]
  }

  /// The same failure, with a status of its own where the user asked for it and nothing is amiss.
  func afterInterruption(_ wasInterrupted: Bool) -> Failure {
    guard wasInterrupted, status == .unable || status == .rolledBack else { return self }
    var failure = self
    failure.status = .interrupted
    return failure
  }

  private init(_ error: UsageError) {
    let help = HelpText(error.path)
    // Who types no command at all asks which there are.
    if error.problems == [.missingCommand] {
      self.init(.usage, [])
      advice = help.text
    } else {
      self.init(
        .usage,
        error.problems.map { problem in
          Diagnostic(
            code: problem.code, problem.message,
            notes: problem.insteadNotes(error.path) + problem.folderNotes(error.path)
              + problem.outputNotes(error.path) + problem.storeNotes(error)
              + RestoreCommand.notes(on: problem, error))
        })
      advice = "\(help.usage)\n\(help.pointer)\n"
    }
  }
}

extension UsageProblem {
  /// How a folder is named, where one stands as an argument of a command that takes none.
  fileprivate func folderNotes(_ path: CommandPath) -> [Diagnostic.Note] {
    let option = CommonOptions.schemas.declaration.name
    guard path.command.allOptions.contains(where: { $0.name == option }),
      !path.command.arguments.contains(where: { $0.count == .one })
    else { return [] }
    return switch self {
    case .unexpectedArgument(let word), .invalidValue(let word, .argument, _, _):
      Failure.folderNotes(on: word, of: path.command.name)
    case .illegibleWord, .missingCommand, .unknownCommand, .unknownOption, .optionBeforeCommand,
      .missingValue, .unexpectedValue, .invalidValue, .repeatedOption, .missingArgument:
      []
    }
  }

  /// The stores that lie there, where one is to be named.
  fileprivate func storeNotes(_ error: UsageError) -> [Diagnostic.Note] {
    guard self == .missingArgument(CommonOptions.store.declaration.name),
      ![CreateCommand.commandName, RestoreCommand.commandName].contains(error.path.command.name)
    else { return [] }
    return NeighbouringStores(of: "STORE").note.map { [.init($0)] } ?? []
  }

  /// How a store or a file to write is named, where one stands as an argument.
  fileprivate func outputNotes(_ path: CommandPath) -> [Diagnostic.Note] {
    guard case .unexpectedArgument(let word) = self, word.contains(".") else { return [] }
    // What 'create' writes is named by its argument.
    if path.command.name == CreateCommand.commandName {
      return [.init("a run writes one store; then: migrate create \(word.shellWord)")]
    }
    let options = path.command.allOptions.map(\.name)
    let isStore = FileSystem.exists(word) && options.contains("store")
    if isStore { return [.init("a store is named with '--store \(word.shellWord)'")] }
    return FileSystem.exists(word) || !options.contains("output")
      ? [] : [.init("the file to write is named with '-o \(word.shellWord)'")]
  }
}
