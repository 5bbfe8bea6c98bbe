internal import MigrationPlanner
internal import Reports
internal import SQLiteStore
public import SchemaModel

extension PlanFile {
  /// A plan as it is saved.
  public init(_ plan: StorePlan, history: SchemaHistory) {
    schema = plan.migration.target.name
    (source, target) = (plan.source, plan.target)
    definitions = Self.definitions(from: plan.source, to: plan.target, in: history)
    storeFingerprint = plan.inspection.fingerprint ?? ""
    planDigest = plan.digest
  }

  /// The text of a file that holds a plan: the facts first, then the steps for people to read.
  public static func text(
    of plan: StorePlan, history: SchemaHistory, toolVersion: String
  ) -> String {
    let file = PlanFile(plan, history: history)
    let object: JSONValue = [
      "formatVersion": JSONValue(formatVersion),
      "tool": .string(toolVersion),
      "schema": .string(file.schema),
      "from": .string("\(file.source)"),
      "to": .string("\(file.target)"),
      "store": .string(file.storeFingerprint),
      "plan": .string(file.planDigest),
      "definitions": .list(file.definitions) {
        [
          "version": .string("\($0.version)"), "digest": .string($0.digest),
          "migration": JSONValue($0.migration),
        ]
      },
      "changes": .list(plan.migration.hops) { hop in
        [
          "to": .string("\(hop.target)"),
          "changes": .list(hop.changes) { .string($0.description) },
        ]
      },
      "losses": .list(plan.losses) { loss in
        [
          "change": JSONValue(loss.change.approval), "count": .integer(loss.count),
          "unit": .string(loss.unit.rawValue),
        ]
      },
      "steps": .list(plan.steps, step),
    ]
    return SealedText.seal(JSONWriter.text(of: object))
  }

  private static func step(_ step: MigrationStep) -> JSONValue {
    [
      "table": .string(step.table),
      "way": .string(step.way.rawValue),
      "reasons": .list(step.reasons) { .string($0) },
      "rows": step.estimatedRows.map { .integer($0) } ?? .null,
      "statements": .list(step.statements) { .string($0.sql) },
    ]
  }

  /// What the versions on the way are now.
  static func definitions(
    from source: Version, to target: Version, in history: SchemaHistory
  ) -> [Definition] {
    history.versions.filter { (source...target).contains($0.schema.version) }.map { document in
      Definition(
        version: document.schema.version, digest: document.schema.definitionDigest,
        migration: document.schema.version == source ? nil : document.migration?.digest)
    }
  }

  /// What a saved plan no longer agrees with; nil where it is still good.
  func staleness(comparedWith plan: StorePlan, history: SchemaHistory) -> StalePlan? {
    let now = PlanFile(plan, history: history)
    if schema != now.schema { return .schema(saved: schema, found: now.schema) }
    if source != now.source { return .version(saved: source, found: now.source) }
    if target != now.target { return .target(saved: target, asked: now.target) }
    for (saved, found) in zip(definitions, now.definitions) where saved != found {
      return .definition(found.version)
    }
    if let extra = now.definitions.dropFirst(definitions.count).first {
      return .definition(extra.version)
    }
    if storeFingerprint != now.storeFingerprint { return .store }
    return planDigest == now.planDigest
      ? nil : .steps(saved: planDigest, found: now.planDigest)
  }
}
