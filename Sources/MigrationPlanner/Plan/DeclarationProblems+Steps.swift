internal import Diagnostics
internal import SQLText
internal import SchemaModel

extension DeclarationProblems {
  /// The names in a step must exist, and their values must be stored in rows.
  mutating func check(
    _ step: DeclaredStep, source: Schema, target: Schema, at position: String
  ) {
    let path = SchemaPath(["migration", "steps", position])
    if let table = source.existingTable ?? target.existingTable {
      report(
        "unworkable-step",
        "the \(step.title) cannot work on an existing database, to which the table '\(table)' "
          + "belongs", remedy: "change the database itself, and drop the step", at: path)
    }
    if step.touches.isEmpty {
      report(
        "unworkable-step", "the \(step.title) may change nothing",
        remedy: "name what it may change under 'touches', as 'Entity.property'", at: path)
    }
    for reach in step.reaches { check(reach, in: target, at: path.appending("touches")) }
    guard case .closure(_, on: let entity, let reads) = step.work else { return }
    if target.entity(named: entity) == nil {
      reportUnknown(entity, version: target.version, in: target, at: path.appending("on"))
    }
    for name in reads where source.entity(named: name) == nil {
      reportUnknown(name, version: source.version, in: source, at: path.appending("reads"))
    }
    guard target.entity(named: entity) != nil else { return }
    for reach in step.reaches
    where target.entity(named: reach.entity) != nil
      && !canChange(reach, ofObjectsOf: entity, in: target)
    {
      report(
        "unworkable-step",
        "the \(step.title) is given rows of '\(entity)', and can change what these hold only",
        remedy: "name attributes and stored to-ones under 'touches', as '\(entity).property'",
        at: path.appending("touches"))
    }
  }

  /// Whether the closure's rows contain the named property; unknown names are reported elsewhere.
  private func canChange(
    _ reach: DeclaredStep.Reach, ofObjectsOf entity: String, in target: Schema
  ) -> Bool {
    guard let property = reach.property,
      target.family(of: entity).contains(where: {
        target.isEntity($0.name, orDescendantOf: reach.entity)
      })
    else { return false }
    guard let end = target.end(property, of: reach.entity) else { return true }
    return target.associations.contains { $0.kind == .toOne && $0.primary == end }
  }

  private mutating func check(
    _ reach: DeclaredStep.Reach, in target: Schema, at path: SchemaPath
  ) {
    guard target.entity(named: reach.entity) != nil else {
      return reportUnknown(reach.entity, version: target.version, in: target, at: path)
    }
    guard let property = reach.property else { return }
    if let attribute = target.attribute(named: property, of: reach.entity)?.attribute {
      guard attribute.isTransient || attribute.storage == .external else { return }
      report(
        "unworkable-step",
        "no step can change '\(reach.entity).\(property)', which its row does not hold",
        remedy: "give it an expression under 'map'", at: path)
    } else if target.relationship(named: property, of: reach.entity) == nil {
      reportUnknown(property, of: reach.entity, in: target, at: path)
    }
  }
}

extension DeclarationProblems {
  /// A condition must select the same objects whenever it is evaluated: before a migration, while it runs,
  /// and in the proof of its result.
  mutating func check(condition sql: String?, of entity: String, at path: SchemaPath) {
    guard let sql, let part = SQLExpression(sql).volatilePart else { return }
    report(
      "volatile-condition",
      "the condition for the objects of '\(entity)' has another answer each time, for it asks "
        + "'\(part)'", remedy: "compare with a value that is written out, as a date or a number",
      at: path)
  }
}
