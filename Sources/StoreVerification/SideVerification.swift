internal import SQLite
internal import StoreLayout
internal import Threads

/// The part of a verification that reads only the file.
///
/// If a second connection can see the same content, it does this work while the first one checks objects.
struct SideVerification {
  private let connection: Connection
  private let options: VerificationOptions
  private let sums = TableSums()
  private let work: SideWork<[Finding]>?

  /// A larger cache than SQLite's default, because the rows of a table are spread over its indexes.
  private static let cacheSize: SQL = "PRAGMA cache_size = -8192"

  /// Begins the work, within the connection's transaction.
  init(of connection: Connection, _ options: VerificationOptions) throws(SQLiteError) {
    (self.connection, self.options) = (connection, options)
    guard let other = try connection.companion() else {
      work = nil
      return
    }
    // Sendable: no other code has the connection.
    nonisolated(unsafe) let companion = other
    let (isQuick, isCancelled, sums) = (options.isQuick, options.isCancelled ?? { false }, sums)
    work = SideWork {
      try companion.cancellable(when: isCancelled) {
        try companion.execute(Self.cacheSize)
        let findings = try IntegrityCheck(connection: companion, isQuick: isQuick).findings()
        // If a table cannot be read, its next reader reports the reason.
        try? sums.work(on: companion)
        return findings
      }
    }
  }

  /// Begins the checksums of tables.
  func sum(_ tables: [TableDefinition]) { sums.begin(tables) }

  /// The checksums of the tables, in the tables' order.
  ///
  /// - Throws: ``SQLite/SQLiteError``.
  func checksums() throws -> [VerificationReport.TableChecksum] {
    try sums.work(on: connection)
    // The other connection may have failed at a table that it began.
    _ = try? work?.value()
    return try sums.all(on: connection)
  }

  /// The findings of SQLite's own check of the file.
  ///
  /// - Throws: ``SQLite/SQLiteError`` if the reading was interrupted or locked out, or if the disk failed to
  ///   read.
  func integrityFindings() throws -> [Finding] {
    try work?.value() ?? IntegrityCheck(connection: connection, isQuick: options.isQuick).findings()
  }
}

/// The checksums of tables, which several connections compute side by side.
private final class TableSums: Sendable {
  private let state = Guarded(State())

  private struct State {
    var tables: [TableDefinition] = []
    var next = 0
    var sums: [String: ContentChecksum] = [:]
  }

  func begin(_ tables: [TableDefinition]) { state.withLock { $0.tables = tables } }

  /// Computes checksums until no connection has a table left to begin.
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

  /// All checksums, once no connection works on them any more.
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
  /// The checksum of the rows of a table, or of a view in its place.
  func checksum(of table: TableDefinition) throws(SQLiteError) -> ContentChecksum {
    // Sorted, because the order of columns is history and not content.
    try checksum(ofTable: table.name, columns: table.columns.map(\.name).sorted())
  }
}
