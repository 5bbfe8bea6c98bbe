internal import SQLite
internal import StoreLayout

/// What the tables of a store are to hold after a recovery, summed up before it.
///
/// What was there is as it was, but for links that are filled on purpose, and no row more came than
/// was foreseen: a trigger of somebody's own may do either.
struct RecoveryProof {
  /// The rows of one table that are summed up.
  private struct Part {
    var table: String
    var rows: String
    var expected: ContentChecksum
  }

  private let store: UpkeepStore
  private let tables: [RecoveredTable]
  private let counts: [UpkeepStore.RowCount]
  private let parts: [Part]

  init(of store: UpkeepStore, _ obstacles: RecoveryObstacles) throws(SQLiteError) {
    let (links, relinking) = (obstacles.links, obstacles.relinks)
    self.store = store
    tables = obstacles.tables
    var added: [String: Int64] = [:]
    var parts: [Part] = []
    func add(_ table: String, _ rows: String, _ expected: String) throws(SQLiteError) {
      let sum = try store.connection.checksum(of: SQL(raw: expected))
      parts.append(Part(table: table, rows: rows, expected: sum))
    }
    for table in tables {
      added[table.table] = try table.matching.missingCount(in: table.table)
      var expected = relinking ? table.expectedRows : table.oldRows
      if let rows = obstacles.nameless.first(where: { $0.table.number == table.number }) {
        added[table.table, default: 0] += try rows.comingCount()
        expected += " UNION ALL \(rows.expectedRows)"
      }
      try add(table.table, table.oldRows, expected)
    }
    for links in links {
      added[links.links.name] =
        try links.count() + (relinking ? links.absent().count : 0)
      try add(links.links.name, links.allRows, links.expectedRows(relinking: relinking))
    }
    self.parts = parts
    counts = try store.rowCounts(adding: added)
  }

  /// - Throws: ``RecoveryError/unforeseen(table:expected:found:)`` and
  ///   ``RecoveryError/altered(table:)``.
  func check() throws {
    if let (table, expected, found) = try store.surprise(against: counts) {
      throw RecoveryError.unforeseen(table: table, expected: expected, found: found)
    }
    for part in parts where try store.connection.checksum(of: SQL(raw: part.rows)) != part.expected
    {
      throw RecoveryError.altered(table: part.table)
    }
    // What came back is as in the backup.
    for table in tables where try !table.differences(ofNew: true).isEmpty {
      throw RecoveryError.altered(table: table.table)
    }
  }
}
