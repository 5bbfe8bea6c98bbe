internal import SQLiteStore
internal import Threads

/// Proves that a restored store is what was backed up: its rows while their indexes are made, and the
/// rest when all is there.
struct RestoreProof {
  private let store: RestoredStore
  private let rows: SideQuestion<Void>?

  /// Begins to read back the rows that are committed, of which none is written to any more.
  init(of contents: BackupContents, in connection: Connection) throws(SQLiteError) {
    store = RestoredStore(contents: contents, connection: connection)
    // An index that is made moves tables of a store that keeps itself compact.
    rows =
      contents.store.autoVacuum == 0
      ? SideQuestion(contents, try connection.readerOfBeginning()) { try $0.checkContent() } : nil
  }

  /// Reads the rest back; returns how many rows violate a foreign key, as they did in the original.
  ///
  /// It is asked many times a second whether to end, besides by the connection itself.
  func finish(_ checks: Restorer.Checks, unless isCancelled: () -> Bool) throws -> Int64 {
    try store.checkObjects()
    guard checks == .all else {
      try checkRows(unless: isCancelled)
      return 0
    }
    // Two threads take one after the other; the longest come first.
    let tables = store.contents.tables.sorted { $0.rows < $1.rows }.map(\.name)
    let rest = Guarded(tables)
    // Nobody else knows of the file yet, so that another connection sees what is committed.
    let structure = SideQuestion(store.contents, try store.connection.reader()) { other in
      try other.checkIntegrity()
      return try Self.violations(in: other, of: rest)
    }
    let violations = try Self.violations(in: store, of: rest)
    try checkRows(unless: isCancelled)
    return try violations + structure.answer(unless: isCancelled)
  }

  private func checkRows(unless isCancelled: () -> Bool) throws {
    if let rows { try rows.answer(unless: isCancelled) } else { try store.checkContent() }
  }

  private static func violations(
    in store: RestoredStore, of tables: Guarded<[String]>
  ) throws -> Int64 {
    var count: Int64 = 0
    while let table = tables.withLock({ $0.popLast() }) {
      count += try store.foreignKeyViolations(of: table)
    }
    return count
  }
}

/// Something that is asked of a restored store on a thread, and a connection, of its own.
private final class SideQuestion<Answer> {
  private let connection: Connection
  private let work: SideWork<Answer>

  init(
    _ contents: BackupContents, _ connection: Connection,
    _ ask: @escaping @Sendable (RestoredStore) throws -> Answer
  ) {
    self.connection = connection
    // Sendable: nobody else has the connection, but to interrupt it, which any thread may.
    nonisolated(unsafe) let asked = connection
    work = SideWork {
      try ask(RestoredStore(contents: contents, connection: unsafe asked))
    }
  }

  /// Nobody waits for the answer.
  deinit { connection.interrupt() }

  /// Waits for the answer, unless it is asked to end first.
  func answer(unless isCancelled: () -> Bool) throws -> Answer {
    try work.value { if isCancelled() { connection.interrupt() } }
  }
}
