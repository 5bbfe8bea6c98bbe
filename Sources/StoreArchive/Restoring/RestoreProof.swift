internal import SQLite
internal import StoreLayout
internal import Threads

/// Proves that a restored store matches the backup: its rows while their indexes are created, and the rest
/// when the store is complete.
struct RestoreProof {
  private let store: RestoredStore
  private let checks: Restorer.Checks
  private let keys: ForeignKeyCount
  private let rows: SideQuestion<Int64>?

  /// Begins to read back the committed rows, which no longer change.
  init(
    of contents: BackupContents, in connection: Connection, _ checks: Restorer.Checks
  ) throws(SQLiteError) {
    store = RestoredStore(contents: contents, connection: connection)
    self.checks = checks
    let keys = ForeignKeyCount(of: contents, checks)
    self.keys = keys
    guard contents.store.autoVacuum == 0 else {
      // In a store with auto-vacuum, the creation of an index moves tables.
      rows = nil
      return
    }
    rows = SideQuestion(contents, try connection.readerOfBeginning()) { other in
      try other.checkContent()
      return try keys.count(in: other, isEarly: true)
    }
  }

  /// Reads the rest back, and returns the number of rows that violate a foreign key, as in the original.
  ///
  /// `isCancelled` is called many times a second, in addition to the connection's own checks.
  func finish(unless isCancelled: () -> Bool) throws -> Int64 {
    try store.checkObjects()
    guard checks == .all else { return try early(unless: isCancelled) }
    // No other process knows the file yet, so another connection sees the committed content.
    let keys = keys
    let structure = SideQuestion(store.contents, try store.connection.reader()) { other in
      try other.checkIntegrity()
      return try keys.count(in: other)
    }
    var violations = try keys.count(in: store)
    violations += try early(unless: isCancelled)
    violations += try structure.answer(unless: isCancelled)
    return try violations + keys.countLate(in: store)
  }

  private func early(unless isCancelled: () -> Bool) throws -> Int64 {
    if let rows { return try rows.answer(unless: isCancelled) }
    try store.checkContent()
    return 0
  }
}

/// The tables whose foreign keys are still to be checked; several threads take them one by one.
private struct ForeignKeyCount: Sendable {
  private let rest: Guarded<[String]>
  private let late = Guarded<[String]>([])

  init(of contents: BackupContents, _ checks: Restorer.Checks) {
    // The longest tables come first.
    let tables = contents.tables.sorted { $0.rows < $1.rows }.map(\.name)
    rest = Guarded(checks == .all ? tables : [])
  }

  /// The number of rows that violate a foreign key, in the tables that this thread takes.
  ///
  /// While indexes are created, the index that a key needs may be missing; such a table is checked later.
  func count(in store: RestoredStore, isEarly: Bool = false) throws -> Int64 {
    var count: Int64 = 0
    while let table = rest.withLock({ $0.popLast() }) {
      if let violations = try store.foreignKeyViolations(of: table) {
        count += violations
      } else if isEarly {
        late.withLock { $0.append(table) }
      }
    }
    return count
  }

  /// The number of rows that violate a foreign key, in the tables that were put off.
  ///
  /// A key that still refers to no unique columns cannot be checked, nor could it in the original.
  func countLate(in store: RestoredStore) throws -> Int64 {
    try late.withLock { $0 }.reduce(0) { try $0 + (store.foreignKeyViolations(of: $1) ?? 0) }
  }
}

/// A check of a restored store on its own thread and connection.
private final class SideQuestion<Answer> {
  private let connection: Connection
  private let work: SideWork<Answer>

  init(
    _ contents: BackupContents, _ connection: Connection,
    _ ask: @escaping @Sendable (RestoredStore) throws -> Answer
  ) {
    self.connection = connection
    // Sendable: no other code has the connection, except to interrupt it, which any thread may do.
    nonisolated(unsafe) let asked = connection
    work = SideWork {
      try ask(RestoredStore(contents: contents, connection: unsafe asked))
    }
  }

  /// The answer is no longer needed.
  deinit { connection.interrupt() }

  /// Waits for the answer, unless the check is cancelled first.
  func answer(unless isCancelled: () -> Bool) throws -> Answer {
    try work.value { if isCancelled() { connection.interrupt() } }
  }
}
