internal import Files
internal import SchemaModel
internal import SQLite
internal import StoreLayout

/// One repair of a store, inside the caller's transaction.
struct Repair {
  private let store: UpkeepStore
  private let options: RepairOptions
  private let isCancelled: () -> Bool
  private var connection: Connection { store.connection }
  private var layout: StoreLayout { store.layout }

  /// - Throws: ``RepairError`` if the store is in no state to be repaired; ``VerificationError`` if it is not
  ///   a store of ours.
  init(
    _ connection: Connection, _ options: RepairOptions, _ isCancelled: @escaping () -> Bool
  ) throws {
    store = try UpkeepStore(connection, options.history)
    (self.options, self.isCancelled) = (options, isCancelled)
  }

  /// The next steps, and the problems that no step repairs.
  func plan() throws -> RepairPlan {
    var plan = try steps()
    try addFiles(to: &plan)
    plan.unresolved += try OwnedFileNews(store, options.ownedFiles).missing
    return plan
  }

  /// The next steps: merges first, so that data of two duplicates is not lost with one of them.
  private func steps() throws -> RepairPlan {
    var plan = try OrphanSteps(connection, layout, options).plan()
    var merges: [RepairStep] = []
    for merge in options.merges {
      if let step = try MergeSteps(merge, layout, connection).step() { merges.append(step) }
    }
    plan.steps = merges + plan.steps
    return plan
  }

  /// Adds the problems of the files next to the store, all of which are read.
  private func addFiles(to plan: inout RepairPlan) throws {
    let survey = try ExternalFileCheck(
      connection: connection, layout: layout, evidence: .content, isCancelled: isCancelled
    ).survey()
    plan.strayFiles = survey.strays
    plan.strayBytes = FileSystem.size(
      of: survey.strays, in: ExternalFolder(ofStoreAt: connection.path).path)
    plan.unresolved += survey.findings + survey.entries
  }

  /// Runs steps until none is left, and proves that no problem became worse.
  func run(_ backup: (Connection) throws -> String) throws -> RepairOutcome {
    var outcome = RepairOutcome()
    var plan = try steps()
    if plan.steps.isEmpty { try addFiles(to: &plan) }
    let files = try OwnedFileNews(store, options.ownedFiles)
    outcome.plan.unresolved = plan.unresolved + files.missing
    guard !plan.isEmpty else { return outcome }
    let work = UpkeepStore.Work("repaired", toolVersion: options.toolVersion)
    outcome.backup = try backup(connection)
    let findings = try store.contentFindings()
    let others = try store.hasActionsOfItsOwn() ? store.otherTables() : nil
    var (taken, foreign): ([Effect], [Effect]) = ([], [])
    var changes: Int64 = 0
    while let step = plan.steps.first {
      guard step != outcome.plan.steps.last else {
        throw RepairError.failed(step, reason: "it leaves as many as there were")
      }
      let closure = try DeletionClosure(of: step, in: layout, on: connection)
      // The objects with which the deletion begins are the step's own.
      taken.add(try closure.map { try $0.removals(fromDepth: 1) + $0.links().emptied } ?? [])
      let expectation = try others.map {
        try StepExpectation(of: step, closure, store, $0) { _ = try run($0, of: step) }
      }
      let counts = try step.survivors.map { _ in try store.rowCounts() } ?? []
      changes += try run(step.statements[...], of: step)
      taken.add(try removals(byMergeIn: step, since: counts))
      foreign.add(try expectation?.effects(of: step) ?? [])
      try closure?.end()
      outcome.plan.steps.append(step)
      // A step, with the rows that it deleted, may have changed the remaining work.
      plan = try steps()
      if plan.steps.isEmpty { try addFiles(to: &plan) }
    }
    let filesNow = try OwnedFileNews(store, options.ownedFiles)
    outcome.plan.unresolved = plan.unresolved + filesNow.missing
    outcome.plan.releasedPaths = max(0, files.paths - filesNow.paths)
    outcome.plan.unownedFiles = filesNow.unowned(since: files)
    (outcome.plan.strayFiles, outcome.plan.strayBytes) = (plan.strayFiles, plan.strayBytes)
    try store.proveNothingWorse(than: findings)
    outcome.plan.effects = taken + foreign
    try store.record(
      work, effects: outcome.plan.steps.map(\.message) + outcome.plan.effects.map(\.message),
      statements: outcome.plan.steps.flatMap(\.statements), rowsChanged: changes,
      backup: outcome.backup)
    return outcome
  }

  /// Runs statements of a step, and returns the number of rows that they change.
  private func run(_ statements: ArraySlice<String>, of step: RepairStep) throws -> Int64 {
    var changes: Int64 = 0
    do throws(SQLiteError) {
      for statement in statements {
        try connection.execute(SQL(raw: statement))
        let isChange = statement.hasPrefix("UPDATE") || statement.hasPrefix("DELETE")
        if isChange { changes += connection.changedRowCount }
      }
    } catch {
      guard !error.isAboutTheMoment else { throw error }
      let denials = error.primaryCode == .constraint ? try denials(of: step) : []
      guard denials.isEmpty else { throw RepairError.denied(step, denials) }
      if error.primaryCode == .constraint, connection.isInTransaction {
        for follower in step.followers {
          let count = try connection.integer(SQL(raw: follower.count)) ?? 0
          if count > 0 { throw RepairError.referred(step, by: follower.table, count: count) }
        }
      }
      throw RepairError.failed(step, reason: error.message)
    }
    return changes
  }

  /// The links and objects that a merge deletes besides the merged objects, because the object that stays has
  /// them already.
  private func removals(
    byMergeIn step: RepairStep, since counts: [UpkeepStore.RowCount]
  ) throws(SQLiteError) -> [Effect] {
    guard case .merge(let merge) = step.action else { return [] }
    return zip(counts, try store.rowCounts()).compactMap { before, now in
      let merged = now.table == layout.table(of: merge.key.entity) ? step.count : 0
      let count = before.count - now.count - merged
      guard count > 0 else { return nil }
      if let links = layout.joinTables.first(where: { $0.name == now.table }) {
        return Effect(.removed(.links), of: "\(links.association.primary)", count: count)
      }
      let entity = layout.entities(in: now.table).first?.name ?? now.table
      return Effect(.removed(.objects), of: entity, count: count)
    }
  }

  /// The delete rules that prevent a step from deleting objects, or from deleting others with them.
  private func denials(of step: RepairStep) throws(SQLiteError) -> [RepairError.Denial] {
    guard let closure = try DeletionClosure(of: step, in: layout, on: connection) else { return [] }
    var denials: [RepairError.Denial] = []
    for obstacle in try closure.links().obstacles {
      denials.append(.init(obstacle: obstacle, examples: try closure.objects(keptBy: obstacle)))
    }
    try closure.end()
    return denials
  }
}

extension DeletionClosure {
  /// All rows that are deleted with a step's objects; nil if the step deletes none.
  init?(
    of step: RepairStep, in layout: StoreLayout, on connection: Connection
  ) throws(SQLiteError) {
    guard let deletion = step.deletion else { return nil }
    try self.init(layout, on: connection)
    try grow(from: deletion.table, where: deletion.condition)
  }
}

/// The files that the objects of a store own at one instant of a repair.
struct OwnedFileNews {
  /// The number of paths of owned files.
  let paths: Int64
  private let folder: String?
  private let survey: OwnedFileCheck.Survey

  /// The objects whose file is missing, or a finding that the folder cannot be read.
  var missing: [Finding] { survey.missing }

  /// The present files; without a folder, only the number of paths.
  init(_ store: UpkeepStore, _ files: OwnedFiles?) throws {
    paths = try store.layout.pathCount(on: store.connection)
    folder = files.map { FilePath.shortened($0.folder) }
    survey =
      try files.map {
        try OwnedFileCheck(connection: store.connection, layout: store.layout, files: $0)
          .reportedSurvey()
      } ?? .init()
  }

  /// The files that an object named at an earlier instant and no object names now; nil without a folder.
  func unowned(since before: OwnedFileNews) -> UnownedFiles? {
    folder.map {
      UnownedFiles(Set(survey.unowned).subtracting(before.survey.unowned).sorted(), in: $0)
    }
  }
}
