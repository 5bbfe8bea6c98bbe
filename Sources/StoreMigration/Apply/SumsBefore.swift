internal import SQLiteStore
internal import Threads

/// The sums of what there was before a stage.
///
/// Of tables that are read as they stand, they are made beside the first statements of the
/// migration, by a second connection to what is on the disk: until a statement writes to such a
/// table, its pages there are what they were. Before that, its sum is waited for.
final class SumsBefore {
  private let connection: Connection
  private let sums: Guarded<[String: ContentChecksum]>
  /// The sums that may still be on their way, by what they are asked.
  private var pending: [Pending] = []
  private var work: SideWork<Void>?

  private struct Pending {
    var query: String
    /// The trees that are read for it.
    var roots: Set<Int64>
  }

  /// Sums that are known.
  init(_ known: [String: ContentChecksum], on connection: Connection) {
    self.connection = connection
    sums = Guarded(known)
  }

  /// Begins to make the sums of tables beside.
  func begin(_ queries: [(text: String, table: String)], reading other: Connection) throws {
    let trees = try connection.treeRoots()
    pending = queries.map { Pending(query: $0.text, roots: trees[$0.table] ?? []) }
    // Sendable: nobody else has the connection.
    nonisolated(unsafe) let reader = other
    let (sums, texts) = (sums, queries.map(\.text))
    work = SideWork {
      for text in texts {
        let sum = try unsafe reader.checksum(of: SQL(raw: text))
        sums.withLock { $0[text] = sum }
      }
    }
  }

  /// Waits for the sums of the tables that the next statement may write to.
  func settle(before writes: WrittenTrees) throws(SQLiteError) {
    while let next = pending.first(where: { writes.mayTouch($0.roots) }) { try settle(next) }
  }

  /// Every sum, by its query.
  func all() throws(SQLiteError) -> [String: ContentChecksum] {
    while let next = pending.first { try settle(next) }
    return sums.withLock { $0 }
  }

  /// What the other connection failed at is done by the one that nobody keeps from it.
  private func settle(_ wanted: Pending) throws(SQLiteError) {
    work?.wait { sums.withLock { $0[wanted.query] != nil } }
    if sums.withLock({ $0[wanted.query] }) == nil {
      let sum = try connection.checksum(of: SQL(raw: wanted.query))
      sums.withLock { $0[wanted.query] = sum }
    }
    pending.removeAll { $0.query == wanted.query }
  }
}
