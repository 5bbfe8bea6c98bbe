internal import SQLite
internal import StoreLayout

/// What one step of a repair is to leave in the store, found out before it is taken.
///
/// Objects that are deleted leave what their delete rules leave. Any other step is done and undone
/// first, without the triggers that are somebody's own.
struct StepExpectation {
  private let model: StayingValues
  private let others: StayingValues
  private let closure: DeletionClosure?

  /// - Parameters:
  ///   - step: the step.
  ///   - store: the store, inside a transaction.
  ///   - otherTables: the tables that the model does not name.
  ///   - take: runs some of the statements of the step.
  /// - Throws: what `take` throws; ``SQLite/SQLiteError``.
  init(
    of step: RepairStep, _ store: UpkeepStore, _ otherTables: [String],
    taking take: (_ statements: ArraySlice<String>) throws -> Void
  ) throws {
    if let closure = try DeletionClosure(of: step, in: store.layout, on: store.connection) {
      model = try StayingValues(store, closure.staying, others: [])
      others = try StayingValues(store, .nothing, others: otherTables)
      self.closure = closure
      return
    }
    let connection = store.connection
    try connection.execute("SAVEPOINT expectation")
    for trigger in try store.ownTriggers() {
      try connection.execute("DROP TRIGGER main.\(name: trigger)")
    }
    try take(step.statements.prefix(step.settled))
    others = try StayingValues(store, .nothing, others: otherTables, isNeeded: true)
    try take(step.statements.dropFirst(step.settled))
    model = try StayingValues(store, .all, others: [], isNeeded: true)
    closure = nil
    try connection.execute("ROLLBACK TO expectation")
    try connection.execute("RELEASE expectation")
  }

  /// What else became of the store once the step is taken.
  ///
  /// - Throws: ``RepairError/unforeseen(_:table:expected:found:)`` where objects are gone that were to
  ///   stay, or others are there.
  func effects(of step: RepairStep) throws -> [Effect] {
    let (ours, theirs) = (try model.effects(), try others.effects())
    try closure?.end()
    if let first = ours.first, case .resized(let before, let after, _) = first.kind {
      throw RepairError.unforeseen(step, table: first.subject, expected: before, found: after)
    }
    return ours + theirs
  }
}
