internal import MigrationPlanner
internal import SchemaModel
internal import SQLite
internal import StoreLayout
internal import StoreScript
internal import StoreVerification

extension StoreScript {
  /// The effects of declared conditions and choices on the store in its current state.
  ///
  /// The connection must have the functions of a migration.
  func effectsOfChoices(on connection: Connection) throws -> [Effect] {
    var effects: [Effect] = []
    for (entity, checks) in leftBehind.sorted(by: { $0.key < $1.key }) {
      let count = try checks.reduce(0) { try $0 + (connection.integer(SQL(raw: $1.count)) ?? 0) }
      guard count > 0 else { continue }
      let objects = checks.map(\.objects).joined(separator: " UNION ALL ")
      effects.append(
        Effect(
          .leftBehind, of: entity, count: count,
          digest: try connection.checksum(of: SQL(raw: objects)).description))
    }
    for check in chosenLinks {
      let numbers = try connection.rows(SQL(raw: check.count)).first?.compactMap(\.integer) ?? []
      guard numbers.count == 3, numbers[1] > 0 else { continue }
      effects.append(
        Effect(
          .chosen(objects: numbers[0], unlinked: numbers[2]),
          of: check.property, count: numbers[1],
          digest: try connection.checksum(of: SQL(raw: check.objects)).description))
    }
    return effects
  }

  /// The possible effects of stages that were not tried, without counts.
  func untriedEffects(of mapping: Mapping) -> [Effect] {
    leftBehind.keys.sorted().map { Effect(.leftBehind, of: $0) }
      + chosenLinks.map { Effect(.chosen(objects: nil, unlinked: 0), of: $0.property) }
      + renumberings.flatMap { renumbering in
        renumbering.tables.map {
          Effect(.renumbered(below: renumbering.entity), of: $0)
        }
      }
      + mapping.steps.map { Effect(.stepped($0, added: 0), of: $0.title) }
      + mapping.merges.map {
        Effect(.merged(by: $0.deduplication.key, into: nil, sharing: []), of: $0.entity)
      }
      + statements.flatMap(\.recomputed).map { $0.effect() }
  }
}

extension RenumberingForecast {
  /// The renumbered objects, by table.
  func effects(on connection: Connection) throws(SQLiteError) -> [Effect] {
    try connection.rows(SQL(raw: Self.count)).compactMap { row in
      guard case .text(let table)? = row.first, case .integer(let count)? = row.last else {
        return nil
      }
      return Effect(.renumbered(below: entity), of: table, count: count)
    }
  }
}

extension MergeForecast {
  /// The merged objects, and the values and links that are lost with them; empty if no object is merged.
  func effects(on connection: Connection) throws(SQLiteError) -> [Effect] {
    let numbers = try connection.rows(SQL(raw: Self.count)).first ?? []
    guard let survivors = numbers.first?.integer, let merged = numbers.last?.integer, merged > 0
    else { return [] }
    let values = try connection.rows(SQL(raw: examples)).map {
      $0.map(\.excerpt).joined(separator: ", ")
    }
    return [
      Effect(
        .merged(by: key, into: survivors, sharing: values), of: entity, count: merged,
        digest: try connection.checksum(of: SQL(raw: Self.pairs)).description)
    ] + (try takenAlong.effects(on: connection))
  }
}

extension RecomputedColumn {
  /// The values that differ while both tables exist; nil if none do.
  func effect(on connection: Connection) throws(SQLiteError) -> Effect? {
    let query = SQL(raw: differences)
    let count = try connection.count(ofRowsOf: differences)
    guard count > 0 else { return nil }
    let limit = Int64(Effect.Examples.limit)
    return effect(
      count,
      such: try connection.rows("\(query) ORDER BY 1 LIMIT \(limit)").map {
        "\($0[0].excerpt): \($0[1].excerpt) becomes \($0[2].excerpt)"
      })
  }
}

extension Connection {
  /// The number of rows of a query.
  func count(ofRowsOf query: String) throws(SQLiteError) -> Int64 {
    try integer("SELECT count(*) FROM (\(raw: query))") ?? 0
  }
}

extension StoreScript {
  /// Objects that would lose their link because the chosen object is left behind.
  ///
  /// The connection must have the functions of a migration.
  func strayChoices(on connection: Connection) throws(SQLiteError) -> [RefusedValues] {
    var result: [RefusedValues] = []
    for check in chosenLinks {
      guard let query = check.strays, let count = try connection.integer(SQL(raw: query)), count > 0
      else { continue }
      let names = check.property.split(separator: ".", maxSplits: 1).map(String.init)
      result.append(
        RefusedValues(
          property: PropertyName(names[0], names.last ?? ""),
          reason: .unconvertible(RefusedValues.choiceLeftBehind),
          count: count))
    }
    return result
  }
}
