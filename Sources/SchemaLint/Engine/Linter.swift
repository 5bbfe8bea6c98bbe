public import Diagnostics
public import SchemaModel

/// Runs every rule on every version, step and chain.
public enum Linter {
  /// The findings of all rules on these models, and the problems that make the models unusable.
  ///
  /// A mistake in a file that other versions extend is reported once, in that file. A mistake that both
  /// validation and a rule know, such as a mismatched inverse, is reported here by the rule; everywhere else,
  /// validation reports it.
  public static func report(
    on histories: [SchemaHistory], settings: RuleSettings = RuleSettings(),
    context: LintContext = LintContext()
  ) -> LintReport {
    var problems: Set<Diagnostic> = []
    var findings = context.source.findings
    var repeated: Set<Diagnostic> = []
    var asked = rulesAsked(about: context.source, settings)
    for history in histories {
      let chain = VersionChain(history, context: context)
      let lint = ChainLint(chain, settings: settings)
      problems.formUnion(lint.problems)
      findings += lint.findings
      repeated.formUnion(lint.repeated)
      for file in history.versions.compactMap(\.file) + chain.testRows.map(\.file) {
        asked[file] = lint.asked
      }
    }
    problems.formUnion(context.stores.compactMap(Self.failure))
    let exceptions = Exceptions(context, files: asked.keys.sorted())
    let (kept, excepted, baselined, record) = exceptions.applied(to: unique(findings), asked: asked)
    // An exception in a released version is used, whether or not a later version repeats the finding. With
    // several models, the source does not say to which model an entity belongs.
    let source = histories.count == 1 ? context.source : SourceFindings()
    let open = kept.filter {
      !repeated.contains($0.diagnostic) && !source.isExcepted($0, by: excepted)
    }
    func isCovered(_ judged: JudgedFinding) -> Bool {
      histories.count < 2 && context.source.covers(judged, among: open)
    }
    let covered = problems.filter { problem in
      histories.flatMap(\.versions).contains {
        $0.file == problem.location?.file && isCovered(JudgedFinding(problem, in: $0))
      }
    }
    let own = open.filter { !isCovered($0) }
    let said = own.filter(source.says)
    let found = sorted(
      context.source.withoutRepeatedQuestions(
        own.filter { !source.says($0) && !source.leaves($0, toFilesIn: own) }
          .map { context.source.inXcode(source.agreeing(source.joined($0, with: said))) })
        + judged(record, settings))
    let (new, old) = context.past?.divided(found, \.diagnostic) ?? (found, [])
    return LintReport(
      findings: new, problems: problems.subtracting(covered).sorted(), excepted: sorted(excepted),
      older: old, baselined: baselined, covered: covered)
  }

  /// The findings about edited released versions.
  package static func edits(
    of history: SchemaHistory, since released: [ReleasedVersion],
    settings: RuleSettings = RuleSettings(overrides: [ReleasedVersionEdited.id: .error])
  ) -> [JudgedFinding] {
    var settings = settings
    for rule in RuleRegistry.rules where rule.id != ReleasedVersionEdited.id {
      settings.overrides[rule.id] = .off
    }
    let context = LintContext(released: [history.newest?.file ?? "": released])
    return report(on: [history], settings: settings, context: context).findings
  }

  /// The diagnostics of all rules for versions that are checked independently.
  public static func lint(
    _ documents: [SchemaDocument], settings: RuleSettings = RuleSettings()
  ) -> [Diagnostic] {
    report(on: documents.map { SchemaHistory([$0]) }, settings: settings).diagnostics
  }

  /// The diagnostics of the rules on migration SQL for a script.
  public static func lint(
    script: String, file: String, settings: RuleSettings = RuleSettings()
  ) -> [Diagnostic] {
    findings(inScript: script, file: file, settings: settings).findings.map(\.diagnostic).sorted()
  }

  /// The findings of the rules on migration SQL for a script, with the exceptions in its comments not yet
  /// applied.
  public static func findings(
    inScript script: String, file: String, settings: RuleSettings = RuleSettings()
  ) -> SourceFindings {
    let sql = MigrationSQL(script: script, file: file)
    let found = RuleRegistry.sqlRules.flatMap { $0.findings(in: sql) }
    return SourceFindings(
      found.compactMap { judged($0, settings: settings) }, in: [file],
      suppressions: SuppressionReader.suppressions(
        in: script, file: file,
        comments: SuppressionReader.lineComments(in: script, mark: .sql), mark: .sql))
  }

  /// A finding at a place in a file with its severity; nil if its rule is off.
  public static func judged(
    _ finding: Finding, settings: RuleSettings = RuleSettings()
  ) -> JudgedFinding? {
    Locator(chain: VersionChain(SchemaHistory([])), settings: settings).judged(finding, in: nil)
  }

  /// The rules that are run on each source file: all rules that are on.
  private static func rulesAsked(
    about source: SourceFindings, _ settings: RuleSettings
  ) -> [String: Set<RuleID>] {
    let on = Set(RuleRegistry.rules.map(\.id).filter { settings.level(of: $0) != .off })
    return Dictionary(source.files.map { ($0, on) }) { first, _ in first }
  }

  /// The findings of the rules on exceptions.
  package static func judged(
    _ record: ExceptionRecord, _ settings: RuleSettings
  ) -> [JudgedFinding] {
    let locator = Locator(chain: VersionChain(SchemaHistory([])), settings: settings)
    return RuleRegistry.hygieneRules.flatMap { $0.findings(in: record) }
      .compactMap { locator.judged($0, in: nil) }
  }

  /// The diagnostic for a store that could not be read, so that its data is unknown.
  private static func failure(of store: any StoreFacts) -> Diagnostic? {
    store.failure.map {
      Diagnostic(code: "database-error", "the data of '\(store.name)' cannot be asked: \($0)")
    }
  }

  private static func unique(_ findings: [JudgedFinding]) -> [JudgedFinding] {
    var known: Set<Diagnostic> = []
    return findings.filter { known.insert($0.diagnostic).inserted }
  }

  private static func sorted(_ findings: [JudgedFinding]) -> [JudgedFinding] {
    findings.sorted { $0.diagnostic < $1.diagnostic }
  }
}

extension JudgedFinding {
  /// A problem in the file of a version, in the form of a finding.
  fileprivate init(_ problem: Diagnostic, in document: SchemaDocument) {
    self.init(
      Finding(RuleID(problem.code), Finding.Message(problem.message), at: .part(SchemaPath())),
      as: problem, version: document.schema.version)
  }
}
