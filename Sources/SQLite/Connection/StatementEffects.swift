internal import CSQLite
internal import SQLText

/// The changes that a statement may make, including triggers that it fires, as SQLite compiles it.
package struct StatementEffects: Hashable, Sendable {
  /// The tables to which rows may be added.
  package var inserts: Set<String> = []
  /// The tables whose rows may be deleted.
  package var deletes: Set<String> = []
  /// The columns whose values may change, by table.
  package var updates: [String: Set<String>] = [:]
  /// Whether it does more than read and change rows of the store itself, such as define, attach or set.
  package var doesMore = false
}

extension Connection {
  /// Compiles a statement without running it, and returns the changes that it may make
  /// (https://www.sqlite.org/c3ref/set_authorizer.html).
  ///
  /// SQLite does not report rows that a conflict removes (`OR REPLACE`).
  package func effects(of sql: String) throws(SQLiteError) -> StatementEffects {
    let record = EffectRecord()
    let context = unsafe Unmanaged.passUnretained(record)
    unsafe sqlite3_set_authorizer(
      handle,
      { context, action, first, second, database, _ in
        guard let context = unsafe context else { return SQLITE_OK }
        let record = unsafe Unmanaged<EffectRecord>.fromOpaque(context).takeUnretainedValue()
        unsafe record.note(
          action, first.map { unsafe String(cString: $0) },
          second.map { unsafe String(cString: $0) },
          in: database.map { unsafe String(cString: $0) })
        return SQLITE_OK
      }, unsafe context.toOpaque())
    defer {
      unsafe sqlite3_set_authorizer(handle, nil, nil)
      // SQLite has only the record's address, so it must live until SQLite has released it.
      withExtendedLifetime(record) {}
    }
    let statement = try prepare(SQL(raw: sql))
    guard statement.parameterCount == 0 else {
      throw SQLiteError(.error, "there is nothing to put in the place of a parameter", sql: sql)
    }
    // SQLite asks the authorizer about all actions of a statement, except for VACUUM.
    let kinds: Set = ["INSERT", "REPLACE", "UPDATE", "DELETE", "WITH", "SELECT", "VALUES"]
    if !kinds.contains(SQLTokens(sql).tokens.first?.keyword ?? "") {
      record.effects.doesMore = true
    }
    return record.effects
  }
}

/// The actions that SQLite asks an authorizer about, recorded in an object that C can hold by its address.
private final class EffectRecord {
  var effects = StatementEffects()

  func note(_ action: Int32, _ first: String?, _ second: String?, in database: String?) {
    switch action {
    case SQLITE_READ, SQLITE_SELECT, SQLITE_FUNCTION, SQLITE_RECURSIVE: return
    case SQLITE_INSERT, SQLITE_DELETE, SQLITE_UPDATE:
      guard let table = first, database == "main" else { break }
      switch action {
      case SQLITE_INSERT: effects.inserts.insert(table)
      case SQLITE_DELETE: effects.deletes.insert(table)
      default: effects.updates[table, default: []].insert(second ?? "")
      }
      return
    default: break
    }
    effects.doesMore = true
  }
}
