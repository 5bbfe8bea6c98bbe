public import Diagnostics

/// The result of a lint.
public struct LintReport: Hashable, Sendable {
  /// The findings of the rules that are not excepted, sorted by place.
  public var findings: [JudgedFinding]
  /// The problems that make models or steps unusable and that no rule reports, sorted by place.
  public var problems: [Diagnostic]
  /// The findings that are excepted by comment, by path or by baseline, sorted by place, with the reason and the
  /// place of the exception as the last note.
  public var excepted: [JudgedFinding]
  /// The findings that do not count because they are not new, sorted by place.
  public var older: [JudgedFinding] = []
  /// The excepted findings that are in the baseline.
  package internal(set) var baselined: [JudgedFinding] = []
  /// The problems that a finding in Swift source covers.
  package internal(set) var covered: Set<Diagnostic> = []

  /// All reported problems and findings, sorted by place.
  public var diagnostics: [Diagnostic] { (problems + findings.map(\.diagnostic)).sorted() }

  /// A baseline of all findings, except for findings that other exceptions cover.
  public var baseline: Baseline {
    Baseline(
      (findings + older + baselined).filter { !$0.isAboutExceptions }.compactMap(\.baselineEntry))
  }
}

extension JudgedFinding {
  /// Whether the finding is about the exceptions themselves.
  var isAboutExceptions: Bool { RuleRegistry.rule(finding.rule) is any HygieneRule }
}
