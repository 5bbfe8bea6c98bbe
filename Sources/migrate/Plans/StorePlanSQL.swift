internal import MigrationPlanner
internal import StoreScript
internal import SchemaModel
internal import StoreLayout
internal import StoreMigration

/// The statements of a migration in the order of execution.
///
/// Functions whose names begin with `migrate_` belong to the tool.
struct StorePlanSQL {
  let plan: StorePlan

  var text: String {
    let title = "-- \(plan.verdict)"
    guard !plan.isCurrent else { return title + "\n" }
    let stages = zip(plan.statements, plan.migration.stages).flatMap { statements, stage in
      ["", "-- \(stage.mapping.source.version) to \(stage.mapping.target.version)"]
        + statements.flatMap(lines)
    }
    let effects = plan.effects.map(\.message).map { "-- " + oneLine($0) }
    return ([title] + effects + stages).map { $0 + "\n" }.joined()
  }

  private func lines(_ statement: ScriptStatement) -> [String] {
    ["-- \(statement.table): \(oneLine(statement.reason))", statement.sql + ";"]
  }

  private func oneLine(_ text: String) -> String {
    String(text.map { $0.isNewline ? " " : $0 })
  }
}
