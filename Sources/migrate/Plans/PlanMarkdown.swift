internal import MigrationPlanner
internal import Reports

/// The changes of a plan as a table for the description of a pull request.
struct PlanMarkdown {
  let plan: MigrationPlan
  /// The verdict, if a store adds to the plan.
  var verdict: String?

  /// The verdict as a heading, followed by a table for each hop.
  var text: String {
    (["### " + MarkdownText.escaped(verdict ?? plan.verdict)]
      + plan.hops.flatMap { [""] + lines($0) })
      .map { $0 + "\n" }.joined()
  }

  private func lines(_ hop: MigrationHop) -> [String] {
    let table = ["| | change | class | data | reason |", "|---|---|---|---|---|"]
    let remarks = hop.remarks.flatMap { ["", "_\(MarkdownText.escaped($0))_"] }
    return ["**\(hop.title)**", ""]
      + (hop.changes.isEmpty ? ["no changes"] : table + hop.changes.map { row($0, hop) }) + remarks
  }

  private func row(_ planned: PlannedChange, _ hop: MigrationHop) -> String {
    let cells = [
      "`\(planned.change.sign.rawValue)`", MarkdownText.escaped(planned.change.summary),
      planned.classification == .custom ? "**custom**" : hop.hasPlatform ? "lightweight" : "",
      planned.risk == .none ? planned.risk.phrase : "**\(planned.risk.phrase)**",
      MarkdownText.escaped(planned.reason),
    ]
    return "| " + cells.joined(separator: " | ") + " |"
  }
}
