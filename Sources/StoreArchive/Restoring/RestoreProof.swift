internal import SQLite
internal import StoreLayout
internal import Threads

/// Proves that a restored store is what was backed up: its rows while their indexes are made, and the
/// rest when all is there.
struct RestoreProof {
  private let store: RestoredStore
  private let checks: Restorer.Checks
  private let keys: ForeignKeyCount
  private let rows: SideQuestion<Int64>?

  /// Begins to read back the rows that are committed, of which none is written to any more.
  init(
    of contents: BackupContents, in connection: Connection, _ checks: Restorer.Checks
  ) throws(SQLiteError) {
    store = RestoredStore(contents: contents, connection: connection)
    self.checks = checks
    let keys = ForeignKeyCount(of: contents, checks)
    self.keys = keys
    guard contents.store.autoVacuum == 0 else {
      // An index that is made moves tables of a store that keeps itself compact.
      rows = nil
      return
    }
    rows = SideQuestion(contents, try connection.readerOfBeginning()) { other in
      try other.checkContent()
      return try keys.count(in: other, isEarly: true)
    }
  }

  /// Reads the rest back; returns how many rows violate a foreign key, as they did in the original.
  ///
  /// It is asked many times a second whether to end, besides by the connection itself.
  func finish(unless isCancelled: () -> Bool) throws -> Int64 {
    try store.checkObjects()
    guard checks == .all else { return try early(unless: isCancelled) }
    // Nobody else knows of the file yet, so that another connection sees what is committed.
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

/// The tables whose foreign keys are still to be checked, which several threads take one by one.
private struct ForeignKeyCount: Sendable {
  private let rest: Guarded<[String]>
  private let late = Guarded<[String]>([])

  init(of contents: BackupContents, _ checks: Restorer.Checks) {
    // The longest come first.
    let tables = contents.tables.sorted { $0.rows < $1.rows }.map(\.name)
    rest = Guarded(checks == .all ? tables : [])
  }

  /// How many rows of the tables that this thread takes violate a foreign key.
  ///
  /// While indexes are made, the one may be missing that a key leads to; such a table waits.
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

  /// The same of those that waited.
  ///
  /// A key that still leads to no unique columns cannot be checked, nor could it in the original.
  func countLate(in store: RestoredStore) throws -> Int64 {
    try late.withLock { $0 }.reduce(0) { try $0 + (store.foreignKeyViolations(of: $1) ?? 0) }
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
