internal import JSON
internal import SQLite
internal import MigrationPlanner
internal import StoreScript
internal import SchemaModel
internal import StoreMigration

extension StorePlan {
  /// What happens to the store as members of a command's JSON.
  var members: [JSONValue.Member] {
    [
      .init(
        "stages",
        .list(stages) { steps in
          ["steps": .list(steps, value)]
        }),
      .init("rowsToWrite", .integer(estimatedRows)),
      .init("losses", .list(losses) { $0.value }),
      .init("rewritten", .list(rewritten) { $0.value }),
      .init("stepApprovals", .list(stepApprovals) { .string($0) }),
      .init("untriedColumns", .list(untriedColumns) { $0.value }),
      .init("backup", JSONValue(backup)),
      .init("earlierBackup", JSONValue(earlierBackup)),
      .init("digest", .string(digest)),
    ] + effects.members
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

extension MigrationEffects {
  /// The effects as members of a command's JSON.
  var members: [JSONValue.Member] {
    [
      .init("leftBehind", .list(leftBehind) { $0.value }),
      .init("chosenLinks", .list(chosenLinks) { $0.value }),
      .init("renumbered", .list(renumbered) { $0.value }),
      .init("steps", .list(steps) { $0.value }),
      .init("stepLosses", .list(stepLosses) { $0.value }),
      .init("merged", .list(merged) { $0.value }),
      .init("recomputed", .list(recomputed) { $0.value }),
    ]
  }
}

extension DataLoss {
  /// The loss as an element of a command's JSON.
  var value: JSONValue {
    [
      "approval": JSONValue(change.approval), "property": JSONValue(property),
      "count": .integer(count),
      "unit": .string(unit.rawValue),
      "examples": .list(objects.keys, \.value),
      "isApproved": .bool(isApproved),
    ]
  }
}

extension RewrittenValues {
  /// The values as an element of a command's JSON; numbers that are not known are null.
  var value: JSONValue {
    [
      "property": .string(property), "version": .string("\(version)"),
      "changed": count.map { .integer($0) } ?? .null,
      "objects": objects.map { .integer($0) } ?? .null,
    ]
  }
}

extension RecomputedColumn {
  /// The column as an element of a command's JSON.
  var value: JSONValue {
    [
      "property": .string("\(entity).\(property)"), "reads": .list(reads) { .string($0) },
      "approval": .string(approval),
    ]
  }
}

extension RecomputedValues {
  /// The values as an element of a command's JSON.
  var value: JSONValue {
    [
      "property": .string("\(column.entity).\(column.property)"), "count": .integer(count),
      "approval": .string(approval),
    ]
  }
}

extension MergedObjects {
  /// The objects as an element of a command's JSON; a number that is not known yet is null.
  var value: JSONValue {
    [
      "entity": .string(entity), "key": .list(key) { .string($0) },
      "count": count.map { .integer($0) } ?? .null,
      "survivors": survivors.map { .integer($0) } ?? .null,
      "examples": .list(examples) { .string($0) },
      "takenAlong": .list(takenAlong) {
        [
          "property": .string($0.property), "count": .integer($0.count),
          "unit": .string($0.unit.rawValue),
        ]
      },
    ]
  }
}

extension RenumberedObjects {
  /// The objects as an element of a command's JSON; a number that is not known yet is null.
  var value: JSONValue {
    [
      "source": .string(source), "entity": .string(entity),
      "count": count.map { .integer($0) } ?? .null,
    ]
  }
}

extension ChosenLinks {
  /// The links as an element of a command's JSON; a number that is not known yet is null.
  var value: JSONValue {
    [
      "relationship": .string(property), "objects": objects.map { .integer($0) } ?? .null,
      "dropped": dropped.map { .integer($0) } ?? .null, "unlinked": .integer(unlinked),
    ]
  }
}

extension StepResult {
  /// The step as an element of a command's JSON; a number that is not known yet is null.
  var value: JSONValue {
    [
      "step": .string(step.title), "touches": .list(step.touches) { .string($0) },
      "rows": count.map { .integer($0) } ?? .null,
    ]
  }
}

extension StepLoss {
  /// The loss as an element of a command's JSON.
  var value: JSONValue {
    [
      "kind": .string(kind.rawValue), "subject": .string(subject), "lost": .integer(lost),
      "replaced": .integer(replaced), "examples": .list(objects.keys, \.value),
      "approval": .string(approval), "needsApproval": .bool(needsApproval),
      "isApproved": .bool(isApproved),
    ]
  }
}

extension SQLValue {
  /// What tells a row apart: a number or a text as such, and any other value as SQL.
  fileprivate var value: JSONValue {
    switch self {
    case .integer(let number): .integer(number)
    case .text(let text): .string(text)
    default: .string(literal)
    }
  }
}

extension LeftBehind {
  /// The objects as an element of a command's JSON; a number that is not known yet is null.
  var value: JSONValue {
    ["entity": .string(entity), "count": count.map { .integer($0) } ?? .null]
  }
}
