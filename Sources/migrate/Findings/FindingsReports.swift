internal import Diagnostics
internal import JSON
internal import Reports
internal import SchemaLint

/// The findings of a command, in each of the report formats.
struct FindingsReports {
  /// The command as typed: `migrate lint`.
  let command: String
  /// The exit status.
  let status: ExitStatus
  /// The findings, or the problems that kept the command from finishing.
  var diagnostics: [Diagnostic]
  /// Whether only the number of findings is reported.
  var hidesDiagnostics = false
  /// Whether the problems kept the command from finishing.
  var hasFailed = false
  /// The files that were checked.
  var subjects: [String] = []
  /// The checked subjects, if they are not simply the files.
  var cases: [CheckedCase]?
  /// The other results of the command, for JSON.
  var members: [JSONValue.Member] = []
  /// The other results of the command, for Markdown.
  var markdown = ""
  /// The format of a text.
  var textReport = TextReport(isColored: false)

  /// The findings in a format.
  ///
  /// Values of stores are only in the formats for the person and the program at this machine: a server keeps
  /// the others, and shows them to everyone who may read the project.
  func text(in format: ReportFormat) -> String {
    guard format != .text, format != .json else { return written(in: format) }
    var shared = self
    shared.diagnostics = diagnostics.map(\.withoutValues)
    shared.cases = cases?.map { item in
      var item = item
      item.diagnostics = item.diagnostics.map(\.withoutValues)
      return item
    }
    return shared.written(in: format)
  }

  private func written(in format: ReportFormat) -> String {
    let shown = hidesDiagnostics ? [] : diagnostics
    return switch format {
    case .text: textReport.text(of: shown)
    case .json: JSONReport(status: status.name, results: members).text(of: shown)
    case .sarif: sarif.text(of: diagnostics)
    case .github: GitHubReport().text(of: diagnostics)
    case .junit: junit
    case .markdown: heading + MarkdownReport().text(of: shown) + markdown
    case .xcode: XcodeReport().text(of: diagnostics)
    }
  }

  private var sarif: SARIFReport {
    SARIFReport(
      toolVersion: CommandTable.version, rules: RuleRegistry.rules.map { ReportedRule($0) },
      subjects: subjects, hasFailed: hasFailed)
  }

  private var junit: String {
    let report = JUnitReport(suite: command, subjects: subjects, isUnfinished: hasFailed)
    return cases.map(report.text) ?? report.text(of: diagnostics)
  }

  private var heading: String {
    "### \(MarkdownText.escaped(command)): \(tally(of: diagnostics) ?? "no findings")\n"
      + (diagnostics.isEmpty || hidesDiagnostics ? "" : "\n")
  }
}

extension ReportedRule {
  fileprivate init(_ rule: any LintRule) {
    self.init(
      name: rule.id.name, summary: rule.summary, page: rule.page,
      severity: RuleSettings().level(of: rule.id).severity)
  }
}
