internal import JSON
internal import MigrationPlanner
internal import Reports
internal import SchemaModel

extension MigrationPlan {
  /// The changes of the plan as members of a command's JSON.
  var members: [JSONValue.Member] { members(risk: risk) }

  func members(risk: DataLossRisk) -> [JSONValue.Member] {
    [
      .init("schema", .string(target.name)),
      .init("source", .string("\(source.version)")),
      .init("target", .string("\(target.version)")),
      .init("classification", .string(way.rawValue)),
      .init("risk", .string(risk.rawValue)),
      .init("hops", .list(hops, value)),
    ]
  }

  private func value(_ hop: MigrationHop) -> JSONValue {
    [
      "source": .string("\(hop.source)"),
      "target": .string("\(hop.target)"),
      "classification": .string(hop.verdict.rawValue),
      "keepsVersionHashes": hop.keepsVersionHashes.map(JSONValue.bool) ?? .null,
      "changes": .list(hop.changes, value),
    ]
  }

  private func value(_ planned: PlannedChange) -> JSONValue {
    [
      "code": .string(planned.change.code),
      "subject": .string(planned.change.subject),
      "summary": .string(planned.change.description),
      "classification": .string(planned.classification.rawValue),
      "reason": .string(planned.reason),
      "risk": .string(planned.risk.rawValue),
      "approval": JSONValue(planned.approval),
      "isHashNeutral": planned.isHashNeutral.map(JSONValue.bool) ?? .null,
    ]
  }
}
