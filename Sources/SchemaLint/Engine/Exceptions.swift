internal import Diagnostics

/// All exceptions that apply to a lint, and their effect on its findings.
struct Exceptions {
  private let suppressions: [Suppression]
  private let baseline: Baseline?
  private let files: Set<String>
  private let realPath: (String) -> String
  private let fileExists: (String) -> Bool

  /// The exceptions in the texts of a context, and its other exceptions.
  init(_ context: LintContext, files: [String]) {
    suppressions =
      context.texts.sorted { $0.key < $1.key }.flatMap { file, text -> [Suppression] in
        guard SuppressionReader.mayHaveSuppressions(text) else { return [] }
        return SuppressionReader.suppressions(
          in: text, file: file, comments: context.comments(text))
      } + context.source.suppressions + context.pathSuppressions
    baseline = context.baseline
    (realPath, fileExists) = (context.realPath, context.fileExists)
    self.files = Set(files)
  }

  /// Applies the exceptions to findings.
  ///
  /// - Parameters:
  ///   - findings: All findings.
  ///   - asked: The rules that were run, for each file that was read.
  /// - Returns: The findings that are kept, the excepted ones, each with the reason and the place of its
  ///   exception as the last note, the excepted ones that the baseline contains, and the use of each exception.
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
        finding.diagnostic.location.map { covers($0, suppressions[position]) } ?? false
      }
      for position in covering { used[position, default: []].insert(finding.finding.rule) }
      guard let first = covering.first.map({ suppressions[$0] }) else {
        kept.append(finding)
        continue
      }
      excepted.append(
        finding.excepted(
          because: first.hasPlaceholder ? Self.noReason : first.reason ?? Self.noReason,
          at: first.location))
    }
    let (fresh, old, stale) = baselined(kept, asked)
    let listed = old.map { $0.excepted(because: Baseline.reason, at: nil) }
    let uses = suppressions.enumerated().map { position, suppression in
      ExceptionRecord.Use(
        suppression, unused: unused(suppression, used[position] ?? [], asked))
    }
    return (fresh, excepted + listed, old, ExceptionRecord(uses: uses, staleEntries: stale))
  }

  fileprivate static let noReason = "no reason is given"

  private var candidatesByRule: [RuleID: [Int]] {
    var result: [RuleID: [Int]] = [:]
    for (position, suppression) in suppressions.enumerated() {
      for rule in Set(suppression.names.map(\.rule)) { result[rule, default: []].append(position) }
    }
    return result
  }

  /// The names that excepted nothing, of rules that were run or that do not exist.
  private func unused(
    _ suppression: Suppression, _ used: Set<RuleID>, _ asked: [String: Set<RuleID>]
  ) -> [Suppression.Name] {
    let covered = files.filter { coversPart(of: $0, suppression) }
    guard !covered.isEmpty else { return [] }
    return suppression.names.filter { name in
      guard RuleRegistry.rule(name.rule) != nil else { return true }
      return !used.contains(name.rule)
        && covered.contains { asked[$0]?.contains(name.rule) ?? false }
    }
  }

  /// The findings that are not in the baseline, the findings in the baseline, and the entries without a
  /// finding.
  private func baselined(
    _ findings: [JudgedFinding], _ asked: [String: Set<RuleID>]
  ) -> (fresh: [JudgedFinding], old: [JudgedFinding], stale: [Baseline.Entry]) {
    guard let baseline else { return (findings, [], []) }
    var known: [String: String] = [:]
    func real(_ path: String) -> String {
      if let path = known[path] { return path }
      known[path] = realPath(path)
      return known[path] ?? path
    }
    // Files are compared by their real paths, whatever folder a path starts from.
    let looked = Set(files.map(real))
    let ruled = Dictionary(asked.map { (real($0), $1) }) { $0.union($1) }
    var entries: [String: [Baseline.Entry]] = [:]
    for entry in baseline.entries(ofLint: true).reversed() {
      entries[entry.line(ofFileAt: entry.place(among: looked, real)), default: []].append(entry)
    }
    var (fresh, old): ([JudgedFinding], [JudgedFinding]) = ([], [])
    for finding in findings {
      if let entry = finding.baselineEntry,
        entries[entry.line(ofFileAt: real(entry.file))]?.popLast() != nil
      {
        old.append(finding)
      } else {
        fresh.append(finding)
      }
    }
    let left = entries.values.flatMap { $0 }.filter { entry in
      if !entry.isThere(fileExists) { return true }
      // Entries of rules that were not run may still be needed.
      let rules = ruled[entry.place(among: looked, real)]
      return rules.map { RuleRegistry.rule(entry.rule) == nil || $0.contains(entry.rule) } ?? false
    }
    return (fresh, old, Baseline(left).entries)
  }
}

extension JudgedFinding {
  /// The reason of the exception that hides the finding, if one is given.
  package var reason: String? {
    diagnostic.notes.last.flatMap { $0.message == Exceptions.noReason ? nil : $0.message }
  }

  fileprivate func excepted(because reason: String, at place: SourceLocation?) -> JudgedFinding {
    var finding = self
    finding.diagnostic.notes.append(.init(reason, at: place))
    return finding
  }
}

// MARK: - Paths

extension Exceptions {
  /// Whether an exception covers a place; an exception for a path compares real paths.
  private func covers(_ place: SourceLocation, _ suppression: Suppression) -> Bool {
    if suppression.covers(place) { return true }
    guard case .path(let path) = suppression.scope else { return false }
    var (real, realPlace) = (suppression, place)
    real.scope = .path(realPath(path))
    realPlace.file = realPath(place.file)
    return real.covers(realPlace)
  }

  /// Whether an exception covers a part of a file.
  private func coversPart(of file: String, _ suppression: Suppression) -> Bool {
    switch suppression.scope {
    case .line, .lines, .file: suppression.location.file == file
    case .path: covers(SourceLocation(file: file, line: 1, column: 1), suppression)
    }
  }
}
