internal import Diagnostics
internal import MigrationPlanner
internal import SQLite
internal import StoreLayout
internal import StoreScript
internal import SchemaModel
internal import StoreVerification

/// The parts of a plan that follow from the models and from a store's definitions, whatever its rows are.
struct PlanDraft {
  let migration: MigrationPlan
  /// A script for each stage, without the numbers of rows.
  let scripts: [StoreScript]
  private let source: Version
  private let fingerprint: String?

  fileprivate init(
    _ migration: MigrationPlan, _ scripts: [StoreScript], of inspection: StoreInspection
  ) {
    (self.migration, self.scripts) = (migration, scripts)
    (source, fingerprint) = (migration.source.version, inspection.fingerprint)
  }

  /// Whether the newly inspected store still has the definitions that this draft was made for.
  fileprivate func holds(for inspection: StoreInspection, from version: Version) -> Bool {
    fingerprint != nil && fingerprint == inspection.fingerprint && source == version
  }
}

extension StorePlanner {
  /// The draft for a store of a version; the earlier draft if that is still valid.
  ///
  /// - Throws: ``MigrationRefusal`` if no plan can be made; ``SQLite/SQLiteError``.
  func draft(
    from version: Version, _ inspection: StoreInspection, _ connection: Connection
  ) throws -> PlanDraft {
    if let earlier, earlier.holds(for: inspection, from: version) { return earlier }
    let migration = try migrationPlan(from: version, inspection.unmanagedObjects)
    let layout = StoreLayout(of: migration.source)
    let problems = try DeclaredSQLCheck(
      mappings: migration.stages.map(\.mapping), hops: migration.hops, history: history,
      unmanaged: inspection.unmanagedObjects,
      found: layout.existingTables.isEmpty ? [] : connection.unmanagedObjects(of: layout)
    ).problems()
    guard problems.isEmpty else { throw MigrationRefusal.notPlannable(problems) }
    let scripts = try scripts(for: migration, unmanaged: connection.unmanagedObjects(of: layout))
    let stale = zip(migration.stages, scripts).flatMap { stage, script in
      script.staleIdentities(of: stage.mapping).map { $0.diagnostic(in: stage, history) }
    }
    guard stale.isEmpty else { throw MigrationRefusal.notPlannable(Set(stale).sorted()) }
    return PlanDraft(migration, scripts, of: inspection)
  }

  private func migrationPlan(
    from source: Version, _ unmanaged: [SchemaObject]
  ) throws(MigrationRefusal) -> MigrationPlan {
    guard let newest = history.newest?.schema.version else { throw .noVersions }
    let target = options.target ?? newest
    let known = history.versions.map(\.schema.version)
    guard known.contains(target) else { throw .unknownTarget(target, known: known) }
    guard source <= target else { throw .olderTarget(target, store: source) }
    do throws(DiagnosticsError) {
      return try Planner.plan(
        history: history, from: source, to: target, allowedDrops: options.allowedLosses)
    } catch {
      throw .notPlannable(
        DeclarationReview(history: history, unmanaged: unmanaged).problems(
          from: source, to: target, besides: error.diagnostics, options.allowedLosses))
    }
  }

  private func scripts(
    for plan: MigrationPlan, unmanaged objects: [SchemaObject]
  ) throws -> [StoreScript] {
    var unmanaged = objects
    var troubles: [StoreScriptError] = []
    var placed: [Diagnostic] = []
    var scripts: [StoreScript] = []
    for stage in plan.stages {
      do {
        scripts.append(try StoreScript(stage.mapping, unmanaged: unmanaged))
      } catch let trouble as StoreScriptError {
        troubles.append(trouble)
        let places = StagePlaces(of: stage.mapping, in: history).schema
        let target = history[stage.mapping.target.version]
        placed += trouble.parts.compactMap { $0.diagnostic(places, in: target) }
        // Later stages are checked too, as if the blocking objects did not exist.
        let inTheWay = trouble.objectsInTheWay
        unmanaged.removeAll { inTheWay.contains($0.id) }
        guard trouble.parts.allSatisfy(\.concernsUnmanagedObjects),
          let script = try? StoreScript(stage.mapping, unmanaged: unmanaged)
        else { break }
        scripts.append(script)
      }
      unmanaged = scripts.last?.unmanagedAfter ?? []
    }
    if let all = StoreScriptError(troubles) {
      // A default that only the app computes may be no fault of the schema files.
      let isForApp = all.parts.contains { if case .computedDefault = $0 { true } else { false } }
      throw !isForApp && Set(placed).count == all.parts.count
        ? MigrationRefusal.notPlannable(Set(placed).sorted()) : .script(all)
    }
    return scripts
  }
}
