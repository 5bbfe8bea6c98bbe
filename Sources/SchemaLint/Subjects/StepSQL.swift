internal import Diagnostics
internal import MigrationPlanner
internal import SQLText
internal import SchemaModel

/// The SQL that a version declares for the step to it, checked against both versions.
struct StepSQL {
  let step: VersionStep
  let engine: any QueryPlans

  /// A piece of SQL that the engine rejects.
  struct Objection {
    /// The kind of the SQL: `the check`.
    var what: String
    /// The error message of SQLite.
    var reason: String
    var path: SchemaPath
    /// Suggestions for what was probably meant.
    var notes: [Diagnostic.Note]
  }

  private var source: Schema { step.source.schema }
  private var target: Schema { step.target.schema }
  private static let root = SchemaPath(["migration"])

  /// All rejected SQL, in the order in which it would run.
  var objections: [Objection] {
    guard let declaration = step.target.migration else { return [] }
    return checks("before", declaration.before, in: source) + declaration.maps.flatMap(objections)
      + declaration.steps.enumerated().flatMap { statement($1, at: $0) }
      + checks("after", declaration.after, in: target)
  }

  // MARK: Statements

  private func checks(
    _ key: String, _ list: [MigrationDeclaration.Check], in schema: Schema
  ) -> [Objection] {
    list.enumerated().compactMap { position, check in
      guard case .expect(let sql, _) = check,
        let reason = engine.objection(toStatement: sql, in: schema)
      else { return nil }
      return Objection(
        what: "the check", reason: reason, path: Self.root.appending(key, "\(position)"),
        notes: notes(on: reason, in: sql, schema))
    }
  }

  private func statement(_ step: DeclaredStep, at position: Int) -> [Objection] {
    guard case .sql(let sql) = step.work else { return [] }
    return engine.objection(toStep: sql, in: target).map { reason in
      [
        Objection(
          what: "the statement", reason: reason,
          path: Self.root.appending("steps", "\(position)", "sql"),
          notes: notes(on: reason, in: sql, target))
      ]
    } ?? []
  }

  /// Suggestions for a statement, from the first entity that it names.
  private func notes(on reason: String, in sql: String, _ schema: Schema) -> [Diagnostic.Note] {
    let version = schema == source ? "the previous version" : "this version"
    let tables = NameHints.notes(on: reason, amongEntitiesOf: schema, version: version)
    guard tables.isEmpty else { return tables }
    let named = SQLTokens(sql).tokens.lazy.filter { $0.kind == .word || $0.kind == .quotedName }
      .compactMap { token in
        schema.entities.first { $0.name.asciiLowercased == token.name.asciiLowercased }
      }.first
    return named.map { hints(for: $0.name, in: schema, version).notes(on: reason) } ?? []
  }

  // MARK: Maps

  private func objections(in map: MigrationDeclaration.EntityMap) -> [Objection] {
    let path = Self.root.appending("map", map.entity)
    let own =
      step.isNew(entity: map.entity)
      ? [] : values(map.properties, map.filter, over: step.sourceEntity(map.entity), at: path)
    let made = map.origins.filter { source.entity(named: $0.entity) != nil }.flatMap {
      values($0.properties, $0.filter, over: $0.entity, at: path.appending("from", $0.entity))
    }
    return own + made + choices(in: map, at: path)
  }

  private func values(
    _ properties: [String: String], _ filter: String?, over entity: String, at path: SchemaPath
  ) -> [Objection] {
    let values = properties.sorted { $0.key < $1.key }.compactMap { property, sql in
      objection("the expression", sql, over: entity, in: source, path.appending(property, "using"))
    }
    let condition = filter.flatMap {
      objection("the condition", $0, over: entity, in: source, path.appending("where"))
    }
    return values + [condition].compactMap(\.self)
  }

  /// The rejected preferences: over the new version among duplicates, over the previous one among linked
  /// objects.
  private func choices(
    in map: MigrationDeclaration.EntityMap, at path: SchemaPath
  ) -> [Objection] {
    var found: [Objection?] = (map.deduplication?.choices.conditions ?? []).map {
      objection(
        "the preference", $0, over: map.entity, in: target, path.appending("dedupe", "keep"))
    }
    for (property, choices) in map.keptLinks.sorted(by: { $0.key < $1.key }) {
      guard let link = target.relationship(named: property, of: map.entity)?.relationship else {
        continue
      }
      let entity = step.sourceEntity(link.destination)
      guard source.entity(named: entity) != nil else { continue }
      found += choices.conditions.map {
        objection("the preference", $0, over: entity, in: source, path.appending(property, "keep"))
      }
    }
    return found.compactMap(\.self)
  }

  private func objection(
    _ what: String, _ sql: String, over entity: String, in schema: Schema, _ path: SchemaPath
  ) -> Objection? {
    let version = schema == source ? "the previous version" : "this version"
    return engine.objection(toMapping: sql, over: entity, in: schema).map { reason in
      Objection(
        what: what, reason: reason, path: path,
        notes: hints(for: entity, in: schema, version).notes(on: reason))
    }
  }

  private func hints(for entity: String, in schema: Schema, _ version: String) -> NameHints {
    let attributes = schema.allAttributes(of: entity).filter { !$0.isTransient }.map(\.name)
    let links = schema.allRelationships(of: entity).filter { $0.cardinality == .toOne }.map(\.name)
    return NameHints(
      properties: attributes + links, entity: entity, schema: schema, version: version)
  }
}
