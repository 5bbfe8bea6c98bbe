internal import ArgumentParsing
internal import Diagnostics
internal import Files
internal import Terminal

/// A command line that was understood, with all that a command needs to carry it out.
struct Invocation {
  /// What was typed after the command's name.
  let arguments: ParsedArguments
  /// The schema files that were read for it.
  let histories = HistoryShelf()
  /// What is to be said of the stores that are read for it, whatever that is for.
  let remarks = Remarks()

  /// Diagnostics that are made on the way.
  final class Remarks {
    var all: [Diagnostic] = []
  }

  /// The form of the result.
  var format: OutputFormat { arguments[CommonOptions.format(OutputFormat.allCases)] }

  /// The defaults of the project that the command runs in.
  func configuration() throws -> Configuration {
    try Configuration.load(arguments[CommonOptions.config])
  }

  /// The folder of the schema files, or of several models' folders.
  func schemas() throws -> String {
    try arguments[CommonOptions.schemas] ?? configuration().schemas
  }

  /// Whether there is such a folder, or somebody says that there is.
  var hasSchemas: Bool {
    get throws {
      if arguments[CommonOptions.schemas] != nil { return true }
      let configuration = try configuration()
      return configuration.file != nil || FileSystem.exists(configuration.schemas)
    }
  }

  /// Shows how long work goes on.
  func makeProgress() -> Progress {
    Progress(isWanted: !arguments[CommonOptions.noProgress] && !isQuiet)
  }

  /// Whether the result and errors are all that is to be printed.
  var isQuiet: Bool { arguments[CommonOptions.quiet] }
}
