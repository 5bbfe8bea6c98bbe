internal import Digests
internal import SchemaModel

extension MigrationPlan {
  /// The digest of everything that the plan does and promises, in hexadecimal.
  ///
  /// Two plans with the same digest do the same to a store. A saved plan is stale if the new plan has another
  /// digest: a schema file was edited, or another version of the tool plans differently. Places in files make
  /// no difference.
  public var digest: String {
    Digest.of(Array(canonicalText.utf8)).hexadecimal
  }

  private var canonicalText: String {
    var lines = ["plan 1"]
    lines.append("from \(source.version) \(source.definitionDigest)")
    lines.append("to \(target.version) \(target.definitionDigest)")
    for hop in hops { lines += hop.canonicalLines }
    for stage in stages { lines += stage.canonicalLines }
    return lines.joined(separator: "\n")
  }
}

extension MigrationHop {
  fileprivate var canonicalLines: [String] {
    var lines = ["hop \(source) -> \(target) \(classification.rawValue)"]
    lines.append("declares \(declaration?.digest ?? "nothing")")
    lines += changes.map { planned in
      "\(planned.change.code) \(planned.description.quoted)"
        + " \(planned.classification.rawValue) \(planned.risk.rawValue)"
    }
    return lines
  }
}

extension MigrationStage {
  fileprivate var canonicalLines: [String] {
    ["stage", mapping.description] + requirements.map { "requires \($0.condition.canonicalText)" }
      + before.map { "before \($0.check.canonicalText)" }
      + after.map { "after \($0.check.canonicalText)" }
  }
}

extension Requirement.Condition {
  fileprivate var canonicalText: String {
    switch self {
    case .noObjects(let entity): "no objects of \(entity)"
    case .noValues(let property, let entity): "no values of \(entity).\(property)"
    case .valueEverywhere(let property, let entity): "values of \(entity).\(property)"
    case .elementEverywhere(let element, let property, let entity):
      "elements \(element) of \(entity).\(property)"
    case .distinctIdentities(let entities): "identities \(entities.joined(separator: ", "))"
    }
  }
}

extension MigrationDeclaration.Check {
  fileprivate var canonicalText: String {
    switch self {
    case .count(let entity, let number): "count \(entity) \(number.map { "\($0)" } ?? "kept")"
    case .expect(let sql, let value): "expect \(sql.quoted) \(value?.text ?? "null")"
    }
  }
}
