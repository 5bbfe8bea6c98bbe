internal import JSON
internal import MigrationPlanner
internal import Reports
internal import SchemaModel

extension HopMatrix {
  /// The migrations between all versions as members of a command's JSON, each with its causes.
  func members(_ history: SchemaHistory) -> [JSONValue.Member] {
    [
      .init("schema", JSONValue(history.versions.first?.schema.name)),
      .init("versions", .list(history.versions) { .string("\($0.schema.version)") }),
      .init("ways", .list(ways, \.value)),
    ]
  }
}

extension HopMatrix.Way {
  fileprivate var value: JSONValue {
    [
      "source": .string("\(source)"), "target": .string("\(target)"),
      "verdict": .string(verdict.rawValue), "causes": .list(causes, \.value),
      "platform": platform.map { inference -> JSONValue in
        [
          "verdict": .string(inference.verdict.rawValue),
          "causes": .list(inference.causes, \.value),
        ]
      } ?? .null,
    ]
  }
}

extension HopMatrix.Cause {
  fileprivate var value: JSONValue {
    [
      "source": .string("\(source)"), "target": .string("\(target)"),
      "summary": .string(summary), "reason": JSONValue(reason),
    ]
  }
}
