internal import ArgumentParsing
internal import Diagnostics
internal import Files
internal import SchemaModel
internal import SchemaYAML
internal import StoreArchive
internal import Terminal

/// The failure of a command: the only place where an error becomes a text and an exit status.
struct Failure: Error {
  /// The exit status of the command.
  var status: ExitStatus
  /// The problems, with advice.
  var diagnostics: [Diagnostic]
  /// Help with the command line, in lines below the problems; not for JSON.
  var advice = ""
  /// An obstacle outside of the command's input that must be removed before the same command works.
  var circumstance: Circumstance?
  /// The last line about the store, if there is one.
  var lastLine: LastLine?

  /// Creates a failure from its parts.
  init(_ status: ExitStatus, _ diagnostics: [Diagnostic]) {
    self.status = status
    self.diagnostics = diagnostics
  }

  /// A failure for a single reason.
  init(unable code: String, _ message: String, notes: [Diagnostic.Note] = []) {
    self.init(.unable, [Diagnostic(code: code, message, notes: notes)])
  }

  /// The failure of a folder without schema files.
  static func noSchemaFiles(in folder: String) -> Failure {
    Failure(unable: "no-schema-files", "'\(folder)' has no schema files")
  }

  /// Creates a failure from any error.
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

  /// Notes on how to name a folder of schema files, for a command without such an argument.
  static func folderNotes(on word: String, of command: String) -> [Diagnostic.Note] {
    if SwiftPaths.isSource(word) {
      return [.init("Swift files are named in migrate.yml: sources: \(word)")]
    }
    guard FileSystem.isFolder(word) else { return [] }
    return [
      .init("name the folder with --schemas: migrate \(command) --schemas \(word.shellWord)")
    ]
  }

  /// The failure with the status of an interruption, if the user interrupted the command and nothing else is
  /// wrong.
  func afterInterruption(_ wasInterrupted: Bool) -> Failure {
    guard wasInterrupted, status == .unable || status == .rolledBack else { return self }
    var failure = self
    failure.status = .interrupted
    return failure
  }

  private init(_ error: UsageError) {
    let help = HelpText(error.path)
    // A command line without a command shows the list of commands.
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
  /// Notes on how to name a folder that was given as an argument.
  fileprivate func folderNotes(_ path: CommandPath) -> [Diagnostic.Note] {
    let option = CommonOptions.schemas.declaration.name
    guard path.command.allOptions.contains(where: { $0.name == option }),
      !path.command.arguments.contains(where: { $0.count == .one })
    else { return [] }
    return switch self {
    case .unexpectedArgument(let word), .invalidValue(let word, .argument, _, _):
      Failure.folderNotes(
        on: SchemaReader.isSchemaFile(named: word) && FileSystem.exists(word)
          ? FilePath.folder(of: word) : word, of: path.command.name)
    case .illegibleWord, .missingCommand, .unknownCommand, .unknownOption, .optionBeforeCommand,
      .missingValue, .unexpectedValue, .invalidValue, .repeatedOption, .missingArgument:
      []
    }
  }

  /// Notes on the stores in the folder, if a store must be named.
  fileprivate func storeNotes(_ error: UsageError) -> [Diagnostic.Note] {
    guard self == .missingArgument(CommonOptions.store.declaration.name),
      ![CreateCommand.commandName, RestoreCommand.commandName].contains(error.path.command.name)
    else { return [] }
    let comparison: [Diagnostic.Note] =
      error.path.command.name == PlanCommand.commandName
      ? [.init("versions are compared without a store: migrate diff VERSION VERSION")] : []
    return [
      .init(
        NeighbouringStores(of: "STORE").note
          ?? "a store with sample data is made with: migrate create sample.store --sample 20")
    ] + comparison
  }

  /// Notes on how to name a store or an output file that was given as an argument.
  fileprivate func outputNotes(_ path: CommandPath) -> [Diagnostic.Note] {
    guard case .unexpectedArgument(let word) = self, word.contains(".") else { return [] }
    // The output of 'create' is named by its argument.
    if path.command.name == CreateCommand.commandName {
      return [.init("a run writes one store; then: migrate create \(word.shellWord)")]
    }
    if path.command.name == RestoreCommand.commandName {
      return [.init("one backup, then one store: migrate restore BACKUP STORE")]
    }
    let options = path.command.allOptions.map(\.name)
    if Version(word) != nil {
      let option = path.command.allOptions.first { $0.value?.placeholder == "VERSION" }
      return [
        .init(
          option.map { "a version is named with '--\($0.name) \(word)'" }
            ?? "leave it out: 'migrate \(path.command.name)' is about all versions")
      ]
    }
    let isStore = FileSystem.exists(word) && options.contains("store")
    if isStore { return [.init("a store is named with '--store \(word.shellWord)'")] }
    if (try? BackupReader.isBackup(word)) == true {
      let option = path.command.allOptions.first { $0.value?.placeholder == "BACKUP" }
      let advice =
        option.map { "the backup is named with '--\($0.name) \(word.shellWord)'" }
        ?? "what a store has lost comes back with: migrate recover STORE --from \(word.shellWord)"
      return [.init(advice)]
    }
    return FileSystem.exists(word) || !options.contains("output")
      ? [] : [.init("the file to write is named with '-o \(word.shellWord)'")]
  }
}
