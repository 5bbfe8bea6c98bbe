internal import ArgumentParsing
internal import Diagnostics
internal import Reports

extension Invocation {
  private static let formatsOfTables: [OutputFormat] = [.text, .json, .markdown]

  /// Whether only the number of findings is requested.
  ///
  /// - Throws: an error if the format has no table, or if another flag conflicts.
  func wantsStatistics(besides others: [Flag] = []) throws -> Bool {
    guard arguments[CommonOptions.statistics] else { return false }
    guard Self.formatsOfTables.contains(format) else { throw Failure.noTable(in: format) }
    for other in others where arguments[other] {
      throw Failure.conflict(CommonOptions.statistics, other)
    }
    return true
  }
}

extension Outcome {
  /// The outcome with only the number of findings.
  var statistics: Outcome {
    let table = RuleTable(of: findings)
    var outcome = self
    outcome.hidesFindings = true
    outcome.text = findings.isEmpty ? "no findings\n" : table.text
    outcome.markdown = table.markdown
    outcome.members = [table.member]
    outcome.summary = ""
    return outcome
  }
}

extension Failure {
  /// Two flags that cannot be given together.
  static func conflict(_ one: Flag, _ other: Flag) -> Failure {
    let (one, other) = (one.declaration.name, other.declaration.name)
    return Failure(
      .usage, [.init(code: "conflicting-options", "'--\(one)' and '--\(other)' exclude each other")]
    )
  }

  fileprivate static func noTable(in format: OutputFormat) -> Failure {
    Failure(
      .usage,
      [
        .init(
          code: "conflicting-options",
          "'--statistics' prints a table, and '--format \(format.rawValue)' has no place for one",
          notes: [.init("write '--format' text, markdown or json")])
      ])
  }
}
