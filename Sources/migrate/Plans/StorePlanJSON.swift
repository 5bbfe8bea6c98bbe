internal import JSON
internal import MigrationPlanner
internal import StoreScript
internal import SchemaModel
internal import StoreLayout
internal import StoreMigration

extension StorePlan {
  /// The changes, and the effects on the store, as members of a command's JSON.
  var members: [JSONValue.Member] {
    counted.members(risk: risk) + [
      .init(
        "stages",
        .list(stages) { steps in
          ["steps": .list(steps, value)]
        }),
      .init("rowsToWrite", .integer(estimatedRows)),
      .init("effects", .list(effects, \.value)),
      .init("stepApprovals", .list(stepApprovals) { .string($0) }),
      .init("backup", JSONValue(backup)),
      .init("earlierBackup", JSONValue(earlierBackup)),
      .init("digest", .string(digest)),
    ]
  }

  private func value(_ step: MigrationStep) -> JSONValue {
    [
      "table": .string(step.table), "way": .string(step.way.rawValue),
      "rowsToWrite": step.dependsOnEarlierStage
        ? .null : step.estimatedRows.map { .integer($0) } ?? .null,
      "reasons": .list(step.reasons) { .string($0) },
      "statements": .list(step.statements) { .string($0.sql) },
    ]
  }
}
