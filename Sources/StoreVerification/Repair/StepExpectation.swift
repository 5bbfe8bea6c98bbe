internal import SQLite
internal import StoreLayout

/// The expected state of a store after one step of a repair, determined before the step runs.
///
/// After a deletion, the delete rules determine the state. Any other step is first run and undone, without
/// the user's own triggers.
struct StepExpectation {
  private let model: StayingValues
  private let others: StayingValues

  /// - Parameters:
  ///   - step: the step.
  ///   - closure: the rows that it deletes; nil if it deletes none.
  ///   - store: the store, inside a transaction.
  ///   - otherTables: the tables that the model does not name.
  ///   - take: a function that runs some of the step's statements.
  /// - Throws: the errors of `take`; ``SQLite/SQLiteError``.
  init(
    of step: RepairStep, _ closure: DeletionClosure?, _ store: UpkeepStore,
    _ otherTables: [String], taking take: (_ statements: ArraySlice<String>) throws -> Void
  ) throws {
    if let closure {
      model = try StayingValues(store, closure.staying, others: [])
      others = try StayingValues(store, .nothing, others: otherTables)
      return
    }
    let connection = store.connection
    try connection.execute("SAVEPOINT expectation")
    for trigger in try store.ownTriggers() {
      try connection.execute("DROP TRIGGER main.\(name: trigger.id.name)")
    }
    try take(step.statements.prefix(step.settled))
    others = try StayingValues(store, .nothing, others: otherTables, isNeeded: true)
    try take(step.statements.dropFirst(step.settled))
    model = try StayingValues(store, .all, others: [], isNeeded: true)
    try connection.execute("ROLLBACK TO expectation")
    try connection.execute("RELEASE expectation")
  }

  /// The unexpected changes of the store after the step.
  ///
  /// - Throws: ``RepairError/unforeseen(_:table:expected:found:)`` if a table has more or fewer rows than
  ///   expected.
  func effects(of step: RepairStep) throws -> [Effect] {
    let (ours, theirs) = (try model.effects(), try others.effects())
    if let first = ours.first, case .resized(let before, let after) = first.kind {
      throw RepairError.unforeseen(step, table: first.subject, expected: before, found: after)
    }
    return ours + theirs
  }
}
