internal import CSQLite

/// A column of a table, as SQLite names them.
package struct ColumnReference: Hashable, Sendable {
  /// The table.
  package var table: String
  /// The column.
  package var column: String

  /// A column from its names.
  package init(_ table: String, _ column: String) { (self.table, self.column) = (table, column) }
}

extension Connection {
  /// The columns of tables that a statement would read, which SQLite tells while it prepares it
  /// (https://www.sqlite.org/c3ref/set_authorizer.html).
  package func columnsRead(by sql: SQL) throws(SQLiteError) -> Set<ColumnReference> {
    let reads = ColumnReads()
    let context = unsafe Unmanaged.passUnretained(reads)
    unsafe sqlite3_set_authorizer(
      handle,
      { context, action, table, column, _, _ in
        guard action == SQLITE_READ, let context = unsafe context, let table = unsafe table,
          let column = unsafe column
        else { return SQLITE_OK }
        let reads = unsafe Unmanaged<ColumnReads>.fromOpaque(context).takeUnretainedValue()
        unsafe reads.columns.insert(
          ColumnReference(String(cString: table), String(cString: column)))
        return SQLITE_OK
      }, unsafe context.toOpaque())
    defer {
      unsafe sqlite3_set_authorizer(handle, nil, nil)
      // SQLite has only the object's address, so it lives until SQLite has forgotten it.
      withExtendedLifetime(reads) {}
    }
    _ = try prepare(sql)
    return reads.columns
  }
}

/// What an authorizer was told, which C can hold by its address.
private final class ColumnReads {
  var columns: Set<ColumnReference> = []
}
