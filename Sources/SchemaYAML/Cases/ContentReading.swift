internal import Diagnostics
internal import SchemaModel

/// Reads the values of an object's attributes, and the destinations of its links.
struct ContentReading {
  private let schema: Schema
  private let rows: CaseContents.Names
  private let inserted: CaseContents.Names
  private let log: ProblemLog
  private let literals: LiteralReader

  /// A reader for objects of a schema.
  ///
  /// Links lead to `rows`, of which `inserted` come earlier.
  init(
    _ schema: Schema, rows: CaseContents.Names, inserted: CaseContents.Names, log: ProblemLog
  ) {
    self.schema = schema
    self.rows = rows
    self.inserted = inserted
    self.log = log
    literals = LiteralReader(of: schema, log: log)
  }

  /// Reads the content of an object of an entity.
  func content(_ node: YAMLNode, of entity: String) -> MigrationCase.Content {
    var content = MigrationCase.Content()
    for pair in node.pairs(of: entity, log: log) ?? [] {
      let name = pair.key.text
      if let (_, attribute) = schema.attribute(named: name, of: entity) {
        if let value = value(pair, of: attribute) { content.values.append(value) }
      } else if let (_, relationship) = schema.relationship(named: name, of: entity) {
        if let links = links(pair, of: relationship) { content.links.append(links) }
      } else {
        reportUnknown(pair.key, of: entity)
      }
    }
    return content
  }

  private func reportUnknown(_ key: YAMLNode.Key, of entity: String) {
    let candidates =
      schema.allAttributes(of: entity).map(\.name)
      + schema.allRelationships(of: entity).map(\.name)
    log.report(
      .unknownProperty(
        key.text, entity: entity, version: "\(schema.version)", candidates: candidates),
      at: key.location)
  }

  private func value(_ pair: YAMLNode.Pair, of attribute: Attribute) -> MigrationCase.Value? {
    let place = pair.value.location
    if pair.value.isNull {
      return MigrationCase.Value(attribute: attribute.name, literal: nil, location: place)
    }
    guard let literal = literals.literal(pair.value, as: attribute.type) else { return nil }
    return MigrationCase.Value(attribute: attribute.name, literal: literal, location: place)
  }

  // MARK: - Links

  private func links(
    _ pair: YAMLNode.Pair, of relationship: Relationship
  ) -> MigrationCase.Links? {
    guard let names = names(pair, of: relationship) else { return nil }
    for (name, place) in names { check(name, of: relationship, at: place) }
    return MigrationCase.Links(
      relationship: relationship.name, rows: names.map(\.0), location: pair.value.location,
      places: names.map(\.1))
  }

  private func names(
    _ pair: YAMLNode.Pair, of relationship: Relationship
  ) -> [(String, SourceLocation)]? {
    if pair.value.isNull { return [] }
    guard relationship.cardinality == .toMany else {
      if case .sequence = pair.value.content {
        log.report(.severalRows(relationship: relationship.name), at: pair.value.location)
        return nil
      }
      return pair.value.text(of: pair.key.text, log: log).map { [($0, pair.value.location)] }
    }
    return pair.value.elements(of: pair.key.text, log: log)?.compactMap { node in
      node.text(of: pair.key.text, log: log).map { ($0, node.location) }
    }
  }

  private func check(_ name: String, of relationship: Relationship, at place: SourceLocation) {
    guard let entity = rows[name] else {
      return log.report(.unknownRow(name, candidates: rows.keys.sorted()), at: place)
    }
    if inserted[name] == nil {
      log.report(.laterRow(name, relationship: relationship.name), at: place)
    }
    // In a later version the row's entity may have another name; the check is then skipped.
    if schema.entity(named: entity) != nil,
      !schema.isEntity(entity, orDescendantOf: relationship.destination)
    {
      log.report(
        .wrongDestination(
          name, entity: entity, relationship: relationship.name,
          destination: relationship.destination), at: place)
    }
  }
}

extension LiteralReader {
  /// A reader for values of a schema.
  init(of schema: Schema, log: ProblemLog) {
    let elements = schema.composites.map { composite in
      let types = composite.elements.map { ($0.name, $0.type) }
      return (composite.name, Dictionary(types) { first, _ in first })
    }
    self.init(
      log: log, elements: Dictionary(elements) { first, _ in first },
      enumerations: Set(schema.enumerations.map(\.name)))
  }
}
