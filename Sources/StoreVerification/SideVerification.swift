internal import SQLite
internal import StoreLayout
internal import Threads

/// The part of a verification that needs no more than the file: a second connection does it, where
/// one can see the same content, while the first one asks about objects.
struct SideVerification {
  private let connection: Connection
  private let options: VerificationOptions
  private let sums = TableSums()
  private let work: SideWork<[Finding]>?

  /// More than by default, as the rows of a table lead all over its indexes.
  private static let cacheSize: SQL = "PRAGMA cache_size = -8192"

  /// Begins, within the connection's transaction.
  init(of connection: Connection, _ options: VerificationOptions) throws(SQLiteError) {
    (self.connection, self.options) = (connection, options)
    guard let other = try connection.companion() else {
      work = nil
      return
    }
    // Sendable: nobody else has the connection.
    nonisolated(unsafe) let companion = other
    let (isQuick, isCancelled, sums) = (options.isQuick, options.isCancelled ?? { false }, sums)
    work = SideWork {
      try companion.cancellable(when: isCancelled) {
        try companion.execute(Self.cacheSize)
        let findings = try IntegrityCheck(connection: companion, isQuick: isQuick).findings()
        // What keeps a table from being read is reported by who reads it next.
        try? sums.work(on: companion)
        return findings
      }
    }
  }

  /// Begins to sum up tables.
  func sum(_ tables: [TableDefinition]) { sums.begin(tables) }

  /// The sums of the tables, in their order.
  ///
  /// - Throws: ``SQLite/SQLiteError``.
  func checksums() throws -> [VerificationReport.TableChecksum] {
    try sums.work(on: connection)
    // Of what the other connection had begun, it may have made nothing.
    _ = try? work?.value()
    return try sums.all(on: connection)
  }

  /// What SQLite's own check of the file finds.
  ///
  /// - Throws: ``SQLite/SQLiteError`` where the reading was interrupted or locked out, or the
  ///   disk failed to read.
  func integrityFindings() throws -> [Finding] {
    try work?.value() ?? IntegrityCheck(connection: connection, isQuick: options.isQuick).findings()
  }
}

/// The sums of tables, of which each is made by whoever has the time.
private final class TableSums: Sendable {
  private let state = Guarded(State())

  private struct State {
    var tables: [TableDefinition] = []
    var next = 0
    var sums: [String: ContentChecksum] = [:]
  }

  func begin(_ tables: [TableDefinition]) { state.withLock { $0.tables = tables } }

  /// Sums up tables until none is left that nobody has begun.
  func work(on connection: Connection) throws(SQLiteError) {
    while let table = next() {
      let sum = try connection.checksum(of: table)
      state.withLock { $0.sums[table.name] = sum }
    }
  }

  private func next() -> TableDefinition? {
    state.withLock { state in
      guard state.next < state.tables.count else { return nil }
      defer { state.next += 1 }
      return state.tables[state.next]
    }
  }

  /// All sums, when nobody works on them any more.
  func all(on connection: Connection) throws(SQLiteError) -> [VerificationReport.TableChecksum] {
    let (tables, sums) = state.withLock { ($0.tables, $0.sums) }
    return try tables.map { table throws(SQLiteError) in
      let sum =
        if let known = sums[table.name] { known } else { try connection.checksum(of: table) }
      return .init(table: table.name, checksum: sum)
    }
  }

}

extension Connection {
  /// The sum of the rows of a table, or of a view in its place.
  func checksum(of table: TableDefinition) throws(SQLiteError) -> ContentChecksum {
    // Sorted, because the order of columns is history and not content.
    try checksum(ofTable: table.name, columns: table.columns.map(\.name).sorted())
  }
}
