internal import CSQLite

extension Connection {
  /// Copies the database page by page, as it is at one instant, into a file that is not there yet
  /// (https://www.sqlite.org/backup.html).
  ///
  /// What is in the write-ahead log is in the copy; this database is only read.
  ///
  /// It is asked many times a second whether to go on.
  ///
  /// - Throws: ``SQLiteError``; where it was not to go on, one that says that it was interrupted.
  package func copy(to path: String, while goesOn: () -> Bool) throws {
    let copy = try Connection(path: path, mode: .create)
    // What a power cut leaves of a copy nobody needs.
    try copy.execute("PRAGMA synchronous = OFF")
    try transaction {
      // The instant is that of the first look.
      _ = try integer("SELECT count(*) FROM sqlite_schema")
      try copy.takePages(of: self, while: goesOn)
    }
  }

  /// A copy of the database as this connection's transaction sees it, to try something on.
  ///
  /// It is in a file without a name, which SQLite makes where temporary files go, and goes with the
  /// connection. It is asked many times a second whether to go on.
  ///
  /// - Throws: ``SQLiteError``; where it was not to go on, one that says that it was interrupted.
  package func temporaryCopy(while goesOn: () -> Bool) throws(SQLiteError) -> Connection {
    let copy = try Connection.temporary(namedIn: path)
    try copy.takePages(of: self, while: goesOn)
    return copy
  }

  /// Puts the content of another database, that nobody changes, in the place of this one's own: all of
  /// it or nothing, as one transaction.
  ///
  /// The pages may have another size, unless this database keeps a write-ahead log
  /// (https://www.sqlite.org/c3ref/backup_finish.html).
  package func takeContent(ofFileAt path: String) throws(SQLiteError) {
    let source = try Connection(path: path, uriParameters: "mode=ro&immutable=1")
    try takePages(of: source) { true }
  }

  private func takePages(
    of source: Connection, while goesOn: () -> Bool
  ) throws(SQLiteError) {
    guard let work = unsafe sqlite3_backup_init(handle, "main", source.handle, "main") else {
      throw error(unsafe sqlite3_errcode(handle))
    }
    var code = SQLITE_OK
    while code == SQLITE_OK, goesOn() { code = unsafe sqlite3_backup_step(work, Self.pagesAtOnce) }
    let result = unsafe sqlite3_backup_finish(work)
    guard result == SQLITE_OK else { throw error(result) }
    guard code == SQLITE_DONE else { throw SQLiteError(.interrupted, "interrupted") }
  }

  private static let pagesAtOnce: Int32 = 1024
}
