internal import CSQLite

extension Connection {
  /// Runs a block that reads whole tables and indexes in any order, with stand-ins for collations that only
  /// the app has; they are removed after it.
  ///
  /// SQLite requires the collation of a key before it reads the first row, even without a comparison. The
  /// block must not write, nor look up a row: it would use another order.
  package func withStandInCollations<Result>(_ body: () throws -> Result) throws -> Result {
    try withStandIns { () throws(SQLiteError) in Swift.Result { try body() } }.get()
  }

  /// The same for a block that fails only by SQLite.
  package func withStandIns<Result>(
    _ body: () throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    guard standIns == nil else { return try body() }
    try standInForCollations()
    let result = Swift.Result { () throws(SQLiteError) in try body() }
    // A stand-in that stayed would order the rows that are written next.
    let forgotten = Swift.Result { () throws(SQLiteError) in try forgetStandInCollations() }
    let value = try result.get()
    try forgotten.get()
    return value
  }

  /// Runs a block for a statement, with stand-ins for collations that only the app has, if the statement only
  /// changes definitions: then it compares no rows.
  package func withStandInCollations<Result>(
    for sql: String, _ body: () throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    try changesDefinitionsAlone(sql) ? withStandIns(body) : body()
  }

  private func changesDefinitionsAlone(_ sql: String) throws(SQLiteError) -> Bool {
    guard ["CREATE TABLE ", "ALTER TABLE ", "DROP "].contains(where: sql.hasPrefix) else {
      return false
    }
    guard sql.contains(" DROP COLUMN ") else { return true }
    // Tables without rowids are rewritten in the order of their key.
    return try integer(
      """
      SELECT count(*) FROM pragma_table_list AS t JOIN pragma_index_list(t.name) AS i \
      JOIN pragma_index_xinfo(i.name) AS c WHERE t.wr AND i.origin = 'pk' AND c.key \
      AND c.coll COLLATE NOCASE NOT IN (SELECT name FROM pragma_collation_list)
      """) == 0
  }

  /// Registers a stand-in for each missing collation until ``forgetStandInCollations()``.
  ///
  /// A stand-in may order only a table without rows.
  package func standInForCollations() throws(SQLiteError) {
    precondition(standIns == nil, "collations have stand-ins already")
    let names = StandInNames()
    standIns = names
    let context = unsafe Unmanaged.passUnretained(names)
    let code = unsafe sqlite3_collation_needed(
      handle, context.toOpaque(),
      { context, connection, _, name in
        guard let context = unsafe context, let name = unsafe name else { return }
        let names = unsafe Unmanaged<StandInNames>.fromOpaque(context).takeUnretainedValue()
        let code = unsafe sqlite3_create_collation_v2(
          connection, name, SQLITE_UTF8, nil,
          { _, count, first, otherCount, second in
            unsafe compareBytes(first, Int(count), second, Int(otherCount))
          }, nil)
        if code == SQLITE_OK { unsafe names.all.append(String(cString: name)) }
      })
    guard code == SQLITE_OK else { throw error(code) }
  }

  /// Removes the stand-ins of ``standInForCollations()``.
  package func forgetStandInCollations() throws(SQLiteError) {
    unsafe sqlite3_collation_needed(handle, nil, nil)
    for name in standIns?.all ?? [] {
      let code = unsafe sqlite3_create_collation_v2(handle, name, SQLITE_UTF8, nil, nil, nil)
      guard code == SQLITE_OK else { throw error(code) }
    }
    standIns = nil
  }
}

/// The names of the collations that stand in for an app's.
///
/// SQLite has only the address of this object, so the connection keeps it.
final class StandInNames {
  var all: [String] = []
}

private func compareBytes(
  _ first: UnsafeRawPointer?, _ count: Int, _ second: UnsafeRawPointer?, _ otherCount: Int
) -> Int32 {
  let mine = unsafe UnsafeRawBufferPointer(start: first, count: count)
  let other = unsafe UnsafeRawBufferPointer(start: second, count: otherCount)
  if unsafe mine.elementsEqual(other) { return 0 }
  return unsafe mine.lexicographicallyPrecedes(other) ? -1 : 1
}
