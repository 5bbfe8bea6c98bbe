internal import Diagnostics
internal import MigrationPlanner
internal import SQLite
internal import StoreLayout
internal import StoreScript
internal import SchemaModel
internal import StoreVerification

/// Carries out one declared step, and reports problems at its place in the schema file.
struct StepRun {
  let step: DeclaredStep
  let stage: MigrationStage
  let layout: StoreLayout
  let history: SchemaHistory
  let closures: [String: MigrationClosure]
  let connection: Connection
  let report: (MigrationProgress) throws -> Void

  /// Does the work, and returns the number of rows that it changed.
  ///
  /// The possible changes of a statement are checked once more: the store may have triggers that were unknown
  /// before.
  ///
  /// - Throws: ``MigrationFailure``; the transaction must then be rolled back.
  func run(_ sql: String, by execute: () throws -> Void) throws -> Int64 {
    switch step.work {
    case .closure(let name, on: let entity, reads: _):
      guard let closure = closures[name] else { throw failure("is not registered") }
      return try ClosureRun(
        closure: closure, name: name, entity: entity,
        lookup: ObjectLookup(
          layout: layout, entitiesBefore: RowsBefore.entities(of: step, in: stage.mapping),
          connection: connection),
        step: step, report: report, failure: failure
      ).run()
    case .sql:
      let excess = StepReach(of: step, in: layout).excess(of: try connection.effects(of: sql))
      if let clause = step.clause(for: excess) { throw failure(clause) }
      try explaining(execute)
      return connection.changedRowCount
    }
  }

  /// Reports a failure of the work, or of the proof that nothing else changed, as a failure of the step.
  func explaining(_ work: () throws -> Void) throws {
    do {
      try work()
    } catch MigrationFailure.statement(_, let error) {
      throw failure(
        "failed: \(error.message)",
        because: BrokenConstraint(error)?.notes(
          in: layout, SchemaPlaces(document: history[stage.mapping.target.version])) ?? [])
    } catch MigrationFailure.contents(let table, _) {
      throw failure("changes rows of '\(table)' that 'touches' does not name")
    } catch MigrationFailure.triggered(let table) {
      throw failure("changes rows of '\(table)' that 'touches' does not name, by a trigger")
    } catch MigrationFailure.rowCounts(let differences) {
      let tables = differences.map { "'\($0.table)'" }.joined(separator: ", ")
      throw failure("adds or deletes rows of \(tables), which 'touches' does not name")
    }
  }

  private func failure(_ clause: String) -> MigrationFailure { failure(clause, because: []) }

  private func failure(_ clause: String, because notes: [Diagnostic.Note]) -> MigrationFailure {
    .step(
      FailedStep(
        step: step, clause: clause, location: history.location(of: step, in: stage), notes: notes))
  }
}

extension DeclaredStep {
  /// The clause that describes how a step exceeds its declaration, for an error message.
  func clause(for excess: StepReach.Excess) -> String? {
    if excess.doesMore { return "does more than read and change rows" }
    if excess.isIdle { return "changes nothing" }
    guard excess.filed.isEmpty else {
      return "\(excess.filed.joined(separator: ", ")), where values stand in files"
    }
    guard !excess.changes.isEmpty else { return nil }
    return "\(excess.changes.joined(separator: ", ")), which 'touches' does not name"
  }
}
