internal import ArgumentParsing
internal import Diagnostics
internal import Files
internal import Reports
internal import Terminal

/// Writes the results of a command to the standard output or a file, and everything else to the standard
/// error.
struct Console {
  private let format: OutputFormat
  private let color: ColorChoice
  private let isQuiet: Bool
  private let output: String?
  private let reports: [ReportWish]
  private let command: String
  private let typed: String
  private let arguments: ParsedArguments

  /// A console with the options of a command line.
  ///
  /// `words` are the words after the tool's name. If the command writes the file of `--output` itself,
  /// results are written to the standard output.
  init(
    _ words: [String], _ arguments: ParsedArguments, command: String, writesOutput: Bool = true
  ) {
    format = arguments[CommonOptions.format(OutputFormat.allCases)]
    color = arguments[CommonOptions.color]
    isQuiet = arguments[CommonOptions.quiet]
    output = writesOutput ? arguments[CommonOptions.output] : nil
    reports = arguments[CommonOptions.report]
    self.command = command
    typed = Self.line(of: words)
    self.arguments = arguments
  }

  /// A console for a command line that could not be parsed; the options are guessed.
  init(_ words: [String]) {
    let wantsJSON =
      words.contains("--format=json")
      || zip(words, words.dropFirst()).contains { $0 == "--format" && $1 == "json" }
    format = wantsJSON ? .json : .text
    color = words.contains("--color=never") ? .never : .auto
    isQuiet = false
    output = nil
    reports = []
    command = CommandTable.root.name
    typed = Self.line(of: words)
    arguments = ParsedArguments()
  }

  /// The command line as typed, so that it can be repeated.
  private static func line(of words: [String]) -> String {
    ([CommandTable.root.name] + words.map(\.shellWord)).joined(separator: " ")
  }
}

// MARK: - Success

extension Console {
  /// Throws an error if the result could not be written without harm.
  func checkOutput() throws {
    var named = Set([output].compactMap(\.self))
    for file in reports.compactMap(\.file) {
      try ResultPlace.check(file, arguments)
      guard named.insert(file).inserted else {
        throw Failure(unable: "file-exists", "'\(file)' is named for two results")
      }
    }
    guard let output, output != "-" else { return }
    try ResultPlace.check(output, arguments)
  }

  /// Writes the result, then the summary, and returns the exit status.
  func write(_ outcome: Outcome) -> ExitStatus {
    let outcome = outcome.advisingRestore().namingRevisions()
    let lastLine = outcome.lastLine?.completed(from: arguments, typed: typed)
    let findings = findings(of: outcome, lastLine)
    var problems: [Diagnostic] = []
    do { try writeParts(of: outcome, findings, lastLine) } catch {
      problems = Failure(error).diagnostics
    }
    problems += write(reports, of: findings)
    if problems.isEmpty { return outcome.status }
    // A change to a store is reported as done, even if the result cannot be written.
    return report(
      Failure(outcome.hasChangedStore ? outcome.status : .unable, problems), inReports: false)
  }

  private func writeParts(
    of outcome: Outcome, _ findings: FindingsReports, _ lastLine: LastLine?
  ) throws {
    let result = result(of: outcome, findings, lastLine)
    if outcome.hasWrittenOutput {
      try StandardStream.output.write(result)
    } else {
      try write(result: result)
    }
    // Formats for programs already contain the findings or have no place for them.
    if format.reportFormat == nil || outcome.isDocument, !outcome.hidesFindings {
      try StandardStream.error.write(
        textReport(for: .error).text(of: outcome.findings))
    }
    if !isQuiet, !outcome.summary.isEmpty {
      try StandardStream.error.write(printable(outcome.summary + "\n"))
    }
  }

  private func findings(of outcome: Outcome, _ lastLine: LastLine?) -> FindingsReports {
    FindingsReports(
      command: command, status: outcome.status, diagnostics: outcome.findings,
      subjects: outcome.subjects, cases: outcome.cases,
      members: outcome.members + [lastLine?.member].compactMap(\.self),
      markdown: outcome.markdown, textReport: textReport(for: .output))
  }

  private func result(
    of outcome: Outcome, _ findings: FindingsReports, _ lastLine: LastLine?
  ) -> String {
    if outcome.isDocument { return document(outcome.text) }
    var findings = findings
    if outcome.hidesFindings { findings.hidesDiagnostics = true }
    return switch format.reportFormat {
    case .json: findings.text(in: .json)
    case .sarif: findings.text(in: .sarif)
    case .github: findings.text(in: .github)
    case .junit: findings.text(in: .junit)
    case .xcode: findings.text(in: .xcode)
    case .markdown where outcome.text.isEmpty || !outcome.markdown.isEmpty:
      findings.text(in: .markdown)
    case .markdown: MarkdownReport().text(of: outcome.findings) + document(outcome.text)
    case .text: findings.text(in: .text) + printable(outcome.text + (lastLine?.text ?? ""))
    case nil: document(outcome.text) + printable(lastLine?.text ?? "")
    }
  }

  /// A document for programs, unchanged, unless it is shown on a terminal.
  private func document(_ text: String) -> String {
    let isShown = (output == nil || output == "-") && StandardStream.output.isTerminal
    return isShown ? printable(text) : text
  }

  /// Writes all reports that can be written, and returns the errors of the others.
  private func write(_ reports: [ReportWish], of findings: FindingsReports) -> [Diagnostic] {
    reports.flatMap { report -> [Diagnostic] in
      do {
        try write(findings.text(in: report.format), to: report.file)
        return []
      } catch {
        return Failure(error).diagnostics
      }
    }
  }

  private func write(_ text: String, to file: String?) throws {
    guard let file else { return try StandardStream.output.write(text) }
    // Checked again, because the command may have created the file.
    try ResultPlace.check(file, arguments)
    try AtomicFile.write(text, to: file)
  }

  private func write(result: String) throws {
    try write(result, to: output == "-" ? nil : output)
  }

  private func textReport(for stream: StandardStream) -> TextReport {
    let isToFile = stream == .output && output != nil
    return TextReport(
      isColored: color == .always || (!isToFile && color.colors(stream)), source: readSource)
  }
}

// MARK: - Failure

extension Console {
  /// Writes the reasons of a failure, and returns the exit status.
  ///
  /// With `inReports` false, the additional reports are not written, because they already contain the
  /// finished result.
  func report(_ failure: Failure, inReports: Bool = true) -> ExitStatus {
    let failure = failure.advisingRestore().namingRevisions()
    let lastLine = failure.lastLine?.completed(from: arguments, typed: typed)
    let findings = FindingsReports(
      command: command, status: failure.status, diagnostics: failure.diagnostics, hasFailed: true,
      members: [lastLine?.member].compactMap(\.self), textReport: textReport(for: .error))
    let unwritten = inReports ? write(reports, of: findings) : []
    switch format.reportFormat {
    case .json: report(failure, as: .json, findings)
    case .sarif: report(failure, as: .sarif, findings)
    case .github: report(failure, as: .github, findings)
    case .junit: report(failure, as: .junit, findings)
    case .xcode: report(failure, as: .xcode, findings)
    case .text, .markdown, nil:
      let text = findings.text(in: .text) + textReport(for: .error).text(of: unwritten)
      // If this cannot be written either, only the exit status remains.
      try? StandardStream.error.write(
        text + printable(failure.advice + (lastLine?.text ?? "")))
    }
    return failure.status
  }

  /// Writes a failure in place of the result, for the program that reads it.
  private func report(_ failure: Failure, as format: ReportFormat, _ findings: FindingsReports) {
    do {
      try write(result: findings.text(in: format))
    } catch {
      let further = Failure(error).diagnostics.filter { !failure.diagnostics.contains($0) }
      let all = FindingsReports(
        command: command, status: failure.status, diagnostics: failure.diagnostics + further,
        hasFailed: true, members: findings.members)
      try? StandardStream.output.write(all.text(in: format))
    }
  }
}

/// The text of a file that a diagnostic refers to.
private func readSource(_ path: String) -> String? {
  // Without the text, a problem is reported by its place alone.
  (try? FileSystem.contents(of: path, upTo: FileSystem.textLimit))
    .map { String(decoding: $0, as: UTF8.self) }
}
