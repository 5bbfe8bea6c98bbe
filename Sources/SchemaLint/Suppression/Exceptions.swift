internal import Diagnostics

/// All exceptions that hold in a lint, and what they leave of its findings.
struct Exceptions {
  private let suppressions: [Suppression]
  private let baseline: Baseline?
  private let files: Set<String>

  /// The exceptions in the texts of a context, and those that it has besides.
  init(_ context: LintContext, files: [String]) {
    suppressions =
      context.texts.sorted { $0.key < $1.key }.flatMap { file, text -> [Suppression] in
        guard SuppressionReader.mayHaveSuppressions(text) else { return [] }
        return SuppressionReader.suppressions(
          in: text, file: file, comments: context.comments(text))
      } + context.source.suppressions + context.pathSuppressions
    baseline = context.baseline
    self.files = Set(files)
  }

  /// The findings that are left, those that are excepted, by whatever and by the baseline, and how
  /// the exceptions fared, given the rules that were asked about every file that was looked at.
  func applied(
    to findings: [JudgedFinding], asked: [String: Set<RuleID>]
  ) -> (
    kept: [JudgedFinding], excepted: [JudgedFinding], baselined: [JudgedFinding],
    record: ExceptionRecord
  ) {
    var (kept, excepted): ([JudgedFinding], [JudgedFinding]) = ([], [])
    var used: [Int: Set<RuleID>] = [:]
    let candidates = candidatesByRule
    for finding in findings {
      let covering = (candidates[finding.finding.rule] ?? []).filter { position in
        finding.diagnostic.location.map(suppressions[position].covers) ?? false
      }
      for position in covering { used[position, default: []].insert(finding.finding.rule) }
      if covering.isEmpty { kept.append(finding) } else { excepted.append(finding) }
    }
    let (fresh, old, stale) = baselined(kept)
    let uses = suppressions.enumerated().map { position, suppression in
      ExceptionRecord.Use(
        suppression, unused: unused(suppression, used[position] ?? [], asked))
    }
    return (fresh, excepted + old, old, ExceptionRecord(uses: uses, staleEntries: stale))
  }

  private var candidatesByRule: [RuleID: [Int]] {
    var result: [RuleID: [Int]] = [:]
    for (position, suppression) in suppressions.enumerated() {
      for rule in Set(suppression.names.map(\.rule)) { result[rule, default: []].append(position) }
    }
    return result
  }

  /// The names that excepted nothing, of rules that were asked or that there are not.
  private func unused(
    _ suppression: Suppression, _ used: Set<RuleID>, _ asked: [String: Set<RuleID>]
  ) -> [Suppression.Name] {
    let covered = files.filter { suppression.coversPart(of: $0) }
    guard !covered.isEmpty else { return [] }
    return suppression.names.filter { name in
      guard RuleRegistry.rule(name.rule) != nil else { return true }
      return !used.contains(name.rule)
        && covered.contains { asked[$0]?.contains(name.rule) ?? false }
    }
  }

  /// The findings that are not in the baseline, those that are, and the entries without a finding.
  private func baselined(
    _ findings: [JudgedFinding]
  ) -> (fresh: [JudgedFinding], old: [JudgedFinding], stale: [Baseline.Entry]) {
    guard let baseline else { return (findings, [], []) }
    var entries: [String: [Baseline.Entry]] = [:]
    for entry in baseline.entries.reversed() { entries[entry.line, default: []].append(entry) }
    var (fresh, old): ([JudgedFinding], [JudgedFinding]) = ([], [])
    for finding in findings {
      if let line = finding.baselineEntry?.line, entries[line]?.popLast() != nil {
        old.append(finding)
      } else {
        fresh.append(finding)
      }
    }
    let left = entries.values.flatMap { $0 }.filter { files.contains($0.file) }
    return (fresh, old, Baseline(left).entries)
  }
}

extension Suppression {
  /// Whether it covers something in a file.
  fileprivate func coversPart(of file: String) -> Bool {
    switch scope {
    case .line, .lines, .file: location.file == file
    case .path: covers(SourceLocation(file: file, line: 1, column: 1))
    }
  }
}
