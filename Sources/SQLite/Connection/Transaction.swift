extension Connection {
  /// The way a transaction takes its locks (https://www.sqlite.org/lang_transaction.html).
  public enum TransactionKind: String, Hashable, Sendable {
    /// At the first statement that needs them.
    case deferred = "DEFERRED"
    /// The write lock at once; others may still read.
    case immediate = "IMMEDIATE"
    /// The write lock at once; in rollback mode others may not read either.
    case exclusive = "EXCLUSIVE"
  }

  /// Runs a block as one transaction: committed when it returns, rolled back when it throws.
  ///
  /// - Throws: the block's error; ``SQLiteError`` from BEGIN or COMMIT.
  public func transaction<Result>(
    _ kind: TransactionKind = .deferred, _ body: () throws -> Result
  ) throws -> Result {
    try execute("BEGIN \(raw: kind.rawValue)")
    do {
      let result = try body()
      try commit()
      return result
    } catch {
      rollBack()
      throw error
    }
  }

  /// Commits the open transaction.
  ///
  /// SQLite also reports failures after everything is written and the transaction is over: releasing the
  /// locks, which end with the connection, and flushing the removal of the journal. Without this flush a
  /// power cut may still bring the whole old content back. Neither failure undoes anything.
  ///
  /// - Returns: The failure after the commit; then the commit may not survive a power cut.
  @discardableResult
  package func commit() throws(SQLiteError) -> SQLiteError? {
    do throws(SQLiteError) {
      try execute("COMMIT")
      return nil
    } catch {
      guard !isInTransaction, [.unlock, .downgrade, .folderFlush].contains(error.code) else {
        settleFailedCommit()
        var failure = error
        failure.mayHaveCommitted = mayHaveCommitted
        throw failure
      }
      return error
    }
  }

  /// Makes sure that a failed commit is undone for good.
  ///
  /// In a write-ahead log the frames of a transaction are written before they are flushed. This connection
  /// ignores them, but the next one to find the log takes them for valid
  /// (https://www.sqlite.org/walformat.html#recovery), unless another commit overwrites them.
  private func settleFailedCommit() {
    // A commit that was refused, because of a broken link or another connection, has written nothing.
    guard !isInTransaction else { return rollBack() }
    do throws(SQLiteError) {
      guard try texts("PRAGMA journal_mode") == ["wal"] else { return }
      let version = try integer("PRAGMA user_version") ?? 0
      try execute("PRAGMA user_version = \(raw: String(version))")
    } catch {
      mayHaveCommitted = true
    }
  }

  /// Rolls the open transaction back, if there is one.
  ///
  /// SQLite may have rolled back by itself already (full disk, I/O error), and a ROLLBACK that fails leaves a
  /// journal that the next connection plays back. Either way the old content stays, so there is nothing to
  /// report (https://www.sqlite.org/lang_transaction.html).
  package func rollBack() {
    guard isInTransaction else { return }
    try? execute("ROLLBACK")
  }
}

extension SQLiteError.Code {
  /// SQLITE_IOERR_UNLOCK: a lock could not be released.
  fileprivate static let unlock = Self(rawValue: 2058)
  /// SQLITE_IOERR_RDLOCK: the write lock could not be downgraded to a read lock.
  fileprivate static let downgrade = Self(rawValue: 2314)
  /// SQLITE_IOERR_DIR_FSYNC: a folder could not be flushed.
  fileprivate static let folderFlush = Self(rawValue: 1290)
}
