internal import Diagnostics
internal import JSON
internal import Reports
internal import SchemaLint

/// What a command found, in each of the forms that findings come in.
struct FindingsReports {
  /// The command as it is typed: `migrate lint`.
  let command: String
  /// How it ended.
  let status: ExitStatus
  /// What was found, or what kept the job from being done.
  let diagnostics: [Diagnostic]
  /// Whether only their number is reported.
  var hidesDiagnostics = false
  /// Whether that kept the job from being done.
  var hasFailed = false
  /// The files that were checked.
  var subjects: [String] = []
  /// What was checked, where that is not the files as such.
  var cases: [CheckedCase]?
  /// The command's other results, for JSON.
  var members: [JSONValue.Member] = []
  /// The same for Markdown.
  var markdown = ""
  /// How a text looks.
  var textReport = TextReport(isColored: false)

  /// The findings in one form.
  func text(in format: ReportFormat) -> String {
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
