package import MigrationPlanner
internal import SchemaModel
package import SQLite
internal import SQLText
package import StoreLayout
internal import StoreVerification

/// Runs the checks that a schema file declares around a stage.
///
/// The file's SQL may read everything and write nothing.
struct DeclaredChecks {
  let stage: MigrationStage
  let connection: Connection

  /// Runs the checks before the stage; its counts are compared afterwards.
  ///
  /// - Throws: ``MigrationFailure/checks(_:)`` with every check that does not hold.
  func before() throws -> [String: Int64] {
    let layout = StoreLayout(of: stage.mapping.source)
    var counts: [String: Int64] = [:]
    for case .count(let entity, _) in stage.before.map(\.check) {
      counts[entity] = try connection.count(of: entity, in: layout)
    }
    try make(stage.before, .before, in: layout) { entity, number in
      number.map(Int64.init) ?? counts[entity] ?? 0
    }
    return counts
  }

  /// Runs the checks after the stage.
  ///
  /// - Throws: ``MigrationFailure/checks(_:)`` with every check that does not hold.
  func after(counts: [String: Int64]) throws {
    try make(stage.after, .after, in: StoreLayout(of: stage.mapping.target)) { entity, number in
      number.map(Int64.init)
        ?? stage.mapping.entity(entity)?.source.flatMap { counts[$0] } ?? 0
    }
  }

  private func make(
    _ checks: [StageCheck], _ moment: FailedCheck.Moment, in layout: StoreLayout,
    expectedCount: (_ entity: String, _ number: Int?) -> Int64
  ) throws {
    let failed = try connection.failures(
      of: checks, moment, in: layout, expectedCount: expectedCount)
    guard failed.isEmpty else { throw MigrationFailure.checks(failed) }
  }
}

extension Connection {
  /// The checks that do not hold for the objects of a store, which SQL names by their entities.
  ///
  /// A count is compared with the number expected for its entity and the declared number.
  package func failures(
    of checks: [StageCheck], _ moment: FailedCheck.Moment = .after, in layout: StoreLayout,
    expectedCount: (_ entity: String, _ number: Int?) throws -> Int64
  ) throws -> [FailedCheck] {
    guard !checks.isEmpty else { return [] }
    return try withEntityViews(of: layout) {
      try withoutWriting {
        try checks.compactMap { declared in
          let (expected, found): (SQLValue, FailedCheck.Finding) =
            switch declared.check {
            case .count(let entity, let number):
              (
                .integer(try expectedCount(entity, number)),
                .value(.integer(try count(of: entity, in: layout)))
              )
            case .expect(let sql, let value):
              (SQLValue(value), finding(of: layout.resolvingPaths(inQuery: sql)))
            }
          guard !found.isEqual(to: expected) else { return nil }
          let examples = expected == .integer(0) ? rows(countedBy: declared.check, in: layout) : []
          return FailedCheck(
            check: declared.check, moment: moment, expected: expected, found: found,
            examples: examples,
            location: declared.location)
        }
      }
    }
  }

  /// The first rows that a check's query counts, if these have an identity.
  private func rows(
    countedBy check: MigrationDeclaration.Check, in layout: StoreLayout
  ) -> [Int64] {
    guard case .expect(let sql, _) = check,
      let query = CountQuery(layout.resolvingPaths(inQuery: sql))?.identities(
        limit: StoreVerification.Finding.exampleLimit)
    else { return [] }
    do {
      return try rows(SQL(raw: query)).compactMap { $0.first?.integer }
    } catch {
      // If the rows have no identity, or several, only the number is known.
      return []
    }
  }

  fileprivate func count(of entity: String, in layout: StoreLayout) throws -> Int64 {
    let objects = EntityRows(layout: layout).query(of: entity, includingDescendants: true)
    return try objects.map { try count(ofRowsOf: $0) } ?? 0
  }

  private func finding(of sql: String) -> FailedCheck.Finding {
    do throws(SQLiteError) {
      let statement = try prepare(SQL(raw: sql))
      guard statement.columnCount == 1 else { return .severalValues }
      guard try statement.step() else { return .noRow }
      let value = statement.value(at: 0)
      return try statement.step() ? .severalValues : .value(value)
    } catch {
      return .error(error)
    }
  }
}

extension FailedCheck.Finding {
  /// Whether it equals the value; an integer equals a floating-point number of the same size.
  fileprivate func isEqual(to expected: SQLValue) -> Bool {
    switch (self, expected) {
    case (.value(.integer(let number)), .real(let other)): Double(number) == other
    case (.value(.real(let number)), .integer(let other)): number == Double(other)
    case (.value(let value), let other): value == other
    case (.noRow, _), (.severalValues, _), (.error, _): false
    }
  }
}

extension SQLValue {
  /// The query result for a value in a schema file; NULL for no value.
  init(_ literal: Literal?) {
    switch literal {
    case .bool(let flag): self = .integer(flag ? 1 : 0)
    case .int(let number): self = .integer(number)
    case .double(let number), .date(let number): self = .real(number)
    case .string(let text): self = .text(text)
    case .data(let bytes): self = .blob(bytes)
    case .array, .object, nil: self = .null
    }
  }
}

/// A query that only counts rows: `SELECT count(*) FROM Book WHERE pages < 0`.
struct CountQuery {
  /// The query behind the count, from FROM on.
  private let source: String

  /// The query as a counting one; nil if it has another form.
  init?(_ sql: String) {
    let tokens = SQLTokens(sql)
    let start = ["SELECT", "COUNT", "(", "*", ")", "FROM"]
    guard tokens.count > start.count,
      tokens.tokens.prefix(start.count).map({ $0.text.uppercased() }) == start,
      !Self.clauses.contains(where: { tokens.firstIndex(of: $0, from: start.count) != nil }),
      !tokens.tokens.contains(where: { $0.text == ";" })
    else { return nil }
    source = tokens.text(start.count - 1..<tokens.count)
  }

  /// Clauses that change the rows or leave some out.
  private static let clauses = [
    "GROUP", "HAVING", "WINDOW", "UNION", "INTERSECT", "EXCEPT", "ORDER", "LIMIT",
  ]

  /// The query for the identities of the first counted rows.
  func identities(limit: Int) -> String {
    // Unquoted, because an unknown name in quotes would be taken for a text.
    "SELECT \(StoreLayout.identityColumn) \(source)\nORDER BY 1 LIMIT \(limit)"
  }
}
