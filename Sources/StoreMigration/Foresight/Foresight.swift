internal import StoreLayout
internal import MigrationPlanner
internal import SQLite
internal import StoreScript
internal import SchemaModel

/// Finds out what would undo a migration, by reading.
///
/// The stages are followed one after the other, on views of the tables that they would leave. What
/// one stage fails at is all that can be told of it, and nothing can be told of those behind it. What
/// declared steps may change, and what is made of that, is not looked at.
struct Foresight {
  let plan: MigrationPlan
  let scripts: [StoreScript]
  let history: SchemaHistory
  let connection: Connection
  /// What keeps the migration from being begun anyway, which is not told twice.
  let obstacles: [MigrationRefusal]
  /// Whether references that lead nowhere before are left as they are.
  let carriesBrokenReferences: Bool
  private let files = FilesToCome()

  /// What was found out.
  struct Outlook {
    var failures: [MigrationFailure] = []
    /// The first version whose coming could not be looked at, or not all of it, and why.
    var gap: ForesightGap?
    /// Whether nothing at all can be told from there on.
    var isCutOff = false
  }

  /// Everything that would undo the migration, in the order in which it would be met.
  ///
  /// - Throws: ``SQLite/SQLiteError`` where the reading was interrupted, or the store cannot
  ///   be read.
  func outlook() throws -> Outlook {
    guard hasExistingTables else { return try outlook(seeingExisting: false) }
    // Not of every table that was there first can it be seen what it will hold.
    let outlook = try outlook(seeingExisting: true)
    guard outlook.isCutOff else { return outlook }
    var others = try self.outlook(seeingExisting: false)
    others.gap = outlook.gap ?? others.gap
    return others
  }

  private func outlook(seeingExisting: Bool) throws -> Outlook {
    var outlook = Outlook()
    var tables = FutureTables(on: connection, includingExisting: seeingExisting)
    var untold = UntoldTables()
    for position in plan.stages.indices {
      let stage = stageForesight(at: position, seeingExisting: seeingExisting)
      do {
        let before = untold
        outlook.failures = try stage.failures(&tables, &untold)
        if files.haveFallenShort {
          outlook.failures = []
          outlook.cutOff(at: stage.version, .forgottenFiles)
        }
        let entities = stage.untoldEntities(before, untold)
        if outlook.gap == nil, !entities.isEmpty {
          outlook.gap = ForesightGap(version: stage.version, reason: .steps(of: entities))
        }
        let demands = outlook.gap == nil ? scripts[position].ownDemands : []
        if outlook.failures.isEmpty, !demands.isEmpty {
          outlook.gap = ForesightGap(version: stage.version, reason: .ownDemands(demands))
        }
        if outlook.gap == nil, outlook.failures.isEmpty, !stage.unaskedChecks.isEmpty {
          outlook.gap = ForesightGap(version: stage.version, reason: .checks(stage.unaskedChecks))
        }
      } catch let error as SQLiteError {
        guard error.isAboutRows || error.primaryCode == .full else { throw error }
        outlook.cutOff(at: stage.version, .unreadable(error.message))
      }
      if !outlook.failures.isEmpty || outlook.isCutOff { break }
    }
    try tables.removeAll()
    return outlook
  }

  /// Whether there are tables that were there before any model.
  private var hasExistingTables: Bool {
    scripts.contains { !$0.target.existingTables.isEmpty }
  }

  /// Whether all references lead somewhere before, so that none that leads nowhere is old.
  private var seesReferences: Bool {
    !carriesBrokenReferences
      && !obstacles.contains { if case .brokenReferences = $0 { true } else { false } }
  }

  private func stageForesight(at position: Int, seeingExisting: Bool) -> StageForesight {
    StageForesight(
      stage: plan.stages[position], script: scripts[position], history: history,
      connection: connection, isFirst: position == 0, seesExisting: seeingExisting,
      seesReferences: (seeingExisting || !hasExistingTables) && seesReferences,
      known: known(before: position),
      files: files)
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

extension Foresight.Outlook {
  fileprivate mutating func cutOff(at version: Version, _ reason: ForesightGap.Reason) {
    isCutOff = true
    gap = ForesightGap(version: version, reason: reason)
  }
}
