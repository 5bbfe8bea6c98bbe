internal import MigrationPlanner
internal import Reports
internal import SchemaModel

/// The migrations between all versions of a model, as a table with a row and a column for each version.
struct HopMatrixMarkdown {
  let matrix: HopMatrix
  let history: SchemaHistory

  var text: String {
    ([["### " + MarkdownText.escaped(matrix.verdict(on: history))], table] + causes)
      .filter { !$0.isEmpty }.map { $0.map { $0 + "\n" }.joined() }.joined(separator: "\n")
  }

  private var table: [String] {
    let versions = history.versions.map(\.schema.version)
    let names = versions.map(\.words)
    guard names.count > 1 else { return [] }
    let cells = Dictionary(
      matrix.ways.map { ([$0.source, $0.target], $0.cell) }, uniquingKeysWith: { first, _ in first }
    )
    let head = ["from \\ to"] + names
    return [row(head), row(head.map { _ in "---" })]
      + names.enumerated().map { position, name in
        row(["**\(name)**"] + versions.map { cells[[versions[position], $0]] ?? "" })
      }
  }

  private func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }

  private var causes: [[String]] {
    [HopMatrix.Verdict.custom, .refused].map { verdict in
      HopMatrixCauses(matrix, verdict).groups.map { group in
        let reason = group.reason.map { ": \(MarkdownText.escaped($0))" } ?? ""
        let platform = group.platform.map { "; \($0)" } ?? ""
        return "- \(verdict.cell): \(MarkdownText.escaped(group.summary))\(reason)"
          + " (\(group.extent)\(platform))"
      }
    }
  }
}

extension HopMatrix.Way {
  /// The verdict in a table.
  fileprivate var cell: String {
    verdict == .custom && isInferredWithoutPlan
      ? "\(verdict.cell), inferred without a plan" : verdict.cell
  }
}

extension HopMatrix.Verdict {
  /// The verdict in a table; a verdict that needs a decision is emphasized.
  fileprivate var cell: String {
    switch self {
    case .same, .lightweight, .inPlace, .rewritten: rawValue
    case .custom, .refused: "**\(rawValue)**"
    }
  }
}
