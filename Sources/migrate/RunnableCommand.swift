internal import ArgumentParsing
internal import Diagnostics
internal import JSON
internal import Reports

/// A command of the tool: what can be typed, and what is then done.
protocol RunnableCommand: SendableMetatype {
  /// The word that stands for it.
  static var commandName: String { get }

  /// What can be typed.
  static var declaration: Command { get }

  /// Does the job and returns what there is to tell; any error ends up in ``Failure``.
  static func run(_ invocation: Invocation) throws -> Outcome

  /// Whether what is printed is the result, so that `--output` gets it.
  static var printsResult: Bool { get }

  /// The files after whose changes the job is to be done again; nil where once is enough.
  static func watched(_ invocation: Invocation) throws -> WatchedFiles?
}

extension RunnableCommand {
  static var printsResult: Bool { true }
  static func watched(_ invocation: Invocation) throws -> WatchedFiles? { nil }

  /// Does the job, and adds what is to be said of the stores that were read.
  static func outcome(of invocation: Invocation) throws -> Outcome {
    var outcome = try run(invocation)
    outcome.findings += invocation.remarks.all
    return outcome
  }
}

/// What a command has to tell when its job is done; ``Console`` writes it.
struct Outcome {
  /// How it ended.
  var status = ExitStatus.done
  /// Whether a store was changed, which a failure to print the result must not hide.
  var hasChangedStore = false
  /// Whether the command wrote what `--output` names, so that what is printed does not go there.
  var hasWrittenOutput = false
  /// What was found, where finding is the job.
  var findings: [Diagnostic] = []
  /// Whether what is printed leaves the findings out, as for those who ask for their number alone.
  var hidesFindings = false
  /// Whether the text is a document for another program, so that findings are not printed with it.
  var isDocument = false
  /// The files in which something could have been found.
  var subjects: [String] = []
  /// What was checked, where that is more than the files.
  var cases: [CheckedCase]?
  /// The result in the form that was asked for, unless that is JSON.
  var text = ""
  /// What a report in Markdown has below the findings.
  var markdown = ""
  /// The result in JSON, as members of the one object that is printed.
  var members: [JSONValue.Member] = []
  /// What the store is now, where there is one; printed below the rest.
  var lastLine: LastLine?
  /// How it went, in lines for a person; not part of the result.
  var summary = ""
}
