public import Diagnostics
internal import Programs
public import SchemaLint
public import SchemaModel

extension SwiftSource {
  /// The findings of all rules in the files, sorted by place, without those that comments suppress.
  ///
  /// Rules on models report at the model's place in its file. If models are released, changes since then that
  /// no version describes are reported too.
  public func findings(
    settings: RuleSettings = RuleSettings(), released: [ReleasedModel] = [],
    oldestSupported: [String: Version] = [:]
  ) -> [Diagnostic] {
    let found = found(
      settings: settings, released: released,
      unversioned: unversioned(since: released, settings: settings),
      oldestSupported: oldestSupported)
    return Linter.report(on: [], settings: settings, context: LintContext(source: found))
      .diagnostics
  }

  /// The findings of all rules, together with the suppressions in comments.
  ///
  /// Edits of released versions and models that no version describes are included. If a model has an oldest
  /// version in the field, steps from older versions are not checked.
  public func found(
    settings: RuleSettings = RuleSettings(), released: [ReleasedModel] = [],
    unversioned: [UnversionedModel] = [], oldestSupported: [String: Version] = [:]
  ) -> SourceFindings {
    DeepThread.value {
      let supported = SupportedVersions(oldest: oldestSupported, released: released)
      var known: Set<Diagnostic> = []
      let numbers = Dictionary(program.files.enumerated().map { ($1.path, $0) }) { first, _ in
        first
      }
      let (judged, properties) = judgedFindings(settings, supported)
      let findings =
        judged.map { isUnreleased($0, numbers) ? $0.asNote : $0 } + unversioned.flatMap(\.findings)
      return SourceFindings(
        findings.filter { known.insert($0.diagnostic).inserted }, in: program.files.map(\.path),
        suppressions: suppressions, properties: properties)
    }
  }

  /// The findings without models that no version describes, and the renames in the models.
  private func judgedFindings(
    _ settings: RuleSettings, _ supported: SupportedVersions
  ) -> (findings: [JudgedFinding], properties: [String: [String: String]]) {
    let released = supported.released
    // The schema of a large program takes as much memory as the flow of objects. It is released before the
    // flow is followed.
    let models = modelFindings(settings, since: released)
    let flow = ProgramFlow(program)
    // The slowest part starts first.
    let parts: [@Sendable () -> [JudgedFinding]] =
      [{ stepFindings(flow, from: supported, settings) }]
      + SourceAnalyses.all.map { rule in { @Sendable in judged(rule, in: flow, settings) } }
      + [{ releasedFindings(flow, supported, settings) }]
    let found = parts.deepMap { $0() }
    // A version or step that schema files know is reported as they know it, not as unused code.
    let told = Set(found.last?.filter(\.isOfUse).map(\.finding.place) ?? [])
    let findings =
      (flow.weighed(models, settings) + found.dropLast().flatMap(\.self))
      .filter {
        !($0.isOfUse && told.contains($0.finding.place))
      } + (found.last ?? [])
    // The stage that cannot give a value says more than the declaration without one.
    let unmigrated = Set(
      findings.filter { $0.finding.rule == LightweightStageNotInferred.id }.map(
        \.diagnostic.location))
    return (
      findings.filter {
        $0.finding.rule != RequiredWithoutDefault.id
          || !unmigrated.contains($0.diagnostic.location)
      }, models.properties
    )
  }

  /// Whether a finding is about code that no release runs: tests, previews and clauses of an `#if`.
  private func isUnreleased(_ judged: JudgedFinding, _ numbers: [String: Int]) -> Bool {
    guard let place = judged.diagnostic.location, let file = numbers[place.file] else {
      return false
    }
    let position = Position(
      line: Int32(clamping: place.line), column: Int32(clamping: place.column))
    return program.isTest(file) || program.files[file].unreleased.contains { $0.contains(position) }
  }

  /// The findings of a rule on source.
  private func judged(
    _ rule: any SourceAnalysis, in flow: ProgramFlow, _ settings: RuleSettings
  ) -> [JudgedFinding] {
    rule.findings(in: flow).compactMap { Linter.judged($0, settings: settings) }
  }

  /// The findings on released versions that are edited, unlisted, or opened without a plan.
  private func releasedFindings(
    _ flow: ProgramFlow, _ supported: SupportedVersions, _ settings: RuleSettings
  ) -> [JudgedFinding] {
    let models = supported.released
    guard !models.isEmpty else { return [] }
    let declared = SwiftSchemas.declared(in: program)
    let found =
      ReleasedVersionEdited().findings(in: declared, since: models)
      + VersionMissingFromPlan().findings(in: flow, declared, since: supported.models)
      + ContainerWithoutPlan().findings(in: flow, since: supported)
    return found.compactMap { Linter.judged($0, settings: settings) }
  }

  /// The suppressions in the comments of the files.
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

extension JudgedFinding {
  /// Whether the finding is about a version that a plan does not list, or a plan that no container has.
  fileprivate var isOfUse: Bool {
    [VersionMissingFromPlan.id, ContainerWithoutPlan.id].contains(finding.rule)
  }
}
