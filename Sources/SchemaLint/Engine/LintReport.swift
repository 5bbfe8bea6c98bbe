public import Diagnostics

/// What came of a lint.
public struct LintReport: Hashable, Sendable {
  /// What the rules found and nobody excepted, sorted by place.
  public var findings: [JudgedFinding]
  /// What makes models, or steps between them, unusable and is no rule's to say, sorted by place.
  public var problems: [Diagnostic]
  /// What was found and excepted, by comment, by path or by baseline, sorted by place.
  public var excepted: [JudgedFinding]
  /// What was found and does not count, as it is not new, sorted by place.
  public var older: [JudgedFinding] = []
  /// Those among the excepted that a baseline leaves out.
  package internal(set) var baselined: [JudgedFinding] = []

  /// All that is reported, sorted by place.
  public var diagnostics: [Diagnostic] { (problems + findings.map(\.diagnostic)).sorted() }

  /// The baseline that leaves out all that was found, but for what other exceptions leave out.
  public var baseline: Baseline {
    Baseline(
      (findings + older + baselined).filter { !$0.isAboutExceptions }.compactMap(\.baselineEntry))
  }
}

extension JudgedFinding {
  /// Whether it is about the exceptions themselves.
  var isAboutExceptions: Bool { RuleRegistry.rule(finding.rule) is any HygieneRule }
}
