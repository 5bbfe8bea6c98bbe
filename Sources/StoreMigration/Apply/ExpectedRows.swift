internal import SQLite
internal import StoreLayout
internal import StoreScript

/// Counts the rows that each stage of a migration will find.
struct ExpectedRows {
  /// Whether the tables are seen as the stage will find them.
  private(set) var areKnown = true
  private let connection: Connection
  private let isForeseeing: Bool
  private let names: Set<String>
  private var tables: FutureTables
  /// What was counted, so that each table is counted once.
  private var counts: [String: Int64] = [:]

  /// The rows that the first stage finds; those of later ones where that is wanted.
  init(on connection: Connection, isForeseeing: Bool) throws {
    (self.connection, self.isForeseeing) = (connection, isForeseeing)
    names = Set(try connection.tableRoots().keys)
    tables = FutureTables(on: connection, includingExisting: true)
  }

  /// Goes on to what a stage leaves, which cannot be told of one with declared steps.
  mutating func advance(through script: StoreScript) throws {
    let wereKnown = areKnown
    (areKnown, counts) = (false, [:])
    guard wereKnown, isForeseeing, !script.hasSteps else { return try end() }
    var functions = MigrationFunctions.asking(about: connection.path)
    // What is refused is told by whoever refuses it.
    functions.onRefusal = { _ in }
    try connection.register(functions)
    do throws(SQLiteError) {
      try tables.advance(through: script)
      areKnown = true
    } catch {
      try end()
      guard error.isAboutRows else { throw error }
    }
  }

  /// Leaves the connection as it was.
  mutating func end() throws(SQLiteError) { try tables.removeAll() }

  /// How many rows a table has, or will have by then; none where there is no such table yet.
  mutating func count(ofRowsIn table: String) throws(SQLiteError) -> Int64 {
    if let known = counts[table] { return known }
    var count: Int64 = 0
    do throws(SQLiteError) {
      count = try connection.integer("SELECT count(*) FROM \(name: table)") ?? 0
    } catch {
      guard error.isAboutRows || !names.contains(table) else { throw error }
    }
    counts[table] = count
    return count
  }

  /// What a query counts; nil where it fails on some object, of which the migration itself tells.
  func count(_ query: String) throws(SQLiteError) -> Int64? {
    do throws(SQLiteError) {
      try connection.register(.asking(about: connection.path))
      return try connection.integer(SQL(raw: query))
    } catch {
      guard error.isAboutRows else { throw error }
      return nil
    }
  }
}
