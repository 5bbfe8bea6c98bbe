internal import Diagnostics
internal import Files
internal import MigrationPlanner
internal import SQLite
internal import StoreLayout
internal import StoreScript
internal import SchemaModel
internal import StoreArchive

/// Finds everything that would block a plan, before anything is written.
struct Obstacles {
  let plan: StorePlan
  let scripts: [StoreScript]
  let approvals: Approvals
  let options: MigrationOptions
  let history: SchemaHistory
  let connection: Connection
  /// The thoroughness of the checks.
  let thoroughness: Thoroughness

  /// The thoroughness with which a store is read to find obstacles.
  enum Thoroughness: Int, Comparable {
    /// The obstacles that are found quickly; the others are checked after the store is locked.
    case quick
    /// Everything that must hold before the migration.
    case full
    /// Also the obstacles that the migration itself would meet, found on a copy, for runs that do not
    /// migrate.
    case trying

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// All obstacles; if the store is current, only approvals that must be mistakes.
  func all() throws -> [MigrationRefusal] {
    guard !plan.isCurrent else { return unknownApprovals() }
    let quick =
      try closures() + losses() + unknownApprovals() + requirements() + strays() + room()
      + access() + backupPlace()
    guard thoroughness >= .full else { return quick }
    return try quick + (thoroughness >= .trying ? damage() : []) + references()
  }

  /// The steps whose closures are not registered.
  private func closures() -> [MigrationRefusal] {
    let missing = plan.migration.hops.flatMap { hop in
      hop.steps.enumerated().compactMap { position, step -> Diagnostic? in
        guard let name = step.closure, options.closures[name] == nil else { return nil }
        let path = SchemaPath(["migration", "steps", "\(position)", "closure"])
        return Diagnostic(
          code: "missing-closure",
          "version \(hop.target) needs the closure '\(name)', which is not registered here",
          at: history[hop.target]?.sources.location(of: path),
          notes: [
            .init("an app that embeds MigrateKit registers it in 'MigrationOptions.closures'")
          ])
      }
    }
    return missing.isEmpty ? [] : [.missingClosures(missing)]
  }

  private func losses() -> [MigrationRefusal] {
    plan.effects.unapproved.isEmpty ? [] : [.unapproved(plan.effects.unapproved)]
  }

  private func unknownApprovals() -> [MigrationRefusal] {
    approvals.unknown.isEmpty ? [] : [.unknownApprovals(approvals.unknown)]
  }

  /// The requirements of the first stage: later stages require data that does not exist yet.
  private func requirements() throws -> [MigrationRefusal] {
    guard let stage = plan.migration.stages.first else { return [] }
    let unmet = try RequirementCheck(
      layout: StoreLayout(of: stage.mapping.source), connection: connection
    ).unmet(stage.requirements)
    return unmet.isEmpty ? [] : [.unmetRequirements(unmet)]
  }

  private func strays() throws -> [MigrationRefusal] {
    try (scripts.first?.strays ?? []).compactMap { check in
      let count = try connection.integer(SQL(raw: check.count)) ?? 0
      return count > 0 ? .strayRows(table: check.table, count: count) : nil
    }
  }

  /// The damaged tables among the rewritten ones.
  ///
  /// A damaged index of a rewritten table would be rebuilt and be right, but the rows may be wrong. The
  /// migration itself checks this when it begins, and ends if there is damage.
  private func damage() throws -> [MigrationRefusal] {
    let damaged = try TableDamage(scripts: scripts, connection: connection).tables()
    return damaged.isEmpty ? [] : [.damagedTables(damaged)]
  }

  private func references() throws -> [MigrationRefusal] {
    guard !options.carriesBrokenReferences, let script = scripts.first else { return [] }
    // The tables of a later stage have other names by then.
    let hasLaterStages = plan.migration.stages.count > 1
    let references: References =
      options.looksAtAllReferences || hasLaterStages
      ? .all(connection) : .mayBreak(script, connection)
    var broken: [BrokenReference]
    do {
      broken = try references.broken(
        in: plan.inspection.definition ?? connection.readDefinition())
    } catch MigrationFailure.script(let error) {
      return [.script(error)]
    }
    for position in broken.indices {
      let table = script.source.definition.table(named: broken[position].table)
      broken[position].isOfModel = table != nil
    }
    return broken.isEmpty ? [] : [.brokenReferences(broken)]
  }

  private func room() throws -> [MigrationRefusal] {
    let rewrites = plan.steps.contains { ($0.estimatedRows ?? 0) > 0 }
    return try DiskSpace(store: plan.inspection.path, connection: connection)
      .shortages(backup: plan.backup, rewritesRows: rewrites)
  }

  private func access() -> [MigrationRefusal] {
    let store = plan.inspection.path
    var paths = [store, Self.realFolder(of: store)]
    if let backup = plan.backup { paths.append(FilePath.folder(of: backup)) }
    var seen: Set<String> = []
    return paths.filter { seen.insert($0).inserted && !FileSystem.isWritable($0) }.map { path in
      FileSystem.exists(path)
        ? .notWritable(path: path, reason: "its permissions do not allow it")
        : .missingFolder(path: path)
    }
  }

  /// Checks that no file is in the backup's place, which may be of another store or day, and that external
  /// files are files.
  private func backupPlace() -> [MigrationRefusal] {
    guard let backup = plan.backup else { return [] }
    do {
      try BackupWriter.check(
        to: backup, externalFolder: ExternalFolder(ofStoreAt: plan.inspection.path).path)
      return []
    } catch let error as ArchiveError {
      return [MigrationRefusal(of: plan.inspection.path, to: backup, error)]
    } catch {
      return [.backupFailed(path: backup, reason: "\(error)")]
    }
  }

  /// The folder of a store's file: as it was written, unless a link leads elsewhere.
  private static func realFolder(of store: String) -> String {
    let (written, real) = (
      FilePath.folder(of: store), FilePath.folder(of: FileSystem.resolved(store))
    )
    return FileSystem.resolved(written) == real ? written : real
  }
}
