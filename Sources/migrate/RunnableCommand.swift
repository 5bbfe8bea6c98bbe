internal import ArgumentParsing
internal import Diagnostics
internal import JSON
internal import Reports

/// A command of the tool: its declaration, and its implementation.
protocol RunnableCommand: SendableMetatype {
  /// The name of the command.
  static var commandName: String { get }

  /// The declaration of the command line.
  static var declaration: Command { get }

  /// Runs the command and returns its outcome; any error becomes a ``Failure``.
  static func run(_ invocation: Invocation) throws -> Outcome

  /// Whether the printed text is the result, so that it is written to `--output`.
  static var printsResult: Bool { get }

  /// The files whose changes run the command again; nil for a command that runs once.
  static func watched(_ invocation: Invocation) throws -> WatchedFiles?
}

extension RunnableCommand {
  static var printsResult: Bool { true }
  static func watched(_ invocation: Invocation) throws -> WatchedFiles? { nil }

  /// Runs the command, and adds the remarks on the settings and stores that were read.
  static func outcome(of invocation: Invocation) throws -> Outcome {
    var outcome = try run(invocation)
    outcome.findings += invocation.remarks.all.filter { !outcome.findings.contains($0) }
    return outcome
  }
}

/// The outcome of a finished command; ``Console`` writes it.
struct Outcome {
  /// The exit status.
  var status = ExitStatus.done
  /// Whether a store was changed, which an error in printing the result must not hide.
  var hasChangedStore = false
  /// Whether the command itself wrote the file of `--output`, so that the printed text is not written there.
  var hasWrittenOutput = false
  /// The findings, if the command looks for findings.
  var findings: [Diagnostic] = []
  /// Whether the findings are not printed, because only their number is requested.
  var hidesFindings = false
  /// Whether the text is a document for another program, so that findings are not printed with it.
  var isDocument = false
  /// The files that were checked.
  var subjects: [String] = []
  /// The checked subjects, if they are more than the files.
  var cases: [CheckedCase]?
  /// The result in the requested format, unless the format is JSON.
  var text = ""
  /// The Markdown below the findings.
  var markdown = ""
  /// The result in JSON, as members of the printed object.
  var members: [JSONValue.Member] = []
  /// The state of the store, if there is one; printed below the rest.
  var lastLine: LastLine?
  /// A summary in lines for people; not part of the result.
  var summary = ""
}
