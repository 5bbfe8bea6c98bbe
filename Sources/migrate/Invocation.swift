internal import ArgumentParsing
internal import Diagnostics
internal import Files
internal import JSON
internal import Terminal

/// A parsed command line, with everything that a command needs to run.
struct Invocation {
  /// The arguments after the name of the command.
  let arguments: ParsedArguments
  /// The schema files that were read.
  let histories = HistoryShelf()
  /// Remarks on the settings and stores that were read, whatever the command.
  let remarks = Remarks()

  /// Collects diagnostics while a command runs.
  final class Remarks {
    var all: [Diagnostic] = []
  }

  /// The format of the result.
  var format: OutputFormat { arguments[CommonOptions.format(OutputFormat.allCases)] }

  /// The members of a result in JSON; none are made for another format.
  func json(_ members: @autoclosure () -> [JSONValue.Member]) -> [JSONValue.Member] {
    format == .json ? members() : []
  }

  /// The settings of the current project.
  func configuration() throws -> Configuration {
    let configuration = try Configuration.load(arguments[CommonOptions.config])
    if let problem = configuration.misnamedFile, !remarks.all.contains(problem) {
      remarks.all.append(problem)
    }
    return configuration
  }

  /// The folder of the schema files, or of the folders of several models.
  func schemas() throws -> String {
    try arguments[CommonOptions.schemas] ?? configuration().schemas
  }

  /// Whether such a folder exists or is named.
  var hasSchemas: Bool {
    get throws {
      if arguments[CommonOptions.schemas] != nil { return true }
      let configuration = try configuration()
      return configuration.file != nil || FileSystem.exists(configuration.schemas)
    }
  }

  /// Creates the display of progress.
  func makeProgress() -> Progress {
    Progress(isWanted: !arguments[CommonOptions.noProgress] && !isQuiet)
  }

  /// Whether only the result and errors are printed.
  var isQuiet: Bool { arguments[CommonOptions.quiet] }
}
