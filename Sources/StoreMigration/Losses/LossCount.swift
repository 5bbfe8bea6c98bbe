internal import MigrationPlanner
internal import SQLite
internal import StoreLayout
internal import StoreScript
internal import SchemaModel

/// Finds the losses by the changes of a plan, stage by stage.
///
/// The losses of a stage are counted on the tables with which it starts: the data of each version within the
/// stage follows from the mappings that lead there. A change at risk that concerns no data loses nothing.
struct LossCount {
  let plan: MigrationPlan
  let history: SchemaHistory
  let options: MigrationOptions
  /// Whether lost data gets a checksum, to be compared with a saved plan.
  var isPinned = false
  /// The files that earlier stages would have written.
  var files = FilesToCome()

  /// The losses by the changes of a stage in their order, followed by the rewritten values.
  ///
  /// The connection has the functions of this count afterwards. It may only read, if the stage is the first.
  func effects(
    ofStage position: Int, by scripts: [StoreScript], on connection: Connection
  ) throws -> [Effect] {
    let hops = plan.hops(ofStage: position)
    guard let last = hops.lastIndex(where: \.isConcerned) else { return [] }
    let script = scripts[position]
    let concerned = Array(hops[...last])
    let tables = LossTables(connection, after: scripts[..<position])
    let functions = MigrationFunctions.asking(
      about: connection.path, keeping: files, refusesValues: false)
    try connection.register(functions)
    let asksIdentities = concerned.count > 1 || concerned.contains(where: \.asksObjects)
    guard asksIdentities, !script.renumberings.isEmpty else {
      return try effects(of: concerned, script, tables)
    }
    guard position == 0 else {
      return try tables.renumbered(by: script) { try effects(of: concerned, script, $0) }
    }
    let isCancelled = { options.isCancelled?() == true }
    let copy = try connection.trialCopy(of: script.source) { !isCancelled() }
    try copy.register(functions)
    do {
      return try copy.cancellable(when: isCancelled, limitedToSteps: options.trialSteps) {
        try LossTables(copy, after: []).renumbered(by: script) {
          try effects(of: concerned, script, $0)
        }
      }
    } catch  where copy.exceededSteps != nil {
      let all = try objects(of: script.source, on: connection)
      return concerned.flatMap { possibleLosses(by: $0, count: all) }
    }
  }

  /// The possible losses by the changes of a stage that was not tried, without counts.
  func untriedEffects(ofStage position: Int) -> [Effect] {
    plan.hops(ofStage: position).flatMap { hop in
      possibleLosses(by: hop, count: nil)
        + hop.changes.map(\.change).filter(\.isRewriting).map {
          Effect(.rewritten(of: nil), of: $0.subject)
        }
    }
  }

  // MARK: Versions

  private func effects(
    of hops: [MigrationHop], _ script: StoreScript, _ tables: LossTables
  ) throws -> [Effect] {
    var (losses, rewritten): ([Effect], [Effect]) = ([], [])
    var way: Mapping?
    var tables = tables
    for hop in hops {
      let own = try mapping(of: hop)
      guard let next = way == nil ? own : way?.composed(with: own) else {
        preconditionFailure("the mappings of a stage compose")
      }
      if hop.isConcerned, let versions = HopVersions(hop, own, history) {
        do {
          let rows = try VersionRows(after: way, from: versions.source)
          let outcomes =
            hop.asksObjects
            ? try DeclaredEffects(versions: versions, rows: rows, mapping: next, tables: tables)
              .all() : [:]
          let data = ConcernedData(versions: versions, rows: rows)
          losses += try hop.changes.flatMap { change in
            try self.losses(by: change, in: hop) {
              try outcomes[change.change]?.losses
                ?? [loss(by: change.change, of: data, tables, isLater: way != nil)]
            }
          }
          rewritten += hop.changes.map(\.change).filter(\.isRewriting).map { change in
            let outcome = outcomes[change]
            return Effect(
              .rewritten(of: outcome?.objects), of: change.subject, count: outcome?.changed)
          }
        } catch  where way != nil && error.isAboutRows {
          losses += possibleLosses(
            by: hop, count: try objects(of: script.source, on: tables.connection))
        }
      }
      way = next
      if tables.gatherings?.isEmpty == false { tables.gatherings = nil }
    }
    return losses + rewritten.filter { $0.count != 0 }
  }

  /// The losses by a change: those that were found by queries, or the data that merely exists.
  private func losses(
    by change: PlannedChange, in hop: MigrationHop, _ found: () throws -> [DeclaredEffects.Loss]
  ) throws -> [Effect] {
    guard change.risk > .none else { return [] }
    return try found().filter { $0.count > 0 }.map { loss in
      Effect(
        .lost(
          loss.unit ?? change.change.unitOfLoss,
          hop.cause(change, isCertain: loss.isCertain ?? (change.risk == .certain))),
        of: loss.property ?? change.change.subject, count: loss.count, examples: loss.examples,
        digest: loss.digest)
    }
  }

  /// The data that a change concerns.
  ///
  /// A later version of the stage will not exist: a value that cannot be computed may not be needed.
  private func loss(
    by change: SchemaChange, of data: ConcernedData, _ tables: LossTables, isLater: Bool
  ) throws(SQLiteError) -> DeclaredEffects.Loss {
    do throws(SQLiteError) {
      return try tables.loss(of: data.parts(by: change), isPinned: isPinned)
    } catch {
      guard isLater, error.isAboutRows else { throw error }
      var readable = data
      readable.columns = tables.connection.columnNames
      var loss = try tables.loss(of: readable.parts(by: change), isPinned: false)
      loss.isCertain = false
      return loss
    }
  }

  /// The number of all objects, which is an upper bound of most losses.
  private func objects(of layout: StoreLayout, on connection: Connection) throws -> Int64 {
    try layout.schema.entities.compactMap { VersionRows(of: layout).objects(of: $0.name) }
      .reduce(0) { try $0 + connection.count(ofRowsOf: $1) }
  }

  private func possibleLosses(by hop: MigrationHop, count: Int64?) -> [Effect] {
    guard count != 0 else { return [] }
    return hop.changes.filter { $0.risk > .none }.map {
      Effect(
        .lost($0.change.unitOfLoss, hop.cause($0, isCertain: false)), of: $0.change.subject,
        count: count)
    }
  }

  private func mapping(of hop: MigrationHop) throws -> Mapping {
    let plan = try Planner.plan(
      history: history, from: hop.source, to: hop.target, allowedDrops: options.allowedLosses)
    guard let mapping = plan.stages.first?.mapping else {
      preconditionFailure("a hop has a mapping")
    }
    return mapping
  }
}

extension MigrationPlan {
  /// The hops that a stage carries out.
  fileprivate func hops(ofStage position: Int) -> [MigrationHop] {
    guard stages.indices.contains(position) else { return [] }
    let mapping = stages[position].mapping
    return hops.filter {
      $0.source >= mapping.source.version && $0.target <= mapping.target.version
    }
  }
}

extension MigrationHop {
  /// Whether a change loses something, or is declared.
  fileprivate var isConcerned: Bool { changes.contains { $0.risk > .none || $0.isDeclared } }

  /// Whether some loss depends on what is declared, so that the objects must be queried.
  fileprivate var asksObjects: Bool {
    if changes.contains(where: \.isDeclared) { return true }
    // Objects become others by declaration.
    guard declaration?.maps.contains(where: { !$0.origins.isEmpty }) == true else { return false }
    return changes.contains { change in
      switch change.change.kind {
      case .dropEntity, .dropRelationship, .changeDestination: change.risk == .possible
      default: false
      }
    }
  }

  fileprivate func cause(_ change: PlannedChange, isCertain: Bool) -> Effect.Change {
    Effect.Change(
      approval: change.approval, summary: change.change.summary, reason: change.reason,
      version: target, isCertain: isCertain)
  }
}

extension PlannedChange {
  /// Whether the change is, or may be, declared in a migration, so that the data can be queried.
  fileprivate var isDeclared: Bool {
    switch change.kind {
    case .rewriteAttribute, .rewriteRelationship, .dropLinks: true
    case .changeAttributeType, .changeCardinality, .changeInverse, .changeDestination,
      .changeAttributeToRelationship, .changeRelationshipToAttribute:
      risk > .none
    default: false
    }
  }
}

extension SchemaChange {
  fileprivate var isRewriting: Bool { kind == .rewriteAttribute || kind == .rewriteRelationship }
}

extension Error {
  /// Whether the values of rows are the reason, or a value that only the app can give.
  var isAboutRows: Bool {
    self is StoreScriptError || (self as? SQLiteError)?.isAboutRows == true
  }
}
