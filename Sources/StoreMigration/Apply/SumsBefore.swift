internal import SQLiteStore
internal import Threads

/// The sums of what there was before a stage.
///
/// Of tables that are read as they stand, they are made beside the first statements of the
/// migration, by a second connection to what is on the disk: until a statement writes to such a
/// table, its pages there are what they were. Before that, its sum is waited for.
///
/// The second connection also looks for what is wrong with the rows, so that where nothing is,
/// nobody needs to look for it among those that are only carried over.
final class SumsBefore {
  private let connection: Connection
  private let state: Guarded<State>
  /// The sums that may still be on their way, by what they are asked.
  private var pending: [Pending] = []
  private var work: SideWork<Void>?

  private struct Pending {
    var query: String
    /// The trees that are read for it.
    var roots: Set<Int64>
  }

  /// What both connections know.
  private struct State {
    var sums: [String: ContentChecksum]
    /// The queries that the second connection is done with.
    var done: Set<String> = []
    var soundTables: Set<String> = []
    /// Whether somebody waits for the sums alone.
    var isHurried = false
  }

  /// Sums that are known.
  init(_ known: [String: ContentChecksum], on connection: Connection) {
    self.connection = connection
    state = Guarded(State(sums: known))
  }

  /// Begins to make the sums of tables beside, and to ask of each whether its rows are sound.
  func begin(
    _ queries: [(text: String, table: String)], reading other: Connection,
    asking isSound: @escaping @Sendable (String, Connection) -> Bool
  ) throws {
    let trees = try connection.treeRoots()
    pending = queries.map { Pending(query: $0.text, roots: trees[$0.table] ?? []) }
    // Sendable: nobody else has the connection.
    nonisolated(unsafe) let reader = other
    work = SideWork { [state] in
      for (text, table) in queries {
        let sum = try unsafe reader.checksum(of: SQL(raw: text))
        state.withLock { $0.sums[text] = sum }
        if !state.withLock({ $0.isHurried }), unsafe isSound(table, reader) {
          state.withLock { _ = $0.soundTables.insert(table) }
        }
        state.withLock { _ = $0.done.insert(text) }
      }
    }
  }

  /// Waits for the sums of the tables that the next statement may write to.
  func settle(before writes: WrittenTrees) throws(SQLiteError) {
    while let next = pending.first(where: { writes.mayTouch($0.roots) }) { try settle(next) }
  }

  /// Every sum, by its query.
  func all() throws(SQLiteError) -> [String: ContentChecksum] {
    state.withLock { $0.isHurried = true }
    while let next = pending.first { try settle(next) }
    return state.withLock { $0.sums }
  }

  /// The tables whose rows were sound, as far as that was looked at.
  var soundTables: Set<String> { state.withLock { $0.soundTables } }

  /// What the other connection failed at is done by the one that nobody keeps from it.
  private func settle(_ wanted: Pending) throws(SQLiteError) {
    work?.wait { state.withLock { $0.done.contains(wanted.query) } }
    if state.withLock({ $0.sums[wanted.query] }) == nil {
      let sum = try connection.checksum(of: SQL(raw: wanted.query))
      state.withLock { $0.sums[wanted.query] = sum }
    }
    pending.removeAll { $0.query == wanted.query }
  }
}
