internal import SQLite

/// A connection that is ready to migrate a store, and one transaction on it.
///
/// Foreign keys are turned off before BEGIN, because the pragma is ignored within a transaction
/// (https://www.sqlite.org/pragma.html#pragma_foreign_keys). With foreign keys on, dropping a table to
/// replace it would also delete the rows that refer to it.
struct WriteSession {
  let connection: Connection

  /// Opens a store to write it.
  init(store: String, options: MigrationOptions) throws {
    do throws(StoreOpenError) {
      connection = try StoreFile.open(path: store, for: .writing, patience: options.patience)
    } catch {
      throw MigrationRefusal.state(.unopenable(error))
    }
    // All of these are the connection's own, and end with it.
    try connection.execute("PRAGMA foreign_keys = OFF")
    // In KiB. A sort for an index takes the same again; a larger cache does not make rewriting tables faster.
    try connection.execute("PRAGMA cache_size = -16384")
    try connection.execute(
      "PRAGMA secure_delete = \(raw: options.erasesFreedPages ? "ON" : "OFF")")
  }

  /// Begins the transaction and keeps all other connections out.
  ///
  /// It begins before the backup, so that no process can write between the backup and the migration. A reader
  /// that would block COMMIT is met before the work and not after it.
  func begin() throws {
    do throws(SQLiteError) {
      try connection.execute("BEGIN EXCLUSIVE")
    } catch {
      guard error.primaryCode == .busy || error.primaryCode == .locked else { throw error }
      throw MigrationRefusal.busy
    }
  }

  /// The reason why the store differs from its state before the undone transaction; nil if it does not.
  ///
  /// If another process has written since, there is nothing to compare.
  func difference(
    from before: StoreSnapshot, sinceDataVersion version: Int64?
  ) throws -> String? {
    try connection.transaction(.deferred) {
      let isSame = try before.isSame(in: connection)
      let wasWritten = try dataVersion() != version
      return isSame || wasWritten ? nil : "rows or definitions are not what they were"
    }
  }

  /// A number that changes when another connection writes
  /// (https://www.sqlite.org/pragma.html#pragma_data_version).
  func dataVersion() throws(SQLiteError) -> Int64? {
    try connection.integer("PRAGMA data_version")
  }
}
