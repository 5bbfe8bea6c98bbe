internal import CSQLite

extension Connection {
  /// Runs a block that reads whole tables and indexes, and nothing by its order: collations that only
  /// the app has do for that what they may, and are forgotten after it.
  ///
  /// SQLite asks for the collation of a key before it reads the first row, though it compares none.
  /// Nothing may be written meanwhile, nor a row be looked up: it would be done in another order.
  package func withStandInCollations<Result>(_ body: () throws -> Result) throws -> Result {
    let standIns = StandIns()
    let context = unsafe Unmanaged.passUnretained(standIns)
    let code = unsafe sqlite3_collation_needed(
      handle, context.toOpaque(),
      { context, connection, _, name in
        guard let context = unsafe context, let name = unsafe name else { return }
        let standIns = unsafe Unmanaged<StandIns>.fromOpaque(context).takeUnretainedValue()
        let code = unsafe sqlite3_create_collation_v2(
          connection, name, SQLITE_UTF8, nil,
          { _, count, first, otherCount, second in
            unsafe compareBytes(first, Int(count), second, Int(otherCount))
          }, nil)
        if code == SQLITE_OK { unsafe standIns.names.append(String(cString: name)) }
      })
    guard code == SQLITE_OK else { throw error(code) }
    let result = Swift.Result { try body() }
    unsafe sqlite3_collation_needed(handle, nil, nil)
    // SQLite has only the address of the list, so it lives until SQLite has forgotten it.
    for name in withExtendedLifetime(standIns, { standIns.names }) {
      let code = unsafe sqlite3_create_collation_v2(handle, name, SQLITE_UTF8, nil, nil, nil)
      // One that stayed would order what is written next.
      guard code == SQLITE_OK else { throw error(code) }
    }
    return try result.get()
  }
}

/// The collations that stand in for those of an app.
private final class StandIns {
  var names: [String] = []
}

private func compareBytes(
  _ first: UnsafeRawPointer?, _ count: Int, _ second: UnsafeRawPointer?, _ otherCount: Int
) -> Int32 {
  let mine = unsafe UnsafeRawBufferPointer(start: first, count: count)
  let other = unsafe UnsafeRawBufferPointer(start: second, count: otherCount)
  if unsafe mine.elementsEqual(other) { return 0 }
  return unsafe mine.lexicographicallyPrecedes(other) ? -1 : 1
}
