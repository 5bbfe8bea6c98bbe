internal import Diagnostics
internal import SchemaModel

/// Reads the rows of a case, which belong to the old version, and its expectations.
struct CaseContents {
  private let source: SchemaDocument?
  private let target: SchemaDocument
  private let log: ProblemLog

  init(_ source: SchemaDocument?, _ target: SchemaDocument, log: ProblemLog) {
    (self.source, self.target, self.log) = (source, target, log)
  }

  /// The names of rows, each with its entity.
  typealias Names = [String: String]

  /// The rows, in the order in which they are inserted, and their names.
  func rows(_ fields: Fields) -> (rows: [MigrationCase.Row], names: Names) {
    guard let schema = source?.schema else { return ([], [:]) }
    let drafts = fields.entries("rows").flatMap { rowDrafts($0, in: schema) }
    let all = Dictionary(drafts.compactMap { draft in draft.name.map { ($0, draft.entity) } }) {
      first, _ in first
    }
    var places: [String: SourceLocation] = [:]
    var known: Names = [:]
    let rows = drafts.map { draft in
      if let name = draft.name {
        if let first = places[name] {
          log.report(.duplicateName(name, subject: "rows", first: first), at: draft.location)
        }
        places[name] = places[name] ?? draft.location
        known[name] = known[name] ?? draft.entity
      }
      let reading = ContentReading(schema, rows: all, inserted: known, log: log)
      return MigrationCase.Row(
        name: draft.name, entity: draft.entity,
        content: reading.content(draft.node, of: draft.entity), location: draft.location)
    }
    return (rows, all)
  }

  private struct Draft {
    var name: String?
    var entity: String
    var node: YAMLNode
    var location: SourceLocation
  }

  /// The rows of an entity: named ones in a mapping, others in a list.
  private func rowDrafts(_ pair: YAMLNode.Pair, in schema: Schema) -> [Draft] {
    let name = pair.key.text
    guard let entity = schema.entity(named: name) else {
      log.report(
        .unknownEntity(
          name, version: "\(schema.version)", candidates: schema.entities.map(\.name)),
        at: pair.key.location)
      return []
    }
    if entity.isAbstract { log.report(.abstractEntity(name), at: pair.key.location) }
    if case .sequence(let nodes) = pair.value.content {
      return nodes.map { Draft(entity: name, node: $0, location: $0.location) }
    }
    return (pair.value.pairs(of: name, log: log) ?? []).map {
      Draft(name: $0.key.text, entity: name, node: $0.value, location: $0.key.location)
    }
  }
}

// MARK: - Expectations

extension CaseContents {
  /// The conditions after the migration.
  func expectations(_ fields: Fields, rows: Names) -> [MigrationCase.Expectation] {
    fields.list("expect").compactMap { node in
      kind(node, rows).map { MigrationCase.Expectation(kind: $0, location: node.location) }
    }
  }

  private func kind(_ node: YAMLNode, _ rows: Names) -> MigrationCase.Expectation.Kind? {
    let keys = Set((node.pairs(of: "expect", log: log) ?? []).map(\.key.text))
    if keys.contains("count") || keys.contains("expect") { return check(node) }
    if keys.contains("row") { return row(node, rows) }
    if keys.contains("gone") { return gone(node, rows) }
    log.report(.noExpectation, at: node.location)
    return nil
  }

  private func check(_ node: YAMLNode) -> MigrationCase.Expectation.Kind? {
    guard let check = MigrationDeclaration.Check(node, in: "expect", log: log) else { return nil }
    if case .count(let entity, _) = check, target.schema.entity(named: entity) == nil {
      reportUnknown(entity: entity, at: node.location)
    }
    return .check(check)
  }

  private func gone(_ node: YAMLNode, _ rows: Names) -> MigrationCase.Expectation.Kind? {
    guard
      let fields = Fields(node, of: "the expectation", key: "gone", allowed: ["gone"], log: log),
      let name = fields.text("gone"), isKnown(name, rows, fields["gone"])
    else { return nil }
    return .gone(name: name, entity: rows[name].flatMap(becoming))
  }

  private func row(_ node: YAMLNode, _ rows: Names) -> MigrationCase.Expectation.Kind? {
    guard
      let fields = Fields(
        node, of: "the expectation", key: "row", allowed: ["row", "of", "has"], log: log),
      let name = fields.text("row"), isKnown(name, rows, fields["row"]), fields.require("has"),
      let content = fields["has"]
    else { return nil }
    let entity = fields.text("of")
    if let entity, let place = fields.keyLocation("of"), target.schema.entity(named: entity) == nil
    {
      reportUnknown(entity: entity, at: place)
      return nil
    }
    let reading = ContentReading(target.schema, rows: rows, inserted: rows, log: log)
    let subject = entity ?? rows[name].flatMap(becoming)
    guard let subject else {
      log.report(.missingEntity(name, target: "\(target.schema.version)"), at: node.location)
      return nil
    }
    return .row(name: name, entity: subject, has: reading.content(content, of: subject))
  }

  /// The entity's name in the new version, as far as the names show.
  private func becoming(_ entity: String) -> String? {
    if target.schema.entity(named: entity) != nil { return entity }
    let heirs = target.schema.entities.filter { $0.renamedFrom == entity }
    return heirs.count == 1 ? heirs[0].name : nil
  }

  private func isKnown(_ row: String, _ rows: Names, _ node: YAMLNode?) -> Bool {
    if rows[row] != nil { return true }
    if let node { log.report(.unknownRow(row, candidates: rows.keys.sorted()), at: node.location) }
    return false
  }

  private func reportUnknown(entity: String, at location: SourceLocation) {
    log.report(
      .unknownEntity(
        entity, version: "\(target.schema.version)", candidates: target.schema.entities.map(\.name)),
      at: location)
  }
}
