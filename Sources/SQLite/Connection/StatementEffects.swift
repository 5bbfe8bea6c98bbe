internal import CSQLite
internal import SQLText

/// A column of a table, as SQLite names them.
package struct ColumnReference: Hashable, Sendable {
  /// The table.
  package var table: String
  /// The column.
  package var column: String

  /// A column from its names.
  package init(_ table: String, _ column: String) { (self.table, self.column) = (table, column) }
}

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
  /// The columns of tables that a statement would read.
  package func columnsRead(by sql: SQL) throws(SQLiteError) -> Set<ColumnReference> {
    Set(try reads(of: sql).flatMap { $0.value.keys })
  }

  /// The number of times that a statement names each column of a table, by the innermost view or trigger that
  /// names it.
  ///
  /// The empty name stands for the statement itself.
  package func reads(of sql: SQL) throws(SQLiteError) -> [String: [ColumnReference: Int]] {
    var counts: [String: [ColumnReference: Int]] = [:]
    for action in try actions(of: sql) where action.code == SQLITE_READ {
      guard let table = action.first, let column = action.second else { continue }
      counts[action.place ?? "", default: [:]][ColumnReference(table, column), default: 0] += 1
    }
    return counts
  }

  /// Compiles a statement without running it, and returns the changes that it may make.
  ///
  /// SQLite does not report rows that a conflict removes (`OR REPLACE`).
  package func effects(of sql: String) throws(SQLiteError) -> StatementEffects {
    let actions = try actions(of: SQL(raw: sql))
    guard try prepare(SQL(raw: sql)).parameterCount == 0 else {
      throw SQLiteError(.error, "there is nothing to put in the place of a parameter", sql: sql)
    }
    var effects = StatementEffects()
    for action in actions {
      switch (action.code, action.first) {
      case (SQLITE_READ, _), (SQLITE_SELECT, _), (SQLITE_FUNCTION, _), (SQLITE_RECURSIVE, _): break
      case (SQLITE_INSERT, let table?) where action.isInStore: effects.inserts.insert(table)
      case (SQLITE_DELETE, let table?) where action.isInStore: effects.deletes.insert(table)
      case (SQLITE_UPDATE, let table?) where action.isInStore:
        effects.updates[table, default: []].insert(action.second ?? "")
      default: effects.doesMore = true
      }
    }
    // SQLite asks the authorizer about all actions of a statement, except for VACUUM.
    let kinds: Set = ["INSERT", "REPLACE", "UPDATE", "DELETE", "WITH", "SELECT", "VALUES"]
    if !kinds.contains(SQLTokens(sql).tokens.first?.keyword ?? "") { effects.doesMore = true }
    return effects
  }

  /// The actions of a statement, in the order in which SQLite asks about them while it prepares the statement
  /// (https://www.sqlite.org/c3ref/set_authorizer.html).
  private func actions(of sql: SQL) throws(SQLiteError) -> [StatementAction] {
    let record = ActionRecord()
    let context = unsafe Unmanaged.passUnretained(record)
    unsafe sqlite3_set_authorizer(
      handle,
      { context, code, first, second, database, place in
        guard let context = unsafe context else { return SQLITE_OK }
        let record = unsafe Unmanaged<ActionRecord>.fromOpaque(context).takeUnretainedValue()
        record.actions.append(
          StatementAction(
            code: code, first: unsafe first.map { unsafe String(cString: $0) },
            second: unsafe second.map { unsafe String(cString: $0) },
            isInStore: unsafe database.map { unsafe String(cString: $0) } == "main",
            place: unsafe place.map { unsafe String(cString: $0) }))
        return SQLITE_OK
      }, unsafe context.toOpaque())
    defer {
      unsafe sqlite3_set_authorizer(handle, nil, nil)
      // SQLite has only the object's address, so it must live until SQLite has released it.
      withExtendedLifetime(record) {}
    }
    _ = try prepare(sql)
    return record.actions
  }
}

/// An action that SQLite asks an authorizer about, with two details whose meaning depends on the code
/// (https://www.sqlite.org/c3ref/c_alter_table.html).
private struct StatementAction {
  var code: Int32
  var first: String?
  var second: String?
  /// Whether it concerns the store, and not a temporary or attached database.
  var isInStore: Bool
  /// The innermost view or trigger that acts.
  var place: String?
}

/// The actions, in an object that C can hold by its address.
private final class ActionRecord {
  var actions: [StatementAction] = []
}
