internal import ArgumentParsing
internal import Diagnostics
internal import Files
internal import JSON
internal import MigrationPlanner
internal import ProjectCheck
internal import Reports
internal import SchemaFixes
internal import SchemaLint
internal import SchemaModel
internal import SchemaYAML
internal import StoreTesting

/// `migrate check`: checks all models of a project before a release.
enum CheckCommand: RunnableCommand {
  private static let only = Option(
    repeating: "only", .choice("PART", among: CheckPart.allCases),
    help: "look at this part only")
  private static let fixtures = Option(
    "fixtures", .directory(),
    help: "the folder with stores and backups to try; by default 'Fixtures', where there is one")
  private static let source = Option(
    repeating: "source", .file("PATH"),
    help: "Swift source or a Core Data model to check, too; by default the 'sources' of migrate.yml"
  )
  private static let html = Option(
    "html", .file(),
    help: "write a page about the models with the results, as 'migrate report' does")
  private static let format = CommonOptions.format(CommonOptions.findingsFormats)

  static let commandName = "check"

  static let declaration = Command(
    name: commandName, abstract: "Check everything before a release, as CI does.",
    discussion: """
      Checks each model in turn: whether released versions are as they were locked; what 'migrate \
      lint' finds; whether every version can be reached from every earlier one; whether stores \
      with sample data, and stores kept as fixtures, come to every later version and are sound \
      there; and whether the tests of migrations pass. Then lints Swift source, and \
      compares Core Data models with the schema files, where they are named here or under \
      'sources' in migrate.yml. Every problem is reported. A table counts the \
      problems of each rule, and the last line is the result.

      A problem between versions that schema.lock pins is a note, and fails nothing. Versions \
      older than the 'oldest-supported' of migrate.yml are left out.

      The levels and exceptions of migrate.yml hold as in 'migrate lint', and fixtures show how \
      many objects a finding affects. A baseline holds for all parts; --write-baseline lists the \
      present findings. With --since, a lint finding counts only if that revision of the git \
      repository does not have it, and versions that were locked there must be locked still. \
      Without it, versions that the last commit locks must be. Problems of the other parts always count.

      Ends with exit status 1 where something must be corrected, with 3 where that is an edited \
      released version, and with 2 where something could not be read. A warning ends it with 1 only \
      with --strict.
      """,
    related: "'migrate lint' only looks for mistakes, and can edit them with --fix.",
    examples: [
      .init("migrate check", "Check the project."),
      .init(
        "migrate check --report junit=check.xml --report github",
        "Check it in CI, with a test report, and with annotations in the log."),
      .init("migrate check --html check.html", "Keep a page with the results."),
      .init("migrate check --source Sources", "Check the models in Swift source, too."),
      .init("migrate check --only lock --only lint", "Leave out what takes longer."),
      .init("migrate check --since origin/main", "See what a branch adds."),
      .init("migrate check --write-baseline", "Begin with what is there, and count what is new."),
    ],
    section: "models",
    options: [
      only, fixtures, source, CommonOptions.schemas, CommonOptions.since, CommonOptions.baseline,
      CommonOptions.writeBaseline, CommonOptions.select, CommonOptions.ignore, CommonOptions.strict,
      CommonOptions.noCache, CommonOptions.scratch, CommonOptions.statistics, format,
      CommonOptions.report, html,
    ],
    commonOptions: CommonOptions.all)

  static func run(_ invocation: Invocation) throws -> Outcome {
    let configuration = try invocation.configurationOfLint()
    let isCounted = try invocation.wantsStatistics(besides: [CommonOptions.writeBaseline])
    let schemas = try invocation.schemas()
    let folders = try folders(in: schemas)
    var check = ProjectCheck()
    let parts = invocation.arguments[only]
    if !parts.isEmpty { check.parts = Set(parts) }
    check.rules = configuration.rules
    let named = invocation.arguments[source]
    try Configuration.check(sources: named)
    let sources = named.isEmpty ? try configuration.knownSources() : named
    let page = invocation.arguments[html]
    if let page { try ResultPlace.check(page, invocation.arguments) }
    let isForBaseline = invocation.arguments[CommonOptions.writeBaseline]
    if isForBaseline { try invocation.checkAllRulesAreAsked() }
    let past = try (isForBaseline ? nil : invocation.arguments[CommonOptions.since]).map {
      try PastFiles(at: $0, beside: schemas, source: sources)
    }
    check.context = try context(configuration, schemas, sources, past, invocation)
    check.pastLocks =
      past.map { PastLocks($0.locks) }
      ?? PastLocks(
        PastLocks(deletedFrom: folders, inHistory: true).items
          + PastLocks(shortenedIn: folders).items)
    check.fixtures = try fixtures(invocation, configuration)
    let report = try check.report(
      on: folders, in: schemas, source: sources, configuration, invocation)
    if isForBaseline { return try write(report, of: check.parts, configuration, invocation) }
    let status = ExitStatus(
      of: report.findings, areAllJudged: report.areAllJudged,
      isStrict: invocation.arguments[CommonOptions.strict])
    if let page {
      let text = ProjectPage(report, verdict: report.verdict(status)).text
      // Checked again, because the check may have taken long.
      try ResultPlace.check(page, invocation.arguments)
      try AtomicFile.write(text, to: page)
    }
    let table = RuleTable(of: report.findings)
    let outcome = Outcome(
      status: status, findings: report.findings, subjects: report.subjects, cases: report.cases,
      text: report.text + table.text + report.verdict(status) + "\n",
      markdown: report.markdown + table.markdown, members: report.members + [table.member])
    return isCounted ? outcome.statistics : outcome
  }

  /// The folders of the models; if none exists, the error lists models without schema files.
  private static func folders(in schemas: String) throws -> [String] {
    do throws(DiagnosticsError) {
      return try SchemaReader.systems(inDirectory: schemas)
    } catch {
      throw DiagnosticsError(error.diagnostics.offeringModels)
    }
  }

  /// Writes all findings to a baseline, unless something could not be read.
  private static func write(
    _ report: ProjectReport, of parts: Set<CheckPart>, _ configuration: Configuration,
    _ invocation: Invocation
  ) throws -> Outcome {
    guard report.areAllJudged else { throw DiagnosticsError(report.unreadable) }
    let path = invocation.arguments[CommonOptions.baseline] ?? configuration.baseline
    let looked = Set(parts.map { $0 == .lint ? nil : $0.rawValue })
    return try BaselineFile(path: path ?? BaselineFile.usualName).replace(
      with: report.baseline, of: report.findings, configuration,
      keeping: { !looked.contains($0.part) })
  }

  /// The fixtures; a folder that is named must exist.
  private static func fixtures(
    _ invocation: Invocation, _ configuration: Configuration
  ) throws -> FixtureFolder? {
    let named = invocation.arguments[fixtures]
    let path = named ?? configuration.fixtures
    let found = FixtureFolder(path)
    // A file or a dangling link with this name shows that a folder is expected.
    let isMeant =
      named != nil || configuration.fixturesPlace != nil || FileSystem.exists(path)
      || FileSystem.isLink(path)
    guard found == nil, isMeant else { return found }
    throw Failure(
      .unable,
      [
        Diagnostic(
          code: "missing-folder",
          "there is no folder '\(path)' with fixtures\(path.nearPathClause)",
          at: named == nil ? configuration.fixturesPlace : nil)
      ])
  }

  /// The input for lint besides the schema files.
  private static func context(
    _ configuration: Configuration, _ schemas: String, _ sources: [String], _ past: PastFiles?,
    _ invocation: Invocation
  ) throws -> LintContext {
    var context = configuration.lintContext
    if !invocation.arguments[CommonOptions.writeBaseline] {
      context.baseline = try
        (invocation.arguments[CommonOptions.baseline] ?? configuration.baseline).map {
          try BaselineFile(path: $0).content()
        }
    }
    context.past = try past.map {
      try PastFindings(
        in: $0, schemas: [schemas], source: sources, locks: schemas, configuration: configuration,
        baseline: context.baseline)
    }
    return context
  }
}

// MARK: - The status

extension ProjectReport {
  /// Whether all errors that prevent reading are reported by rules: such an error is a finding, although it
  /// hides the rest of the model.
  fileprivate var areAllJudged: Bool {
    unreadable.allSatisfy { $0.severity < .error || RuleRegistry.rule(RuleID($0.code)) != nil }
  }

  /// The checked files, sorted.
  fileprivate var subjects: [String] {
    let cases = models.flatMap(\.parts).flatMap(\.cases) + (source ?? [])
    return Set(cases.compactMap(\.file)).sorted()
  }

  /// The checked subjects, each with its findings.
  fileprivate var cases: [CheckedCase] {
    CheckedCase.cases(of: unreadable, in: []) + (source ?? [])
      + models.flatMap(\.parts).flatMap(\.cases)
  }

  /// The last line of the output.
  fileprivate func verdict(_ status: ExitStatus) -> String {
    let versions = models.reduce(0) { $0 + $1.versions.count }
    let what = "\(Quantity.count(models.count, "model")), \(Quantity.count(versions, "version"))"
    let damaged =
      damagedCount == 0 ? "" : "\(Quantity.count(damagedCount, "model")) not read whole, "
    let found = damaged + (tally(of: findings) ?? "no findings")
    return "check \(status == .done ? "passed" : "failed"): \(what), \(found)"
  }
}

// MARK: - The report

extension ProjectReport {
  /// A paragraph for each model, with a line for each part.
  fileprivate var text: String {
    models.map { model in
      let versions = model.versions.map(\.description).joined(separator: ", ")
      let lines = model.parts.map { part in
        let name = part.part.rawValue
        return "  \(name)\(String(repeating: " ", count: 10 - name.count))\(part.summary)\n"
      }
      return "\(model.name) \(versions)\n" + lines.joined() + "\n"
    }.joined() + (sourceSummary.map { "\(sourceTitle)\n  lint      \($0)\n\n" } ?? "")
  }

  /// A table for each model, with a row for each part.
  fileprivate var markdown: String {
    models.map { model in
      let versions = model.versions.map(\.description).joined(separator: ", ")
      let title = MarkdownText.escaped("\(model.name) \(versions)")
      let rows = model.parts.map { part in
        "| \(part.part.rawValue) | \(MarkdownText.escaped(part.summary)) |\n"
      }
      return "\n| \(title) | |\n|---|---|\n" + rows.joined()
    }.joined()
      + (sourceSummary.map { "\n| \(sourceTitle) | |\n|---|---|\n| lint | \($0) |\n" } ?? "")
  }

  /// The results for JSON, with the migrations between all versions.
  fileprivate var members: [JSONValue.Member] {
    [
      .init("models", .list(models, value)),
      .init("source", source.map { .list($0, value) } ?? .null),
    ]
  }

  private func value(_ model: Model) -> JSONValue {
    [
      "schema": .string(model.name),
      "versions": .list(model.versions) { .string("\($0)") },
      "parts": .list(model.parts) { part in
        [
          "part": .string(part.part.rawValue), "summary": .string(part.summary),
          "cases": .list(part.cases, value),
        ]
      },
      "ways": .list(model.matrix?.ways ?? []) { way in
        [
          "from": .string("\(way.source)"), "to": .string("\(way.target)"),
          "verdict": .string(way.verdict.rawValue),
        ]
      },
    ]
  }

  private func value(_ checked: CheckedCase) -> JSONValue {
    [
      "name": .string(checked.name), "file": JSONValue(checked.file),
      "passed": .bool(!checked.hasFailed), "skipped": JSONValue(checked.skipReason),
    ]
  }
}
