public import Diagnostics
internal import Programs
public import SchemaLint
public import SchemaModel

extension SwiftSource {
  /// Everything that the rules object to in the files, sorted by place, but for what comments
  /// except.
  ///
  /// The rules on models speak at the model's place in its file. Where models are released, a
  /// change since then that no version describes is one of the findings.
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

  /// Everything that the rules object to, edits of released versions and the models that no version
  /// describes included, and what comments in the files except of it.
  ///
  /// Of a model that has an oldest version in the field, nothing is asked of the ways from older ones.
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

  /// What the rules object to, but for models that no version describes; and what the models rename.
  private func judgedFindings(
    _ settings: RuleSettings, _ supported: SupportedVersions
  ) -> (findings: [JudgedFinding], properties: [String: [String: String]]) {
    let released = supported.released
    // The schema of a large program takes as much memory as the flow of objects through it, and is
    // gone before that is followed.
    let models = modelFindings(settings, since: released)
    let flow = ProgramFlow(program)
    // What takes longest begins first.
    let parts: [@Sendable () -> [JudgedFinding]] =
      [{ stepFindings(flow, from: supported, settings) }]
      + SourceAnalyses.all.map { rule in { @Sendable in judged(rule, in: flow, settings) } }
      + [{ releasedFindings(flow, supported, settings) }]
    let found = parts.deepMap { $0() }
    // A version that is known to be released is reported as that, and not as code without a use.
    let told = Set(found.last?.filter(\.isOfMissingVersion).map(\.finding.place) ?? [])
    let findings =
      (flow.weighed(models, settings) + found.dropLast().flatMap(\.self))
      .filter {
        !($0.isOfMissingVersion && told.contains($0.finding.place))
      } + (found.last ?? [])
    return (findings, models.properties)
  }

  /// Whether a finding is about code that no release runs: in tests, previews and clauses of an '#if'.
  private func isUnreleased(_ judged: JudgedFinding, _ numbers: [String: Int]) -> Bool {
    guard let place = judged.diagnostic.location, let file = numbers[place.file] else {
      return false
    }
    let position = Position(
      line: Int32(clamping: place.line), column: Int32(clamping: place.column))
    return program.isTest(file) || program.files[file].unreleased.contains { $0.contains(position) }
  }

  /// What a rule on source objects to.
  private func judged(
    _ rule: any SourceAnalysis, in flow: ProgramFlow, _ settings: RuleSettings
  ) -> [JudgedFinding] {
    rule.findings(in: flow).compactMap { Linter.judged($0, settings: settings) }
  }

  /// The edits of versions that are released, and those that a plan does not list.
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

extension JudgedFinding {
  /// Whether it is about a version that a plan does not list.
  fileprivate var isOfMissingVersion: Bool { finding.rule == VersionMissingFromPlan.id }
}
