internal import SQLiteStore

/// Runs the checks of a source in one pass over its rows.
struct RowScan {
  let connection: Connection

  /// What one pass found.
  struct Result {
    var findings: [Finding] = []
    /// The numbers of the counted conditions, by entity.
    var counts: [String: Int64] = [:]
  }

  /// SQLite takes 2000 columns at most (https://www.sqlite.org/limits.html).
  private static let checksPerPass = 400

  /// Reads the rows of a source.
  ///
  /// - Throws: ``SQLiteStore/SQLiteError`` where the reading was interrupted or locked out. Whatever else goes
  ///   wrong is a finding.
  func run(_ source: RowSource) throws(SQLiteError) -> Result {
    var result = Result()
    let numbers = try counted(source.counts.map(\.condition), of: source, &result)
    for (count, number) in zip(source.counts, numbers) { result.counts[count.entity] = number }
    var start = 0
    while start < source.checks.count {
      let part = Array(source.checks[start..<min(start + Self.checksPerPass, source.checks.count)])
      start += part.count
      let counts = try counted(part.map(\.condition), of: source, &result)
      for (check, count) in zip(part, counts) where count > 0 {
        let examples = try examples(of: check, in: source)
        result.findings.append(Finding(check.problem, count: count, examples: examples))
      }
    }
    return result
  }

  /// How many rows meet each condition; none where the rows cannot be read.
  private func counted(
    _ conditions: [String], of source: RowSource, _ result: inout Result
  ) throws(SQLiteError) -> [Int64] {
    guard !conditions.isEmpty else { return [] }
    do {
      return try sums(conditions, of: source)
    } catch {
      guard error.isAboutTheStore else { throw error }
      return try oneByOne(conditions, of: source, error, &result)
    }
  }

  /// One condition that SQLite cannot evaluate must not hide what the others find.
  private func oneByOne(
    _ conditions: [String], of source: RowSource, _ error: SQLiteError, _ result: inout Result
  ) throws(SQLiteError) -> [Int64] {
    let unreadable = Problem.unreadableTable(table: source.table, reason: error.message)
    if !result.findings.contains(where: { $0.problem == unreadable }) {
      result.findings.append(Finding(unreadable))
    }
    guard error.primaryCode == .error else { return [] }
    var counts: [Int64] = []
    for condition in conditions {
      do {
        counts += try sums([condition], of: source)
      } catch {
        guard error.isAboutTheStore else { throw error }
        counts.append(0)
      }
    }
    return counts
  }

  private func sums(_ conditions: [String], of source: RowSource) throws(SQLiteError) -> [Int64] {
    let columns = conditions.map { "sum(\($0))" }.joined(separator: ", ")
    let statement = try connection.prepare(SQL(raw: "SELECT \(columns) FROM \(source.from)"))
    guard try statement.step() else { return [] }
    var sums: [Int64] = []
    for column in 0..<conditions.count { sums.append(statement.integer(at: column)) }
    return sums
  }

  private func examples(of check: RowCheck, in source: RowSource) throws(SQLiteError) -> [Int64] {
    let statement = try connection.prepare(
      SQL(
        raw: """
          SELECT DISTINCT \(source.identity) FROM \(source.from) WHERE \(check.condition) \
          ORDER BY 1 LIMIT \(Finding.exampleLimit)
          """))
    var examples: [Int64] = []
    // The key of a table that was there before any model may be something else than a number.
    while try statement.step() {
      if case .integer(let identity) = statement.value(at: 0) { examples.append(identity) }
    }
    return examples
  }
}
