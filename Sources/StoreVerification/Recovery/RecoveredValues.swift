internal import StoreLayout
internal import SQLite

/// The rows of a table that come back or get links again, as they are to be: a trigger of somebody's own
/// may change them, such as one that notes when a row was written.
struct RecoveredValues {
  private let table: RecoveredTable
  private var name: String { table.table.quotedName }
  /// The columns by which a row is found; a row that has got another key is not found, and then
  /// nothing is put back.
  private let keys: [String]
  private let columns: [String]

  init(of table: RecoveredTable) {
    self.table = table
    keys = table.matching.layout.keyNames(ofRowsIn: table.table)
    columns = table.columns.filter { [keys] in !keys.contains($0) }
  }

  /// The temporary table of the rows that are there and get links again: what their keys are as `_k0`,
  /// `_k1`, … and what is to be in them as `_c0`, `_c1`, ….
  private var filled: String { "temp.\(Self.filled(table.number))" }

  private static func filled(_ number: Int) -> String { "_migrate_filled_\(number)".quotedName }

  /// The statements that remove the temporary tables.
  static func ending(_ matching: RowMatching) -> [String] {
    matching.tables.indices.map { "DROP TABLE IF EXISTS temp.\(filled($0))" }
  }

  /// Notes the rows that get links again, before they do.
  func noteFilled() throws(SQLiteError) {
    guard let rows = table.filledRows(cells) else { return }
    try table.matching.connection.execute(
      SQL(raw: "CREATE TEMP TABLE \(Self.filled(table.number)) AS \(rows)"))
  }

  /// The cells of a row by its columns.
  private func cells(_ value: (String) -> String) -> String {
    let list =
      keys.enumerated().map { "_s.\($1.quotedName) AS _k\($0)" }
      + columns.enumerated().map { "\(value($1)) AS _c\($0)" }
    return list.joined(separator: ", ")
  }

  /// Gives the rows the values again that they are to have.
  func restore(relinking: Bool) throws(SQLiteError) {
    try restore(from: "(SELECT \(cells(table.value)) FROM \(table.pairs(areNew: true)))")
    if relinking, table.filledRows(cells) != nil { try restore(from: filled) }
  }

  private func restore(from rows: String) throws(SQLiteError) {
    guard !columns.isEmpty else { return }
    let connection = table.matching.connection
    let isRow = keys.enumerated().map { "\(name).\($1.quotedName) = _old._k\($0)" }
      .joined(separator: " AND ")
    func isOther(_ place: Int) -> String {
      let (mine, theirs) = ("\(name).\(columns[place].quotedName)", "_old._c\(place)")
      return "(\(mine) IS NOT \(theirs) COLLATE BINARY OR typeof(\(mine)) <> typeof(\(theirs)))"
    }
    let sums = columns.indices.map { "sum(\(isOther($0)))" }.joined(separator: ", ")
    let found = try connection.rows(
      SQL(raw: "SELECT \(sums) FROM main.\(name) JOIN \(rows) AS _old ON \(isRow)")
    ).first
    let differing = columns.indices.filter { (found?[$0].integer ?? 0) > 0 }
    guard !differing.isEmpty else { return }
    let settings = differing.map { "\(columns[$0].quotedName) = _old._c\($0)" }
      .joined(separator: ", ")
    try connection.execute(
      SQL(
        raw: """
          UPDATE main.\(name) SET \(settings) FROM \(rows) AS _old \
          WHERE \(isRow) AND (\(differing.map(isOther).joined(separator: " OR ")))
          """))
  }
}

extension RecoveryAttempt {
  /// Gives rows the values again that they are to have, where triggers have changed them.
  ///
  /// What hangs on the values may follow by triggers, too. Where these change them once more, or refuse
  /// it, they are not asked.
  func restore(_ values: [RecoveredValues], relinking: Bool) throws {
    try connection.execute("SAVEPOINT \"values\"")
    do throws(SQLiteError) {
      for table in values { try table.restore(relinking: relinking) }
    } catch {
      guard !error.isAboutTheMoment else { throw error }
      guard error.isRefusal, connection.isInTransaction else {
        throw RecoveryError.failed(reason: error.message)
      }
      try connection.execute("ROLLBACK TO \"values\"")
    }
    try connection.execute("RELEASE \"values\"")
    do throws(SQLiteError) {
      try connection.withoutTriggers { () throws(SQLiteError) in
        for table in values { try table.restore(relinking: relinking) }
      }
    } catch {
      guard !error.isAboutTheMoment, error.isRefusal else { throw error }
      throw RecoveryError.failed(reason: error.message)
    }
  }
}
