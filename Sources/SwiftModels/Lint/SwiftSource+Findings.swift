public import Diagnostics
internal import Programs
public import SchemaLint
internal import SchemaModel

extension SwiftSource {
  /// Everything that the rules object to in the files, sorted by place, but for what comments
  /// except.
  ///
  /// The rules on models speak at the model's place in its file. Where models are released, a
  /// change since then that no version describes is one of the findings.
  public func findings(
    settings: RuleSettings = RuleSettings(), released: [ReleasedModel] = []
  ) -> [Diagnostic] {
    let found = found(
      settings: settings, released: released,
      unversioned: unversioned(since: released, settings: settings))
    return Linter.report(on: [], settings: settings, context: LintContext(source: found))
      .diagnostics
  }

  /// Everything that the rules object to, edits of released versions and the models that no version
  /// describes included, and what comments in the files except of it.
  public func found(
    settings: RuleSettings = RuleSettings(), released: [ReleasedModel] = [],
    unversioned: [UnversionedModel] = []
  ) -> SourceFindings {
    DeepThread.value {
      var known: Set<Diagnostic> = []
      let findings =
        judgedFindings(settings, released) + unversioned.flatMap(\.findings)
      return SourceFindings(
        findings.filter { known.insert($0.diagnostic).inserted }, in: program.files.map(\.path),
        suppressions: suppressions)
    }
  }

  /// What the rules object to, but for models that no version describes.
  private func judgedFindings(
    _ settings: RuleSettings, _ released: [ReleasedModel]
  ) -> [JudgedFinding] {
    let flow = ProgramFlow(program)
    // What takes longest begins first.
    let parts: [@Sendable () -> [JudgedFinding]] =
      [{ modelFindings(settings) }, { stepFindings(flow, since: released, settings) }]
      + SourceAnalyses.all.map { rule in { @Sendable in judged(rule, in: flow, settings) } }
      + [{ edits(since: released, settings) }]
    return parts.deepMap { $0() }.flatMap(\.self)
  }

  /// What a rule on source objects to.
  private func judged(
    _ rule: any SourceAnalysis, in flow: ProgramFlow, _ settings: RuleSettings
  ) -> [JudgedFinding] {
    rule.findings(in: flow).compactMap { Linter.judged($0, settings: settings) }
  }

  /// The edits of versions that are released.
  private func edits(
    since models: [ReleasedModel], _ settings: RuleSettings
  ) -> [JudgedFinding] {
    guard !models.isEmpty else { return [] }
    return ReleasedVersionEdited().findings(in: SwiftSchemas.declared(in: program), since: models)
      .compactMap { Linter.judged($0, settings: settings) }
  }

  /// The exceptions in the comments of the files.
  private var suppressions: [Suppression] {
    program.files.flatMap { file in
      file.remarks.compactMap { remark in
        SuppressionReader.suppression(
          inComment: remark.text, offset: 3, lines: remark.lines,
          at: file.location(remark.position))
      }
    }
  }
}
