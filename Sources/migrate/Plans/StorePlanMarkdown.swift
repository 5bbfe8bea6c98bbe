internal import MigrationPlanner
internal import Reports
internal import StoreScript
internal import SchemaModel
internal import StoreLayout
internal import StoreMigration
internal import Diagnostics

/// The effects on the tables of a store, below the changes in the description of a pull request.
struct StorePlanMarkdown {
  let plan: StorePlan

  var text: String {
    let steps = plan.steps.filter { $0.way != .none }
    let table =
      steps.isEmpty
      ? [] : ["", "| table | how | rows to write |", "|---|---|---|"] + steps.map(row)
    let effects = plan.effects.map(\.message).flatMap { ["", "**\(MarkdownText.escaped($0))**"] }
    return (table + effects).map { $0 + "\n" }.joined()
  }

  private func row(_ step: MigrationStep) -> String {
    let rows =
      step.dependsOnEarlierStage
      ? "as an earlier stage leaves" : Quantity.grouped(step.estimatedRows ?? 0)
    return "| `\(step.table)` | \(step.way.phrase) | \(rows) |"
  }
}
