internal import MigrationPlanner
internal import Reports
internal import SchemaModel

/// Every way between the versions of a model, as a table with a row and a column for each version.
struct HopMatrixMarkdown {
  let matrix: HopMatrix
  let history: SchemaHistory

  var text: String {
    ([["### " + MarkdownText.escaped(matrix.verdict(on: history))], table] + causes)
      .filter { !$0.isEmpty }.map { $0.map { $0 + "\n" }.joined() }.joined(separator: "\n")
  }

  private var table: [String] {
    let names = history.versions.map(\.schema.version.words)
    let count = names.count - 1
    guard count > 0 else { return [] }
    let head = ["from \\ to"] + names
    return [row(head), row(head.map { _ in "---" })]
      + names.enumerated().map { position, name in
        let ways = matrix.ways[(position * count)..<((position + 1) * count)].map(\.cell)
        return row(["**\(name)**"] + ways[..<position] + [""] + ways[position...])
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
  /// The verdict in a table; what needs a decision stands out.
  fileprivate var cell: String {
    switch self {
    case .same, .lightweight: rawValue
    case .custom, .refused: "**\(rawValue)**"
    }
  }
}
