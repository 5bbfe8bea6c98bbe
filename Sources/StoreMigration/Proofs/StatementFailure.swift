internal import Files
internal import MigrationPlanner
internal import SQLite
internal import StoreScript
internal import SchemaModel
internal import StoreVerification

/// Finds the cause of a failed statement in the data, while the transaction is still open.
struct StatementFailure {
  let stage: MigrationStage
  let script: StoreScript
  let history: SchemaHistory
  let connection: Connection
  let isFirstStage: Bool
  /// The error that keeps files from being written next to the store; SQLite hides it in its own error.
  let fileTrouble: SystemError?

  /// The failure to report.
  ///
  /// All objects in the way are named, and not only the first one that the statement met.
  func failure(of statement: ScriptStatement, _ failed: SQLiteError) -> any Error {
    if let fileTrouble { return MigrationFailure(unwritten: fileTrouble) }
    switch failed.primaryCode {
    case .interrupted:
      return connection.exceededSteps == nil
        ? failed : MigrationFailure.statement(table: statement.table, failed)
    case .full: return MigrationFailure.diskFull
    case .inputOutput, .corrupt, .readOnly, .outOfMemory, .busy, .locked, .cannotOpen:
      return MigrationFailure.database(failed)
    default: break
    }
    return explained(or: .statement(table: statement.table, failed)) {
      try explanation(of: statement) ?? (failed.primaryCode == .constraint ? brokenRows() : nil)
    }
  }

  /// Measures the objects to keep, which may already meet the values that a statement would refuse.
  func explaining<Result>(_ measuring: () throws -> Result) throws -> Result {
    do {
      return try measuring()
    } catch let failed as SQLiteError where failed.isAboutRows {
      throw explained(or: .database(failed)) {
        let refused = try refusedValues(from: script.statements[...])
        return refused.isEmpty ? nil : .refusedValues(refused)
      }
    }
  }

  /// The result of a search; if none exists, the known failure that caused the search.
  private func explained(
    or known: MigrationFailure, _ search: () throws -> MigrationFailure?
  ) -> any Error {
    do {
      return try search() ?? known
    } catch {
      if let error = error as? SQLiteError, error.primaryCode == .interrupted { return error }
      return known
    }
  }

  private func explanation(of statement: ScriptStatement) throws -> MigrationFailure? {
    guard statement.filling == nil else {
      let start = script.statements.firstIndex(of: statement) ?? 0
      let refused = try refusedValues(from: script.statements[start...])
      return refused.isEmpty ? nil : .refusedValues(refused)
    }
    // While rows change in place, nothing must be unique.
    guard statement.rewrite == nil else { return nil }
    let duplicates = try Duplicates(
      layout: script.target, connection: connection,
      places: StagePlaces(of: stage.mapping, in: history), trail: StageTrail(stage.mapping),
      isFirstStage: isFirstStage
    ).all(except: script.untouchedTables)
    return duplicates.isEmpty ? nil : .duplicates(duplicates)
  }

  /// The rows that break the constraints that their table has had before.
  private func brokenRows() throws -> MigrationFailure? {
    let tables = try TableDamage(scripts: [script], connection: connection).rewrittenTables()
    let findings = try ConstraintCheck(connection).rows(in: tables).filter {
      if case .brokenConstraint = $0.problem { true } else { false }
    }
    return findings.isEmpty ? nil : .brokenRows(findings)
  }

  /// The values that statements refuse, including later ones that were not reached: their source tables still
  /// exist.
  private func refusedValues(
    from statements: ArraySlice<ScriptStatement>
  ) throws -> [RefusedValues] {
    let places = StagePlaces(of: stage.mapping, in: history)
    return try RefusedRows(layout: script.target, connection: connection)
      .refused(by: statements.compactMap(\.filling)).map { $0.located(in: places) }
  }
}

extension RefusedValues {
  /// The same, with the place of the expression or the condition in the schema file, or else of the property.
  func located(in places: StagePlaces) -> RefusedValues {
    let expressions = places.expressions
    var refused = self
    if case .failingCondition = reason {
      refused.location = expressions.locationOfFilter(of: property.entity, madeFrom: origin)
      return refused
    }
    let expression = expressions.location(of: property, madeFrom: origin)
    refused.isComputed = expression != nil
    let conversion = expression == nil ? expressions.conversion(of: refused) : nil
    if case .unconvertible(let why) = reason, let conversion, conversion.refuses(for: why) {
      refused.guardedConversion = conversion.guarded
    }
    refused.location =
      expression ?? conversion?.location
      ?? places.schema.location(of: property.property, of: property.entity)
    return refused
  }
}

extension MigrationFailure {
  /// A file next to the store that the system refused to write.
  init(unwritten trouble: SystemError) {
    self = .unwritableFile(
      folder: FilePath.folder(of: trouble.path), reason: trouble.reason,
      isDiskFull: trouble.isFullDisk)
  }
}
