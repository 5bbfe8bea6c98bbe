internal import MigrationPlanner
internal import SQLite
internal import StoreLayout
internal import StoreScript

extension MigrationStage {
  /// The script of a later stage, which starts from the previous stage's result and is made only then.
  ///
  /// - Throws: ``MigrationFailure/unmetRequirements(_:)``, ``MigrationFailure/script(_:)``.
  func script(on connection: Connection) throws -> StoreScript {
    let layout = StoreLayout(of: mapping.source)
    let unmet = try RequirementCheck(layout: layout, connection: connection).unmet(requirements)
    guard unmet.isEmpty else { throw MigrationFailure.unmetRequirements(unmet) }
    do {
      return try StoreScript(mapping, unmanaged: connection.unmanagedObjects(of: layout))
        .estimating(connection.rowCount, on: connection)
    } catch let error as StoreScriptError {
      throw MigrationFailure.script(error)
    }
  }
}

extension StoreScript {
  /// The same script, with the number of rows that each step writes.
  func estimating(
    _ rowCount: (String) throws -> Int64, on connection: Connection
  ) throws -> StoreScript {
    try estimating(rowCount) { query in
      do throws(SQLiteError) {
        return try connection.integer(SQL(raw: query))
      } catch {
        // The condition fails on some object: the migration itself reports the object and the reason.
        guard error.isAboutRows else { throw error }
        return nil
      }
    }
  }
}
