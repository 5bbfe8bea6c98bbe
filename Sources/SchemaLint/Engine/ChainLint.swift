internal import Diagnostics
internal import MigrationPlanner
internal import SchemaModel
internal import Threads

/// Asks every rule about one chain of versions.
struct ChainLint {
  /// What the rules found, each finding once.
  private(set) var findings: [JudgedFinding] = []
  /// What makes models or steps unusable and is no rule's to say.
  private(set) var problems: Set<Diagnostic> = []
  /// The rules that were asked.
  private(set) var asked: Set<RuleID> = []
  private var known: Set<Diagnostic> = []
  private let chain: VersionChain
  private let settings: RuleSettings
  private let locator: Locator

  init(_ chain: VersionChain, settings: RuleSettings) {
    var settings = settings
    if let profile = chain.newest?.schema.profile { settings.profile = profile }
    self.chain = chain
    self.settings = settings
    locator = Locator(chain: chain, settings: settings)
    lintDocuments()
    for step in chain.steps { lint(step) }
    lintChain()
    leaveOutYielding()
  }

  private func isOn(_ rule: any LintRule) -> Bool {
    settings.level(of: rule.id) != .off
      && (chain.hasPlatform || !RuleRegistry.platformRules.contains(rule.id))
  }

  /// Takes findings in, each once; what a version inherits was found in the one before, so the rest
  /// is its own.
  private mutating func add(
    _ found: [Finding], in document: SchemaDocument?, source: SchemaDocument? = nil,
    isOwn: Bool = false
  ) {
    for finding in found {
      guard var judged = locator.judged(finding, in: document, source: source),
        !known.contains(judged.diagnostic)
      else { continue }
      if isOwn, let document, let moved = locator.moved(judged, to: document) { judged = moved }
      if known.insert(judged.diagnostic).inserted { findings.append(judged) }
    }
  }
}

// MARK: - Asking

extension ChainLint {
  private mutating func lintDocuments() {
    let versions = chain.documents
    let modelRules = RuleRegistry.modelRules.filter { isOn($0) }
    let sqlRules = RuleRegistry.sqlRules.filter { isOn($0) }
    guard !versions.isEmpty else { return }
    asked.formUnion(modelRules.map(\.id) + sqlRules.map(\.id))
    let found = Array(versions.indices).concurrentMap { position in
      let document = versions[position]
      let source = position > 0 ? versions[position - 1].schema : nil
      let sql = MigrationSQL.all(in: document, source: source)
      return (
        problems: document.schema.validate(sources: document.sources).filter {
          $0.code != InverseMismatch.id.name
        },
        findings: modelRules.flatMap { $0.findings(in: document) }
          + sqlRules.flatMap { rule in sql.flatMap { rule.findings(in: $0) } }
      )
    }
    for (document, found) in zip(versions, found) {
      problems.formUnion(found.problems)
      add(found.findings.map { withFix($0, in: document) }, in: document, isOwn: true)
    }
  }

  /// A finding on one version with the fix that suits all versions.
  private func withFix(_ finding: Finding, in document: SchemaDocument) -> Finding {
    guard let rule = RuleRegistry.rule(finding.rule) as? any ModelRule else { return finding }
    var finding = finding
    finding.fix = rule.fix(of: finding, in: document, of: chain)
    return finding
  }

  private mutating func lint(_ step: VersionStep) {
    problems.formUnion(
      step.review.otherProblems.filter { RuleRegistry.rule(RuleID($0.code)) == nil })
    for rule in RuleRegistry.changeRules where isOn(rule) {
      asked.insert(rule.id)
      add(rule.findings(in: step), in: step.target, source: step.source, isOwn: true)
    }
  }

  private mutating func lintChain() {
    for rule in RuleRegistry.chainRules where isOn(rule) && rule.canJudge(chain) {
      asked.insert(rule.id)
      add(rule.findings(in: chain), in: chain.newest)
    }
  }

  /// Leaves out what another rule says better about the same place.
  private mutating func leaveOutYielding() {
    struct Place: Hashable {
      var rule: RuleID
      var location: SourceLocation?
      var part: SchemaPath?

      init(_ rule: RuleID, of judged: JudgedFinding) {
        self.rule = rule
        location = judged.diagnostic.location
        switch judged.finding.place {
        case .part(let path), .version(_, let path): part = path
        case .location: part = nil
        }
      }
    }
    let places = Set(findings.map { Place($0.finding.rule, of: $0) })
    findings.removeAll { judged in
      let stronger = RuleRegistry.rule(judged.finding.rule).map { type(of: $0).yieldsTo } ?? []
      return stronger.contains { places.contains(Place($0, of: judged)) }
    }
  }
}
