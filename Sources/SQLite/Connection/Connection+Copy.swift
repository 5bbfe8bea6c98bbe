internal import CSQLite

extension Connection {
  /// Copies the database page by page, as it is at one instant, into a new file
  /// (https://www.sqlite.org/backup.html).
  ///
  /// The copy includes the content of the write-ahead log; this database is only read. The closure is called
  /// many times a second, and ends the copy with false.
  ///
  /// - Throws: ``SQLiteError``; if the copy was ended, an error with the code of an interruption.
  package func copy(to path: String, while goesOn: () -> Bool) throws {
    let copy = try Connection(path: path, mode: .create)
    // A copy that a power cut damages is not needed.
    try copy.execute("PRAGMA synchronous = OFF")
    if isInTransaction { return try copy.takePages(of: self, while: goesOn) }
    try transaction {
      // The instant is that of the first read.
      _ = try integer("SELECT count(*) FROM sqlite_schema")
      try copy.takePages(of: self, while: goesOn)
    }
  }

  /// A copy of the database as this connection's transaction sees it, for a trial.
  ///
  /// The copy is an unnamed file in SQLite's folder of temporary files, and is deleted with the connection.
  /// The closure is called many times a second, and ends the copy with false.
  ///
  /// - Throws: ``SQLiteError``; if the copy was ended, an error with the code of an interruption.
  package func temporaryCopy(while goesOn: () -> Bool) throws(SQLiteError) -> Connection {
    let copy = try Connection.temporary(namedIn: path)
    try copy.takePages(of: self, while: goesOn)
    return copy
  }

  /// Replaces this database's content with another database's, as one transaction.
  ///
  /// The other database must not be changed meanwhile.
  ///
  /// The pages may have another size, unless this database has a write-ahead log
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
