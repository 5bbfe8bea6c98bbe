internal import SQLite
internal import StoreLayout
internal import Threads

/// The checksums of the tables before a stage writes to them, and the tables' soundness.
///
/// Tables are read by other connections to the file on disk, next to the first statements of the migration:
/// until a statement writes to a table, its pages on disk are unchanged. A statement that writes to it waits
/// for the result.
///
/// The other connections also check the rows. If they find no problem, rows that are only carried over need
/// no other check.
final class TablesBefore {
  private let connection: Connection
  private let state: Guarded<State>
  /// The questions that may not be answered yet.
  private var pending: [Pending] = []
  private var work: [SideWork<Void>] = []

  /// The number of other connections: one makes the checksum of a table while another one checks its
  /// soundness, and copying the table takes about as long as either.
  static let readerCount = 2

  /// A question about a table.
  enum Question: Hashable {
    /// The checksum of a query's rows, where the query reads this table alone.
    case sum(of: String, table: String)
    /// Whether the table and its indexes are sound.
    case damage(table: String)

    /// The table that is read for the answer.
    var table: String {
      switch self {
      case .sum(_, let table), .damage(let table): table
      }
    }
  }

  private struct Pending {
    var question: Question
    /// The trees to read for the answer.
    var roots: Set<Int64>
  }

  /// The state that all connections share.
  private struct State {
    /// The questions that no connection has begun with.
    var waiting: [Question] = []
    var sums: [String: ContentChecksum]
    var damaged: [String: DamagedTable] = [:]
    /// The answered questions.
    var answered: Set<Question> = []
    /// The questions that the other connections have finished, answered or not.
    var done: Set<Question> = []
    var soundTables: Set<String> = []
    /// Whether only the checksums are waited for.
    var isHurried = false
  }

  /// Known checksums.
  init(_ known: [String: ContentChecksum], on connection: Connection) {
    self.connection = connection
    state = Guarded(State(sums: known))
  }

  /// Answers all questions at once, if no other connection can.
  func ask(_ questions: [Question]) throws(SQLiteError) {
    for question in questions { try Self.answer(question, connection, state) }
  }

  /// Begins to answer questions on other connections, which also check whether the rows of each table are
  /// sound.
  func begin(
    _ questions: [Question], reading others: [Connection],
    asking isSound: @escaping @Sendable (String, Connection) -> Bool
  ) throws {
    let trees = try connection.treeRoots()
    pending = questions.map { Pending(question: $0, roots: trees[$0.table] ?? []) }
    state.withLock { $0.waiting = questions }
    // Index entries are looked up in the order of the table's rows, all over the index: with a smaller cache
    // they are read again and again.
    for other in others { try other.execute("PRAGMA cache_size = -8192") }
    work = others.map { other in
      // Sendable: no other thread has the connection.
      nonisolated(unsafe) let reader = other
      return SideWork { [state] in
        while let question = Self.next(state) {
          if case .sum(_, let table) = question, !state.withLock({ $0.isHurried }),
            unsafe isSound(table, reader)
          {
            state.withLock { _ = $0.soundTables.insert(table) }
          }
          // A question that fails here is asked again by the main connection, which nothing blocks.
          try? unsafe Self.answer(question, reader, state)
          state.withLock { _ = $0.done.insert(question) }
        }
      }
    }
  }

  private static func next(_ state: Guarded<State>) -> Question? {
    state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
  }

  /// Waits for the answers about tables that the next statement may write to.
  func settle(before writes: WrittenTrees) throws(SQLiteError) {
    while let next = pending.first(where: { writes.mayTouch($0.roots) }) { try settle(next) }
  }

  /// All checksums, by query.
  func allSums() throws(SQLiteError) -> [String: ContentChecksum] {
    try settleAll()
    return state.withLock { $0.sums }
  }

  /// The damaged tables, of those that were checked, sorted by name.
  func damagedTables() throws(SQLiteError) -> [DamagedTable] {
    try settleAll()
    return state.withLock { $0.damaged.values.sorted { $0.table < $1.table } }
  }

  /// The tables whose rows were sound, as far as they were checked.
  var soundTables: Set<String> { state.withLock { $0.soundTables } }

  private func settleAll() throws(SQLiteError) {
    state.withLock { $0.isHurried = true }
    while let next = pending.first { try settle(next) }
  }

  /// Waits for an answer.
  ///
  /// A question at which another connection failed, or found damage, is asked again: only the connection that
  /// sees its own pages can be sure of damage.
  private func settle(_ wanted: Pending) throws(SQLiteError) {
    for work in work { work.wait { state.withLock { $0.done.contains(wanted.question) } } }
    let (isAnswered, isDamaged) = state.withLock {
      ($0.answered.contains(wanted.question), $0.damaged[wanted.question.table] != nil)
    }
    if !isAnswered || isDamaged {
      try Self.answer(wanted.question, connection, state)
    }
    pending.removeAll { $0.question == wanted.question }
  }

  private static func answer(
    _ question: Question, _ connection: Connection, _ state: Guarded<State>
  ) throws(SQLiteError) {
    switch question {
    case .sum(let query, _):
      let sum = try connection.checksum(of: SQL(raw: query))
      state.withLock { $0.sums[query] = sum }
    case .damage(let table):
      let damage = try TableDamage.damage(of: table, on: connection)
      state.withLock { $0.damaged[table] = damage }
    }
    state.withLock { _ = $0.answered.insert(question) }
  }
}
