internal import Diagnostics
internal import MigrationPlanner
internal import SchemaModel
internal import SQLite
internal import SQLText
internal import StoreLayout
internal import StoreScript
internal import StoreVerification

/// Finds all SQL in the schema files that SQLite does not accept, before anything is written.
///
/// Each piece is prepared separately on an empty store of its version, as it will be used: an expression sees
/// the properties of the step below it and the tables of the previous version.
struct DeclaredSQLCheck {
  /// The mappings between the versions.
  let mappings: [Mapping]
  let hops: [MigrationHop]
  let history: SchemaHistory
  /// The objects of the store that the model does not name.
  let unmanaged: [SchemaObject]
  /// The objects of the store that its layout does not make, including the existing tables that it names.
  var found: [SchemaObject] = []

  /// The problems, sorted, each once.
  func problems() throws -> [Diagnostic] {
    var problems: [Diagnostic] = []
    for mapping in mappings { problems += try self.problems(of: mapping) }
    for mapping in mappings { problems += try computedColumnProblems(of: mapping) }
    for mapping in mappings { problems += try preferenceProblems(of: mapping) }
    for mapping in mappings { problems += try choiceProblems(of: mapping) }
    for hop in hops { problems += try self.problems(of: hop) + stepProblems(of: hop) }
    for mapping in mappings { problems += try ruleProblems(of: mapping) }
    var seen: Set<Diagnostic> = []
    return problems.filter { seen.insert($0).inserted }.sorted()
  }

  // MARK: Expressions

  private func problems(of mapping: Mapping) throws -> [Diagnostic] {
    guard mapping.hasDeclaredSQL else { return [] }
    let layout = StoreLayout(of: mapping.source)
    let connection = try Connection.emptyStore(of: layout.definition, unmanaged: unmanaged)
    let places = ExpressionPlaces(history: history, mapping: mapping)
    let files = layout.externalAttributes.reduce(into: [:]) { files, attribute in
      files[ColumnReference(attribute.table, attribute.column)] =
        "\(attribute.entity).\(attribute.attribute)"
    }
    var problems: [Diagnostic] = []
    for entity in mapping.entities + mapping.additions {
      guard let source = entity.source else { continue }
      let origin = mapping.additions.contains(entity) ? source : nil
      var (below, properties) = (source, layout.storedProperties(of: source).map(\.property))
      let paths = ToOnePaths(of: source, in: layout)
      for layer in entity.layers {
        let resolved = below == source && layer == entity.layers.first ? paths.resolved : { $0 }
        let rows = EmptyRows(entity: below, properties: properties, files: files)
        // Later steps do not follow paths.
        let hints = NameHints(
          properties: properties, entity: below,
          schema: layer == entity.layers.first ? mapping.source : nil)
        var refusals = layer.values.compactMap { value in
          value.value.declaredExpression.map { sql in
            (
              error: connection.refusal(ofValue: resolved(sql), on: rows), key: value.property,
              subject: "expression for '\(layer.entity).\(value.property)'"
            )
          }
        }
        if let filter = layer.filter {
          refusals.append(
            (
              connection.refusal(ofCondition: resolved(filter), on: rows), "where",
              "condition for the objects of '\(layer.entity)'"
            ))
        }
        problems += refusals.compactMap { error, key, subject in
          error.map {
            Self.problem(
              with: subject, $0, hints, at: places.location(of: key, of: layer, madeFrom: origin))
          }
        }
        (below, properties) = (layer.entity, layer.values.map(\.property))
      }
    }
    return problems
  }

  private static func problem(
    with subject: String, _ error: String, _ hints: NameHints, at place: SourceLocation?
  ) -> Diagnostic {
    Diagnostic(
      code: "unusable-expression", "the \(subject) cannot be used: \(error)", at: place,
      notes: hints.notes(on: error))
  }

  // MARK: Preferences

  /// A preference among duplicates reads the properties of the new version.
  private func preferenceProblems(of mapping: Mapping) throws -> [Diagnostic] {
    let layout = StoreLayout(of: mapping.target)
    return try mapping.merges.flatMap { merge in
      let path = SchemaPath(["migration", "map", merge.entity, "dedupe", "keep"])
      return try choiceProblems(
        merge.deduplication.choices, among: merge.entity, layout, version: "this version",
        at: history[mapping.target.version]?.sources.location(of: path))
    }
  }

  /// A preference among linked objects reads the properties of the previous version.
  private func choiceProblems(of mapping: Mapping) throws -> [Diagnostic] {
    var problems: [Diagnostic] = []
    let layout = StoreLayout(of: mapping.source)
    for entity in mapping.entities {
      for layer in entity.layers {
        for value in layer.values {
          guard case .chosen(let links, let choices, let agreeing) = value.value,
            let first = links.first
          else { continue }
          let isAtOtherEnd = links.contains(where: \.isOwn)
          problems += try choiceProblems(
            choices, among: first.contestants, layout,
            at: choicePlace(of: value.property, layer, isAtOtherEnd))
          problems += try choiceProblems(
            agreeing ?? [], among: first.reversed.contestants, layout,
            at: choicePlace(of: value.property, layer, !isAtOtherEnd))
        }
      }
    }
    return problems
  }

  private func choiceProblems(
    _ choices: [Deduplication.Choice], among entity: String, _ layout: StoreLayout,
    version: String = "the previous version", at place: SourceLocation?
  ) throws -> [Diagnostic] {
    guard !choices.conditions.isEmpty else { return [] }
    let connection = try Connection.emptyStore(of: layout.definition, unmanaged: unmanaged)
    let properties = layout.storedProperties(of: entity).map(\.property)
    let rows = EmptyRows(entity: entity, properties: properties)
    let paths = ToOnePaths(of: entity, in: layout)
    let hints = NameHints(
      properties: properties, entity: entity, schema: layout.schema, version: version)
    return choices.conditions.compactMap { condition in
      connection.refusal(ofCondition: paths.resolved(condition), on: rows).map {
        Self.problem(with: "preference among the objects of '\(entity)'", $0, hints, at: place)
      }
    }
  }

  /// The place of a choice; for links that the objects held themselves, it is at the other end.
  private func choicePlace(
    of property: String, _ layer: MappingLayer, _ isAtOtherEnd: Bool
  ) -> SourceLocation? {
    guard let document = history[layer.version],
      let found = document.schema.relationship(named: property, of: layer.entity)
    else { return nil }
    var end = Association.End(entity: layer.entity, relationship: found.relationship)
    if isAtOtherEnd, let inverse = document.schema.inverse(of: end) { end = inverse }
    let owners = document.schema.lineage(of: end.entity).map(\.name)
    return owners.lazy.compactMap { owner in
      document.sources.exactLocation(
        of: SchemaPath(["migration", "map", owner, end.relationship.name, "keep"]))
    }.first
  }

  // MARK: Steps

  /// The problems of a hop's steps.
  ///
  /// Each statement is compiled as it will be run, which shows everything that it may change: no delete rule
  /// is active then. It is run, too, to see whether it ends.
  private func stepProblems(of hop: MigrationHop) throws -> [Diagnostic] {
    guard !hop.steps.isEmpty, let document = history[hop.target] else { return [] }
    let layout = StoreLayout(of: document.schema)
    let (tables, indexes) = (layout.definition.tables, layout.definition.indexes)
    let connection = try Connection.emptyStore(
      of: DatabaseDefinition(tables: tables, indexes: indexes, triggers: []), unmanaged: unmanaged)
    return hop.steps.enumerated().compactMap { position, step in
      guard case .sql(let sql) = step.work else { return nil }
      let path = SchemaPath(["migration", "steps", "\(position)", "sql"])
      let problem: String?
      var notes: [Diagnostic.Note] = []
      do throws(SQLiteError) {
        let excess = StepReach(of: step, in: layout).excess(of: try connection.effects(of: sql))
        problem =
          step.clause(for: excess).map { "the \(step.title) \($0)" }
          ?? (connection.isEndless(SQL(raw: sql))
            ? "the \(step.title) cannot be run: \(Connection.endless)" : nil)
      } catch {
        problem = "the \(step.title) cannot be run: \(error.message)"
        notes = self.notes(on: error.message, inStep: sql, layout)
      }
      return problem.map {
        Diagnostic(code: "unusable-step", $0, at: document.sources.location(of: path), notes: notes)
      }
    }
  }

  /// Suggestions for an unknown name in a statement, from the entity that it names first.
  private func notes(
    on reason: String, inStep sql: String, _ layout: StoreLayout
  ) -> [Diagnostic.Note] {
    let tables = NameHints.notes(
      on: reason, amongEntitiesOf: layout.schema, version: "this version")
    if !tables.isEmpty { return tables }
    let named = SQLTokens(sql).tokens.lazy.filter { $0.kind == .word || $0.kind == .quotedName }
      .compactMap { token in
        layout.schema.entities.first { $0.name.asciiLowercased == token.name.asciiLowercased }
      }.first
    return named.map { entity in
      NameHints(
        properties: layout.storedProperties(of: entity.name).map(\.property), entity: entity.name,
        schema: nil, version: "this version"
      ).notes(on: reason)
    } ?? []
  }

  // MARK: Checks

  private func problems(of hop: MigrationHop) throws -> [Diagnostic] {
    guard let declaration = hop.declaration, let document = history[hop.target] else { return [] }
    let moments: [(String, Version, [MigrationDeclaration.Check])] = [
      ("before", hop.source, declaration.before), ("after", hop.target, declaration.after),
    ]
    return try moments.flatMap { key, version, checks -> [Diagnostic] in
      let queries = checks.enumerated().compactMap { position, check -> (Int, String)? in
        if case .expect(let sql, _) = check { (position, sql) } else { nil }
      }
      guard !queries.isEmpty, let schema = history[version]?.schema else { return [] }
      let layout = StoreLayout(of: schema)
      let connection = try Connection.emptyStore(of: layout.definition, unmanaged: unmanaged)
      return try connection.withEntityViews(of: layout) {
        queries.compactMap { position, sql in
          connection.refusal(ofQuery: layout.resolvingPaths(inQuery: sql)).map { reason in
            let path = SchemaPath(["migration", key, "\(position)"])
            return Diagnostic(
              code: "unusable-check", "the \(key) check '\(sql)' cannot be made: \(reason)",
              at: document.sources.location(of: path),
              notes: notes(on: reason, in: sql, layout, isBefore: key == "before"))
          }
        }
      }
    }
  }

  /// Suggestions for an unknown name, from the entities that a check reads.
  private func notes(
    on reason: String, in sql: String, _ layout: StoreLayout, isBefore: Bool
  ) -> [Diagnostic.Note] {
    let sources = layout.entities(inQuery: sql)
    let prefix = "no such column: "
    let version = isBefore ? "the previous version" : "this version"
    guard reason.hasPrefix(prefix) else {
      return NameHints.notes(on: reason, amongEntitiesOf: layout.schema, version: version)
    }
    var names = reason.dropFirst(prefix.count).split(separator: ".").map(String.init)
    let named = sources.first { $0.name.asciiLowercased == names.first?.asciiLowercased }
    if named != nil, names.count > 1 { names.removeFirst() }
    guard let entity = named?.entity ?? (sources.count == 1 ? sources[0].entity : nil) else {
      return names.count > 1 && sources.count > 1
        ? [
          .init("say whose path it is, as in '\(sources[0].name).\(names.joined(separator: "."))'")
        ]
        : []
    }
    return NameHints(
      properties: layout.storedProperties(of: entity).map(\.property), entity: entity,
      schema: layout.schema, version: version
    ).notes(on: prefix + names.joined(separator: "."))
  }

  // MARK: Rules

  /// A rule with the same text in the previous version was accepted then, and is reported by `verify`.
  private func ruleProblems(of mapping: Mapping) throws -> [Diagnostic] {
    let known = Set(mapping.source.entities.flatMap { $0.rules.map(\.check) })
    let rules = mapping.target.entities.flatMap { entity in
      entity.rules.filter { !known.contains($0.check) }.map { (entity.name, $0) }
    }
    guard !rules.isEmpty else { return [] }
    let layout = StoreLayout(of: mapping.target)
    let places = SchemaPlaces(document: history[mapping.target.version])
    let connection = try Connection.emptyStore(of: layout.definition, unmanaged: unmanaged)
    var findings = try StoreVerifier.findings(in: layout, on: connection) { demand in
      if case .rule = demand.subject { !known.contains(demand.text) } else { false }
    }
    for (entity, rule) in rules {
      let properties = layout.storedProperties(of: entity).map(\.property)
      let rows = EmptyRows(entity: entity, properties: properties)
      guard connection.refusal(ofCondition: rule.check, on: rows) == Connection.endless else {
        continue
      }
      findings.append(
        Finding(.unusableRule(entity: entity, rule: rule.name, reason: Connection.endless)))
    }
    return findings.map {
      Diagnostic(code: $0.problem.code, $0.message, at: places.location(of: $0.problem))
    }
  }
}

extension DeclaredSQLCheck {
  /// The problems of expressions for generated columns, which accept no values
  /// (https://www.sqlite.org/gencol.html#limitations).
  func computedColumnProblems(of mapping: Mapping) throws -> [Diagnostic] {
    let (source, target) = (StoreLayout(of: mapping.source), StoreLayout(of: mapping.target))
    guard !source.existingTables.isEmpty, mapping.hasDeclaredSQL else { return [] }
    let places = ExpressionPlaces(history: history, mapping: mapping)
    let tables = found.filter { source.existingTables[$0.id.name] != nil }
    let connection = try Connection.emptyStore(of: DatabaseDefinition(), unmanaged: tables)
    return try mapping.entities.flatMap { entity -> [Diagnostic] in
      guard let before = entity.source, source.isExisting(before),
        let table = source.table(of: before)
      else { return [] }
      let computed = try Set(
        connection.texts(
          "SELECT name FROM pragma_table_xinfo(\(table)) WHERE hidden IN (2, 3)"))
      return target.storedProperties(of: entity.entity).compactMap { property, column in
        let name = PropertyName(entity.entity, property)
        guard computed.contains(column), let place = places.location(of: name) else { return nil }
        return Diagnostic(
          code: "unusable-expression",
          "the expression for '\(name)' cannot be used: SQLite itself computes the values of the "
            + "column '\(column)'", at: place,
          notes: [
            .init(
              "leave it out, and give expressions for what '\(column)' is computed from instead")
          ])
      }
    }
  }
}
