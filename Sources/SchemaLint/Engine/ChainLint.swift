internal import Diagnostics
internal import MigrationPlanner
internal import SchemaModel
internal import Threads

/// Runs every rule on one chain of versions.
struct ChainLint {
  /// The findings of the rules, without duplicates.
  private(set) var findings: [JudgedFinding] = []
  /// The problems that make models or steps unusable and that no rule reports.
  private(set) var problems: Set<Diagnostic> = []
  /// The rules that were run.
  private(set) var asked: Set<RuleID> = []
  private var known: Set<Diagnostic> = []
  private let chain: VersionChain
  private let settings: RuleSettings
  /// The versions that are unchanged since their release.
  private let settled: Set<Version>

  init(_ chain: VersionChain, settings: RuleSettings) {
    self.chain = chain
    self.settings = settings
    settled = chain.settledVersions
    lintDocuments()
    // Changes between versions in a wrong order are not reported.
    for step in chain.steps where !chain.isOutOfOrder { lint(step) }
    lintChain()
    leaveOutYielding()
    makeNotesOfSettled()
  }

  /// The settings for a version, with the profile that it declares or inherits.
  ///
  /// Versions before the first one with a profile are not checked against the profile.
  private func settings(for document: SchemaDocument?) -> RuleSettings {
    var result = settings
    if let profile = document?.schema.profile { result.profile = profile }
    return result
  }

  private func isOn(_ rule: any LintRule, _ settings: RuleSettings) -> Bool {
    settings.level(of: rule.id) != .off
      && (chain.hasPlatform || !RuleRegistry.platformRules.contains(rule.id))
  }

  /// Adds findings, without duplicates.
  ///
  /// A finding on an inherited part was already added with an earlier version. The other findings are the
  /// version's own.
  private mutating func add(
    _ found: [Finding], in document: SchemaDocument?, source: SchemaDocument? = nil,
    isOwn: Bool = false, _ settings: RuleSettings
  ) {
    let locator = Locator(chain: chain, settings: settings)
    for finding in found {
      guard var judged = locator.judged(finding, in: document, source: source),
        !known.contains(judged.diagnostic)
      else { continue }
      if isOwn, let document, let moved = locator.moved(judged, to: document) {
        // Later versions inherit the finding, too.
        if source == nil { known.insert(judged.diagnostic) }
        judged = moved
      }
      if known.insert(judged.diagnostic).inserted { findings.append(judged) }
    }
  }
}

// MARK: - Running rules

extension ChainLint {
  private mutating func lintDocuments() {
    let versions = chain.documents
    let rules = versions.map { document in
      let settings = settings(for: document)
      return (
        settings: settings, model: RuleRegistry.modelRules.filter { isOn($0, settings) },
        sql: RuleRegistry.sqlRules.filter { isOn($0, settings) }
      )
    }
    for rules in rules { asked.formUnion(rules.model.map(\.id) + rules.sql.map(\.id)) }
    let found = Array(versions.indices).concurrentMap { position in
      let document = versions[position]
      let source = position > 0 ? versions[position - 1].schema : nil
      let sql = MigrationSQL.all(in: document, source: source)
      return (
        problems: document.schema.validate(sources: document.sources).filter {
          $0.code != InverseMismatch.id.name
        },
        findings: rules[position].model.flatMap { $0.findings(in: document) }
          + rules[position].sql.flatMap { rule in sql.flatMap { rule.findings(in: $0) } }
      )
    }
    for (position, document) in versions.enumerated() {
      problems.formUnion(found[position].problems)
      let findings = found[position].findings.map { finding in
        withFix(mayBeImport(document) ? finding.withoutKnownDeletion : finding, in: document)
      }
      add(findings, in: document, isOwn: true, rules[position].settings)
    }
  }

  /// Whether a version may have just been imported from an app.
  ///
  /// It declares a framework of Apple, and no version of the model is locked. The app's source then reports
  /// the deletions.
  private func mayBeImport(_ document: SchemaDocument) -> Bool {
    switch document.schema.declaredPlatform {
    case .swiftData, .coreData: chain.released?.isEmpty ?? true
    case .noPlatform, nil: false
    }
  }

  /// A finding on one version, with a fix that suits all versions.
  private func withFix(_ finding: Finding, in document: SchemaDocument) -> Finding {
    guard let rule = RuleRegistry.rule(finding.rule) as? any ModelRule else { return finding }
    var finding = finding
    finding.fix = rule.fix(of: finding, in: document, of: chain)
    return finding
  }

  private mutating func lint(_ step: VersionStep) {
    // Every other problem of the step follows from this one.
    if let problem = step.missingBase, !settled.contains(step.target.schema.version) {
      problems.insert(problem)
      return
    }
    let others = step.review.otherProblems.filter { RuleRegistry.rule(RuleID($0.code)) == nil }
    problems.formUnion(
      settled.contains(step.target.schema.version) ? others.map(\.asNote) : others)
    let settings = settings(for: step.target)
    for rule in RuleRegistry.changeRules where isOn(rule, settings) {
      asked.insert(rule.id)
      let limit: Diagnostic.Severity? = step.hasMappingModel ? .warning : nil
      let found = rule.findings(in: step).map { $0.limited(to: limit) }
      add(found, in: step.target, source: step.source, isOwn: true, settings)
    }
  }

  private mutating func lintChain() {
    let settings = settings(for: chain.newest)
    let rules = chain.isOutOfOrder ? [VersionOrder()] : RuleRegistry.chainRules
    for rule in rules where isOn(rule, settings) && rule.canJudge(chain) {
      asked.insert(rule.id)
      add(rule.findings(in: chain), in: chain.newest, settings)
    }
  }

  /// Makes notes of findings on released versions, and on the steps to them.
  ///
  /// Released versions cannot be corrected any more. A finding that a later version inherits from a released
  /// one becomes a note, too.
  private mutating func makeNotesOfSettled() {
    let inherited = Set(
      findings.filter { isSettled($0) && $0.isOnModel }.map(\.finding.withoutVersion))
    findings = findings.map { judged in
      if judged.isAboutRelease { return judged }
      if let version = judged.version, isSettled(judged) {
        return judged.asNote(ofReleased: version)
      }
      let isKnown = judged.isOnModel && inherited.contains(judged.finding.withoutVersion)
      return isKnown ? judged.asNote : judged
    }
  }

  /// The notes on released versions that are repeated for a later version.
  var repeated: Set<Diagnostic> {
    var newest: [Finding: Int] = [:]
    for (position, judged) in findings.enumerated() where judged.isOnModel {
      newest[judged.finding.withoutVersion] = position
    }
    return Set(
      findings.enumerated().filter { position, judged in
        judged.isOnModel && isSettled(judged) && newest[judged.finding.withoutVersion] != position
      }.map(\.element.diagnostic))
  }

  /// Whether a finding is about a released version; tests of migrations are not released.
  private func isSettled(_ judged: JudgedFinding) -> Bool {
    guard let version = judged.version, settled.contains(version) else { return false }
    return !chain.testRows.contains { $0.file == judged.diagnostic.location?.file }
  }

  /// Removes findings that another rule reports better for the same place, with at least the same severity.
  private mutating func leaveOutYielding() {
    struct Place: Hashable {
      var rule: RuleID
      var location: SourceLocation?
      var part: SchemaPath?

      init(_ rule: RuleID, of judged: JudgedFinding) {
        self.rule = rule
        location = judged.diagnostic.location
        part = judged.finding.place.path
      }
    }
    let severities = Dictionary(
      findings.map { (Place($0.finding.rule, of: $0), $0.diagnostic.severity) },
      uniquingKeysWith: max)
    findings.removeAll { judged in
      let stronger = RuleRegistry.rule(judged.finding.rule).map { type(of: $0).yieldsTo } ?? []
      return stronger.contains {
        severities[Place($0, of: judged)].map { $0 >= judged.diagnostic.severity } ?? false
      }
    }
  }
}

extension JudgedFinding {
  /// Whether the finding is about the release itself, so that it stays after the release.
  fileprivate var isAboutRelease: Bool {
    [ReleasedVersionEdited.id, OldestSupportedUnreachable.id].contains(finding.rule)
  }
}

extension Finding {
  /// The finding without its version, so that findings on different versions compare as equal.
  fileprivate var withoutVersion: Finding {
    var finding = Finding(rule, message, at: place)
    if case .version(_, let path) = place { finding.place = .part(path) }
    return finding
  }
}
