internal import SchemaModel
internal import SQLite
internal import StoreLayout

/// Runs the checks of a source in one pass over its rows.
struct RowScan {
  let connection: Connection
  /// The notes on rows with a problem; nil if these rows are only counted.
  var notes: ProblemNotes?

  /// The results of one pass.
  struct Result {
    var findings: [Finding] = []
    /// The number of objects by entity.
    var counts: [String: Int64] = [:]
  }

  /// The result for the rows that meet a condition.
  private enum Rows {
    case counted(Int64)
    /// The condition fails, on a row or because of the table's definition.
    case failing(SQLiteError)
  }

  /// The largest number of checks in one query: SQLite allows 2000 columns at most
  /// (https://www.sqlite.org/limits.html).
  private static let checksPerPass = 400

  /// The number of rows that meet a condition, as a column of a query.
  ///
  /// The condition is a filter and not a value. In a value, SQLite evaluates both sides of an AND. Then
  /// `json_valid(a) AND json_type(a) = …` would fail on a text that is not JSON.
  static func count(of condition: String) -> String {
    // SQLite counts all rows of a table by its pages, without reading a row.
    condition == "1" ? "count(*)" : "count(*) FILTER (WHERE \(condition))"
  }

  /// Reads the rows of a source.
  ///
  /// - Throws: ``SQLite/SQLiteError`` if the reading was interrupted or locked out. Every other problem is a
  ///   finding.
  func run(_ source: RowSource) throws(SQLiteError) -> Result {
    var result = Result()
    let numbers = try rows(meeting: source.counts.map(\.condition), of: source, &result)
    for (count, rows) in zip(source.counts, numbers) {
      switch rows {
      case .counted(let number): result.counts[count.entity] = number
      case .failing(let error): note(error, on: source, &result)
      }
    }
    let isOpen = try source.checks.map { check throws(SQLiteError) in try !isRefuted(check) }
    let checks = zip(source.checks, isOpen).filter(\.1).map(\.0)
    var start = 0
    while start < checks.count {
      let part = Array(checks[start..<min(start + Self.checksPerPass, checks.count)])
      start += part.count
      for (check, rows) in zip(part, try rows(meeting: part.map(\.condition), of: source, &result))
      {
        try judge(rows, check, source, &result)
      }
    }
    return result
  }

  /// Whether a short query shows that no row meets the condition.
  ///
  /// An error here is not reported: if it persists, the check of the rows reports it.
  private func isRefuted(_ check: RowCheck) throws(SQLiteError) -> Bool {
    guard let refutation = check.refutation else { return false }
    do throws(SQLiteError) {
      return try connection.integer(refutation) == 0
    } catch {
      guard error.isAboutTheStore else { throw error }
      return false
    }
  }

  private func judge(
    _ rows: Rows, _ check: RowCheck, _ source: RowSource, _ result: inout Result
  ) throws(SQLiteError) {
    switch (rows, check.problem) {
    case (.counted(0), _): return
    case (.counted(let count), let problem):
      try notes?.note(problem, of: source, where: check.condition)
      result.findings.append(
        Finding(problem, count: count, examples: try examples(of: check, in: source)))
    case (.failing(let error), .brokenRule(let entity, let rule)):
      do {
        let trial = RuleTrial(connection: connection, entity: entity, rule: rule, notes: notes)
        result.findings += try trial.findings(of: check, in: source, error)
      } catch {
        guard error.isAboutTheStore else { throw error }
        note(error, on: source, &result)
      }
    case (.failing(let error), _): note(error, on: source, &result)
    }
  }

  /// The number of rows that meet each condition; empty if the rows cannot be read.
  ///
  /// A condition that SQLite cannot evaluate must not hide the findings of the others.
  private func rows(
    meeting conditions: [String], of source: RowSource, _ result: inout Result
  ) throws(SQLiteError) -> [Rows] {
    guard !conditions.isEmpty else { return [] }
    do {
      return try counts(of: conditions, in: source).map { .counted($0) }
    } catch {
      guard error.isAboutTheStore else { throw error }
      guard error.isAboutTheQuery else {
        note(error, on: source, &result)
        return []
      }
    }
    return try conditions.map { condition throws(SQLiteError) in
      do throws(SQLiteError) {
        return .counted(try counts(of: [condition], in: source).first ?? 0)
      } catch {
        guard error.isAboutTheStore else { throw error }
        return .failing(error)
      }
    }
  }

  /// Adds a finding for the error that prevents the check of a table, unless it is there already.
  private func note(_ error: SQLiteError, on source: RowSource, _ result: inout Result) {
    let problem: Problem =
      error.needsApp
      ? .needsApp(table: source.table, reason: error.message)
      : error.isAboutTheQuery
        ? .uncheckableTable(table: source.table, reason: error.message)
        : .unreadableTable(table: source.table, reason: error.message)
    guard !result.findings.contains(where: { $0.problem == problem }) else { return }
    result.findings.append(Finding(problem))
  }

  private func counts(
    of conditions: [String], in source: RowSource
  ) throws(SQLiteError) -> [Int64] {
    do throws(SQLiteError) {
      return try counts(of: conditions, from: source.from)
    } catch {
      // Only a count names the collation.
      if error.isUnsolvable { _ = try counts(of: ["1"], from: source.from) }
      // An index of the table may need a collation that only the app has, although the rows do not.
      guard error.needsApp, source.from == source.table.quotedName else { throw error }
      return try counts(of: conditions, from: "\(source.from) NOT INDEXED")
    }
  }

  private func counts(
    of conditions: [String], from rows: String
  ) throws(SQLiteError) -> [Int64] {
    let columns = conditions.map(Self.count).joined(separator: ", ")
    let statement = try connection.prepare(SQL(raw: "SELECT \(columns) FROM \(rows)"))
    guard try statement.step() else { return [] }
    var counts: [Int64] = []
    for column in 0..<conditions.count { counts.append(statement.integer(at: column)) }
    return counts
  }

  private func examples(of check: RowCheck, in source: RowSource) throws(SQLiteError) -> [Int64] {
    // The key of an existing table may be a value other than a number.
    try connection.rows(
      SQL(
        raw: """
          SELECT DISTINCT \(check.identity ?? source.identity) FROM \(source.from) WHERE \(check.condition) \
          ORDER BY 1 LIMIT \(Finding.exampleLimit)
          """)
    ).compactMap { $0[0].integer }
  }
}

/// A condition that is true for a row with a problem.
struct RowCheck: Hashable {
  /// The problem of such a row.
  var problem: Problem
  /// The condition, as SQL over the columns of its source; NULL counts as false.
  var condition: String
  /// The demand that such a row does not meet; nil if no version makes the demand.
  var demand: ContentDemand?
  /// A query that gives 0 if no row of the table meets the condition, and that is faster than checking each
  /// row; nil if none is known.
  var refutation: SQL?
  /// The SQL expression for the `_id` in messages; nil for the source's own.
  var identity: String?
}

/// Rows that are read once, with all checks on them.
struct RowSource {
  /// The table, for messages.
  var table: String
  /// The SQL text after FROM.
  var from: String
  /// The SQL expression that identifies the rows in messages.
  var identity: String
  /// The checks.
  var checks: [RowCheck] = []
  /// Conditions whose rows are counted, by the entity of the rows.
  var counts: [(entity: String, condition: String)] = []
}

extension RowSource {
  /// The same rows with only the checks of selected demands, and without counts.
  func limited(to isAsked: (ContentDemand) -> Bool) -> RowSource {
    var source = self
    source.counts = []
    source.checks = checks.filter { $0.demand.map(isAsked) ?? false }
    return source
  }
}

extension SQLiteError {
  /// Whether the same query could succeed at another time, or with more room.
  var isAboutTheMoment: Bool { !isAboutTheStore || primaryCode == .full }

  /// Whether the query or one of its values is the cause, and not the file.
  var isAboutTheQuery: Bool { [.error, .mismatch, .tooBig].contains(primaryCode) }

  /// The finding for a file that could not be read.
  var finding: Finding {
    Finding(
      needsApp ? .needsApp(table: nil, reason: message) : .damagedStore(detail: message))
  }
}

extension VerificationReport {
  /// Takes over the numbers of objects that a scan found, and counts the links.
  mutating func count(_ scan: RowScan.Result, in layout: StoreLayout, on connection: Connection) {
    entities = layout.schema.entities.filter { !$0.isAbstract }.map {
      .init(entity: $0.name, count: scan.counts[$0.name] ?? 0)
    }
    for links in layout.joinTables {
      // A table that cannot be counted has its finding already.
      linkCount += (try? connection.rowCount(of: links.name)) ?? 0
    }
  }
}
