package import Diagnostics
package import JSON

/// The number of diagnostics of each rule, by severity: rules with most errors first, then most warnings.
///
/// ```
/// rule                  error  warning
/// missing-inverse           2        1
/// implicit-delete-rule               3
/// ```
///
/// A severity without diagnostics is left out.
package struct RuleTable: Equatable {
  /// The diagnostics of one rule.
  private struct Row: Equatable {
    var rule: String
    var counts: [Diagnostic.Severity: Int] = [:]
  }

  private let rows: [Row]
  private let severities: [Diagnostic.Severity]

  /// Counts diagnostics by the code in their brackets.
  package init(of diagnostics: [Diagnostic]) {
    var rows: [String: Row] = [:]
    for diagnostic in diagnostics {
      rows[diagnostic.code, default: Row(rule: diagnostic.code)]
        .counts[diagnostic.severity, default: 0] += 1
    }
    severities = Diagnostic.Severity.allCases.reversed().filter { severity in
      diagnostics.contains { $0.severity == severity }
    }
    self.rows = rows.values.sorted { left, right in
      for severity in Diagnostic.Severity.allCases.reversed() {
        let (mine, others) = (left.counts[severity] ?? 0, right.counts[severity] ?? 0)
        if mine != others { return mine > others }
      }
      return left.rule < right.rule
    }
  }
}

// MARK: - Forms

extension RuleTable {
  private static let heading = "rule"

  /// The table for a terminal; empty without diagnostics.
  package var text: String {
    guard !rows.isEmpty else { return "" }
    let width = rows.map(\.rule.count).reduce(Self.heading.count, max)
    let head = padded(Self.heading, to: width) + severities.map { "  \($0)" }.joined()
    return ([head] + rows.map { line($0, width) }).map { $0 + "\n" }.joined()
  }

  private func line(_ row: Row, _ width: Int) -> String {
    var line = ""
    var end = width
    for severity in severities {
      end += 2 + "\(severity)".count
      guard let count = row.counts[severity] else { continue }
      let start = padded(line.isEmpty ? row.rule : line, to: end - "\(count)".count)
      line = start + "\(count)"
    }
    return line
  }

  private func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// The table in Markdown; empty without diagnostics.
  package var markdown: String {
    guard !rows.isEmpty else { return "" }
    let names = severities.map { " \($0) |" }.joined()
    let head =
      "\n| \(Self.heading) |\(names)\n|---|" + severities.map { _ in "---:|" }.joined() + "\n"
    return head
      + rows.map { row in
        "| \(MarkdownText.escaped(row.rule)) |"
          + severities.map { " \(row.counts[$0].map(String.init) ?? "") |" }.joined() + "\n"
      }.joined()
  }

  /// The member of a JSON report, with every severity of every rule.
  package var member: JSONValue.Member {
    .init("statistics", .list(rows, Self.value))
  }

  private static func value(_ row: Row) -> JSONValue {
    let counts = Diagnostic.Severity.allCases.reversed().map {
      JSONValue.Member($0.rawValue, JSONValue(row.counts[$0] ?? 0))
    }
    return .object([JSONValue.Member("rule", .string(row.rule))] + counts)
  }
}
