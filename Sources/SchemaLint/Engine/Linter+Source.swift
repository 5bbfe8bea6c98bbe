internal import Diagnostics

extension Linter {
  /// What exceptions leave of findings in source, with what the rules on exceptions say to them.
  ///
  /// Every rule that is on was asked about each of the files.
  public static func report(
    of findings: [JudgedFinding], in files: [String], suppressions: [Suppression],
    settings: RuleSettings = RuleSettings()
  ) -> LintReport {
    let on = Set(RuleRegistry.rules.map(\.id).filter { settings.level(of: $0) != .off })
    let asked = Dictionary(files.map { ($0, on) }) { first, _ in first }
    let exceptions = Exceptions(suppressions, files: files)
    let (kept, excepted, record) = exceptions.applied(to: findings, asked: asked)
    return LintReport(
      findings: (kept + judged(record, settings)).sorted { $0.diagnostic < $1.diagnostic },
      problems: [], excepted: excepted.sorted { $0.diagnostic < $1.diagnostic })
  }

  /// A finding at a place in a file with its weight; nil where its rule is off.
  public static func judged(
    _ finding: Finding, settings: RuleSettings = RuleSettings()
  ) -> JudgedFinding? {
    diagnostic(of: finding, settings: settings).map { JudgedFinding(finding, as: $0) }
  }
}
