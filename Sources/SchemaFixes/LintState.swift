public import Diagnostics
public import SchemaLint
public import SchemaModel

/// The content of schema files at one moment, and the problems in it.
public struct LintState {
  /// The versions that could be read.
  public var histories: [SchemaHistory]
  /// The findings of the rules.
  public var report: LintReport
  /// The problems of files that could not be read.
  public var unread: [Diagnostic]

  /// Creates a state from its parts.
  public init(histories: [SchemaHistory], report: LintReport, unread: [Diagnostic] = []) {
    self.histories = histories
    self.report = report
    self.unread = unread
  }

  /// All problems, sorted by place, with the edits that repair them if they are known.
  public func diagnostics(read: @escaping (String) -> String?) -> [Diagnostic] {
    var writer = FixWriter(histories, unread: unread, read: read)
    let findings = report.findings.map { judged in
      var diagnostic = judged.diagnostic
      diagnostic.fix = writer.textFix(of: judged)
      if diagnostic.fix == nil, let reason = writer.hindrance(to: judged) {
        diagnostic.notes.append(.init(reason))
      }
      return diagnostic
    }
    return Set(findings + report.problems + unread).sorted()
  }

  /// The number of errors that make models unusable, by code and message; places are ignored, because edits
  /// move them.
  var obstacles: [Obstacle: Int] {
    (report.problems + unread).filter { $0.severity == .error }.reduce(into: [:]) {
      $0[Obstacle(code: $1.code, message: $1.message), default: 0] += 1
    }
  }

  /// An error that makes a model unusable.
  struct Obstacle: Hashable {
    var code: String
    var message: String
  }
}
