internal import StoreLayout
internal import Diagnostics
internal import MigrationPlanner
internal import SQLite
internal import SchemaModel
internal import SchemaYAML
internal import StoreMigration

/// Checks the expectations of a case on a migrated store.
struct ExpectationCheck {
  private let start: StartedCase
  private let item: MigrationCase
  private let mappings: [Mapping]
  private let reader: ObjectReader

  init(
    _ start: StartedCase, of item: MigrationCase, in history: SchemaHistory, at store: String
  ) throws {
    (self.start, self.item) = (start, item)
    let plan = try Planner.plan(
      history: history, from: start.source, to: item.target,
      allowedDrops: Set(item.allowedLosses))
    mappings = plan.stages.map(\.mapping)
    reader = ObjectReader(
      try StoreFile.open(path: store, for: .reading), plan.target, path: store)
  }

  /// The expectations that are not met, in the order of the case.
  func problems() throws -> [Diagnostic] {
    try item.expectations.flatMap { try problems(of: $0) }
  }

  private func problem(_ sentence: String, _ location: SourceLocation) -> Diagnostic {
    .failedExpectation(sentence, at: location)
  }

  private func problems(of expectation: MigrationCase.Expectation) throws -> [Diagnostic] {
    let place = expectation.location
    switch expectation.kind {
    case .check(let check):
      return try reader.connection.failures(of: [StageCheck(check)], in: reader.layout) {
        entity, number in
        number.map(Int64.init) ?? source(of: entity).flatMap { start.counts[$0] } ?? 0
      }.map { problem($0.sentence, place) }
    case .gone(let name, let entity):
      guard let object = start.objects[name], let entity,
        try reader.hasObject(object.identity, of: entity)
      else { return [] }
      return [problem("'\(name)' is still there", place)]
    case .row(let name, let entity, let content):
      guard let object = start.objects[name] else { return [] }
      guard try reader.hasObject(object.identity, of: entity) else {
        return [problem("'\(name)' is not there any more", place)]
      }
      let values = try content.values.compactMap { told in
        try sentence(name, told, entity, object.identity).map { problem($0, told.location) }
      }
      let links = try content.links.compactMap { told in
        try sentence(name, told, entity, object.identity).map { problem($0, told.location) }
      }
      return values + links
    }
  }

  /// The entity's name in the old version; nil for a new entity.
  private func source(of entity: String) -> String? {
    mappings.reversed().reduce(entity) { name, mapping in
      name.flatMap { mapping.entity($0)?.source }
    }
  }
}

// MARK: - Values and links

extension ExpectationCheck {
  private func sentence(
    _ name: String, _ told: MigrationCase.Value, _ entity: String, _ identity: Int64
  ) throws -> String? {
    guard let (_, attribute) = reader.layout.schema.attribute(named: told.attribute, of: entity)
    else { return nil }
    let expected = told.literal.map {
      reader.layout.schema.storedValue(of: $0, as: attribute.type)
    }
    let found = try reader.value(of: attribute, entity, identity) ?? .null
    guard let expected = expected ?? .null else {
      return "'\(attribute.name)' of '\(name)' can never be \(told.literal?.text ?? "")"
    }
    return found == expected
      ? nil
      : "'\(attribute.name)' of '\(name)' is \(found.excerpted), and should be "
        + expected.excerpted
  }

  private func sentence(
    _ name: String, _ told: MigrationCase.Links, _ entity: String, _ identity: Int64
  ) throws -> String? {
    guard
      let (owner, relationship) = reader.layout.schema.relationship(
        named: told.relationship, of: entity)
    else { return nil }
    var found = try reader.destinations(of: relationship, owner, identity)
    var expected = told.rows.compactMap { start.objects[$0]?.identity }
    if !relationship.isOrdered { (found, expected) = (found.sorted(), expected.sorted()) }
    guard found != expected else { return nil }
    return "'\(relationship.name)' of '\(name)' leads to \(words(found, relationship)), and should "
      + "lead to \(told.rows.isEmpty ? "nothing" : told.rows.map { "'\($0)'" }.joined(separator: ", "))"
  }

  /// The objects by their names in the case, other objects by `_id`.
  private func words(_ identities: [Int64], _ relationship: Relationship) -> String {
    guard !identities.isEmpty else { return "nothing" }
    let family = reader.layout.schema.family(of: relationship.destination)
    let sources = Set(family.compactMap { source(of: $0.name) })
    let names = start.objects.filter { sources.contains($0.value.entity) }
    return identities.map { identity in
      let name = names.filter { $0.value.identity == identity }.map(\.key).sorted().first
      return name.map { "'\($0)'" } ?? "_id \(identity)"
    }.joined(separator: ", ")
  }
}

extension FailedCheck {
  /// The failed check as a sentence: `'SELECT 1' is 1, and should be 2`.
  fileprivate var sentence: String {
    let subject =
      switch check {
      case .count(let entity, _): "the number of objects of '\(entity)'"
      case .expect(let sql, _): "'\(sql)'"
      }
    let clause =
      switch found {
      case .value(let value): "is \(value.literal), and should be \(expected.literal)"
      case .noRow: "gives no row, and should give \(expected.literal)"
      case .severalValues: "gives several values, and should give one: \(expected.literal)"
      case .error(let error): "cannot be asked: \(error.message)"
      }
    return "\(subject) \(clause)"
  }
}

extension SQLValue {
  /// The value in SQL, shortened if it is long.
  fileprivate var excerpted: String {
    let text = literal
    return text.count > 80 ? text.prefix(80) + "…" : text
  }
}
