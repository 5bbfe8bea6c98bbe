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
  /// The columns of tables that a statement would read, which SQLite reports while it prepares the statement
  /// (https://www.sqlite.org/c3ref/set_authorizer.html).
  package func columnsRead(by sql: SQL) throws(SQLiteError) -> Set<ColumnReference> {
    Set(try reads(of: sql).flatMap { $0.value.keys })
  }

  /// The number of times that a statement names each column of a table, by the innermost view or trigger that
  /// names it.
  ///
  /// The empty name stands for the statement itself.
  package func reads(of sql: SQL) throws(SQLiteError) -> [String: [ColumnReference: Int]] {
    let reads = ColumnReads()
    let context = unsafe Unmanaged.passUnretained(reads)
    unsafe sqlite3_set_authorizer(
      handle,
      { context, action, table, column, _, place in
        guard action == SQLITE_READ, let context = unsafe context, let table = unsafe table,
          let column = unsafe column
        else { return SQLITE_OK }
        let reads = unsafe Unmanaged<ColumnReads>.fromOpaque(context).takeUnretainedValue()
        let name = unsafe place.map { unsafe String(cString: $0) } ?? ""
        let read = unsafe ColumnReference(String(cString: table), String(cString: column))
        reads.counts[name, default: [:]][read, default: 0] += 1
        return SQLITE_OK
      }, unsafe context.toOpaque())
    defer {
      unsafe sqlite3_set_authorizer(handle, nil, nil)
      // SQLite has only the object's address, so it must live until SQLite has released it.
      withExtendedLifetime(reads) {}
    }
    _ = try prepare(sql)
    return reads.counts
  }
}

/// The reads that an authorizer reports, in an object that C can hold by its address.
private final class ColumnReads {
  var counts: [String: [ColumnReference: Int]] = [:]
}
