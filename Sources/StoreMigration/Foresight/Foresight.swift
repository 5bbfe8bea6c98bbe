internal import MigrationPlanner
internal import SQLiteStore
public import SchemaModel

/// Finds out what would undo a migration, by reading.
///
/// The stages are followed one after the other, on views of the tables that they would leave. What
/// one stage fails at is all that can be told of it, and nothing can be told of those behind it. Of a
/// stage with declared steps it is told what values it refuses, and no more.
struct Foresight {
  let plan: MigrationPlan
  let scripts: [StoreScript]
  let history: SchemaHistory
  let connection: Connection
  /// What keeps the migration from being begun anyway, which is not told twice.
  let obstacles: [MigrationRefusal]
  private let files = FilesToCome()

  /// What was found out.
  struct Outlook {
    var failures: [MigrationFailure] = []
    /// The version whose coming could not be looked at, and why.
    var gap: ForesightGap?
  }

  /// Everything that would undo the migration, in the order in which it would be met.
  ///
  /// - Throws: ``SQLiteStore/SQLiteError`` where the reading was interrupted, or the store cannot
  ///   be read.
  func outlook() throws -> Outlook {
    guard scripts.contains(where: { !$0.target.existingTables.isEmpty }) else {
      return try outlook(seeingExisting: false)
    }
    // Not of every table that was there first can it be seen what it will hold.
    let outlook = try outlook(seeingExisting: true)
    return outlook.gap == nil ? outlook : try self.outlook(seeingExisting: false)
  }

  private func outlook(seeingExisting: Bool) throws -> Outlook {
    var outlook = Outlook()
    var tables = FutureTables(on: connection, includingExisting: seeingExisting)
    for (position, stage) in plan.stages.enumerated() {
      do {
        outlook.failures = try StageForesight(
          stage: stage, script: scripts[position], history: history, connection: connection,
          isFirst: position == 0, seesExisting: seeingExisting, known: known(before: position),
          files: files
        ).failures(&tables)
        if files.haveFallenShort {
          outlook.failures = []
          outlook.gap = ForesightGap(
            version: stage.mapping.target.version,
            reason: "it reads files that are to be written first, and more than are kept in mind")
        }
      } catch let error as SQLiteError {
        guard error.isAboutRows || error.primaryCode == .full else { throw error }
        outlook.gap = ForesightGap(version: stage.mapping.target.version, reason: error.message)
      }
      if !outlook.failures.isEmpty || outlook.gap != nil || !stage.mapping.steps.isEmpty {
        break
      }
    }
    try tables.removeAll()
    return outlook
  }

  private func known(before position: Int) -> StageForesight.Known {
    var known = StageForesight.Known()
    guard position == 0 else { return known }
    for obstacle in obstacles {
      if case .unmetRequirements(let unmet) = obstacle {
        known.requirements += unmet.map(\.requirement)
      } else if case .brokenReferences = obstacle {
        known.hasBrokenReferences = true
      }
    }
    return known
  }
}

/// A stage of which it could not be told what the data will do to it.
public struct ForesightGap: Hashable, Sendable {
  /// The version that the stage leads to.
  public var version: Version
  /// Why, in SQLite's words.
  public var reason: String
}
