internal import SQLite
internal import StoreLayout

/// The content of a store, as far as it must be the same after a migration that was undone.
struct StoreSnapshot: Hashable {
  /// Every definition, literally.
  var objects: [SchemaObject]
  /// The number of rows of every table, by name.
  var rowCounts: [String: Int64]
  /// The checksum of each query's rows, by the query's text.
  var sums: [String: ContentChecksum]

  /// Records the store, and makes checksums of the rows of some queries.
  init(of connection: Connection, queries: [String]) throws {
    objects = try connection.schemaObjects()
    rowCounts = try connection.rowCounts()
    sums = [:]
    for query in queries where sums[query] == nil {
      sums[query] = try connection.checksum(of: SQL(raw: query))
    }
  }

  /// Whether a store has the same content again.
  func isSame(in connection: Connection) throws -> Bool {
    try StoreSnapshot(of: connection, queries: sums.keys.sorted()) == self
  }
}

extension Connection {
  /// The number of rows of every table except virtual ones, whose content is in other tables.
  ///
  /// Known counts are not queried.
  func rowCounts(besides known: [String: Int64] = [:]) throws -> [String: Int64] {
    var result: [String: Int64] = [:]
    for table in try tableRoots().keys where !table.hasPrefix("sqlite_") {
      result[table] = try known[table] ?? rowCount(of: table)
    }
    return result
  }
}
