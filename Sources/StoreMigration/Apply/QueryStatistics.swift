internal import SQLite

/// The statistics of `ANALYZE` about the indexes of a store, kept over a migration.
///
/// SQLite deletes them with a dropped table, though the table that takes its place has the same rows. From
/// then on it may choose other plans for the app's queries (https://www.sqlite.org/lang_analyze.html).
struct QueryStatistics {
  /// The statistics of an index, or of a table without one.
  private struct Entry: Hashable {
    var table: String
    var index: String?
    var values: SQLValue

    /// The table and the index.
    var place: [String?] { [table, index] }
  }

  private let connection: Connection
  private let entries: [Entry]

  /// Reads the statistics before the migration.
  init(on connection: Connection) throws(SQLiteError) {
    self.connection = connection
    entries = try Self.read(connection)
  }

  /// Restores the lost statistics of indexes and tables that still exist.
  ///
  /// - Returns: The number of entries that are lost because the names have changed.
  func keep() throws(SQLiteError) -> Int {
    guard !entries.isEmpty else { return 0 }
    let known = Set(try Self.read(connection).map(\.place))
    let present = Set(try connection.rows("SELECT tbl_name, name, type FROM sqlite_schema"))
    var lost = 0
    for entry in entries where !known.contains(entry.place) {
      let (name, type) = (entry.index ?? entry.table, entry.index == nil ? "table" : "index")
      guard present.contains([.text(entry.table), .text(name), .text(type)]) else {
        lost += 1
        continue
      }
      let index = entry.index.map(SQLValue.text) ?? .null
      try connection.execute(
        "INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES (\(entry.table), \(index), \(entry.values))"
      )
    }
    return lost
  }

  private static func read(_ connection: Connection) throws(SQLiteError) -> [Entry] {
    let isThere =
      try connection.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'sqlite_stat1'") == 1
    guard isThere else { return [] }
    return try connection.rows("SELECT tbl, idx, stat FROM sqlite_stat1").compactMap { row in
      guard case .text(let table) = row[0] else { return nil }
      if case .text(let index) = row[1] {
        return Entry(table: table, index: index, values: row[2])
      }
      return Entry(table: table, index: nil, values: row[2])
    }
  }
}
