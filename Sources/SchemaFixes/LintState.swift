public import Diagnostics
public import SchemaLint
public import SchemaModel

/// What is known of schema files at one moment: what they say, and what is wrong with them.
public struct LintState {
  /// The versions that could be read.
  public var histories: [SchemaHistory]
  /// What the rules found in them.
  public var report: LintReport
  /// Why others could not be read.
  public var unread: [Diagnostic]

  /// A state from its parts.
  public init(histories: [SchemaHistory], report: LintReport, unread: [Diagnostic] = []) {
    self.histories = histories
    self.report = report
    self.unread = unread
  }

  /// All that is reported, sorted by place, with the edits that repair it where they are known.
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

  /// What keeps models from being used, by kind and words: places move when files are edited.
  var obstacles: [Obstacle: Int] {
    (report.problems + unread).filter { $0.severity == .error }.reduce(into: [:]) {
      $0[Obstacle(code: $1.code, message: $1.message), default: 0] += 1
    }
  }

  /// Something that keeps a model from being used.
  struct Obstacle: Hashable {
    var code: String
    var message: String
  }
}
