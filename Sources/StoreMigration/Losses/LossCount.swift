internal import MigrationPlanner
internal import SQLite
internal import StoreLayout
internal import SchemaModel

/// Finds the losses of a plan for one store.
///
/// A change at risk that concerns no data loses nothing.
struct LossCount {
  let plan: MigrationPlan
  let history: SchemaHistory
  let connection: Connection
  let options: MigrationOptions
  /// Makes checksums of lost data for changes that are not computed object by object; nil if no checksums are
  /// needed.
  var tally: LossTally?

  /// Every loss in the order of the plan, followed by the rewritten values.
  func effects() throws -> [Effect] {
    let layout = StoreLayout(of: plan.source)
    var (losses, rewritten): ([Effect], [Effect]) = ([], [])
    let isConcerned = { (hop: MigrationHop) in
      hop.changes.contains { $0.risk > .none || $0.isDeclared }
    }
    guard let last = plan.hops.lastIndex(where: isConcerned) else { return [] }
    let way = HopCopy(of: connection, layout, options)
    for hop in plan.hops[...last] {
      guard let mapping = try mapping(of: hop) else { continue }
      if isConcerned(hop), let versions = HopVersions(hop, mapping, history) {
        let asksData = hop.changes.contains(where: \.isDeclared) || hop.mayLoseSomeOfDivided
        let outcomes = asksData ? try DeclaredEffects(versions: versions).all(after: way) : [:]
        rewritten += hop.changes.map(\.change).filter(\.isRewriting).map { change in
          let outcome = outcomes[change]
          return Effect(
            .rewritten(of: outcome?.objects), of: change.subject, count: outcome?.changed)
        }
        losses += try self.losses(versions, outcomes, after: way, from: layout)
      }
      way.append(mapping)
    }
    return losses + rewritten.filter { $0.count != 0 }
  }

  /// The losses of a hop's changes, among the data that exists by then.
  private func losses(
    _ versions: HopVersions, _ outcomes: [SchemaChange: DeclaredEffects.Outcome],
    after way: HopCopy, from layout: StoreLayout
  ) throws -> [Effect] {
    let changes = versions.hop.changes.filter { $0.risk > .none }
    guard !changes.isEmpty else { return [] }
    let count = { (trace: ValueTrace, isExact: Bool) in
      let data = ConcernedData(versions: versions, trace: trace)
      return try changes.flatMap {
        try losses(
          by: $0, outcomes[$0.change], data,
          isExact: isExact && (trace.isDirect || !$0.asksObjects))
      }
    }
    if !way.keepsNumbers || (changes.contains(where: \.asksObjects) && !way.mappings.isEmpty) {
      let found = try way.withTables { tables, _ in
        try count(
          ValueTrace(
            [], layout: versions.source, connection: tables.connection, summingUpIn: tally), true)
      }
      if let found { return found }
      // The checksum that was begun is discarded.
      _ = tally?.take()
    }
    return try count(
      ValueTrace(way.mappings, layout: layout, connection: connection, summingUpIn: tally),
      way.keepsNumbers)
  }

  /// The losses by a change.
  ///
  /// A loss that was found by queries is certain; data that merely exists is at risk.
  private func losses(
    by change: PlannedChange, _ outcome: DeclaredEffects.Outcome?, _ data: ConcernedData,
    isExact: Bool
  ) throws -> [Effect] {
    let redirected = try data.redirectedLinks(by: change.change)
    let (count, unit) = try redirected.map { ($0, .links) } ?? data.count(by: change.change)
    let isCertain = isExact && (redirected != nil || change.risk == .certain)
    let digest = tally?.take()
    let found = outcome?.losses ?? [.init(isCertain: isCertain, count: count, digest: digest)]
    return found.filter { $0.count > 0 }.map { loss in
      let cause = Effect.Change(
        approval: change.approval, summary: change.change.summary, reason: change.reason,
        version: data.versions.hop.target, isCertain: loss.isCertain)
      return Effect(
        .lost(loss.unit ?? unit, cause), of: loss.property ?? change.change.subject,
        count: loss.count, examples: loss.examples, digest: loss.digest)
    }
  }

  private func mapping(of hop: MigrationHop) throws -> Mapping? {
    try Planner.plan(
      history: history, from: hop.source, to: hop.target, allowedDrops: options.allowedLosses
    )
    .stages.first?.mapping
  }
}

extension PlannedChange {
  /// Whether the change is, or may be, declared in a migration, so that the data can be queried.
  fileprivate var isDeclared: Bool {
    switch change.kind {
    case .rewriteAttribute, .rewriteRelationship, .dropLinks: true
    case .changeAttributeType, .changeCardinality, .changeInverse: risk > .none
    default: false
    }
  }

  /// Whether the loss depends on the objects in their state at that time.
  fileprivate var asksObjects: Bool {
    switch change.kind {
    case .changeComposite, .changeDestination, .changeOrdering: true
    default: false
    }
  }
}

extension MigrationHop {
  /// Whether objects become others by declaration, and the loss depends on the data.
  fileprivate var mayLoseSomeOfDivided: Bool {
    guard declaration?.maps.contains(where: { !$0.origins.isEmpty }) == true else { return false }
    return changes.contains { change in
      switch change.change.kind {
      case .dropEntity, .dropRelationship, .changeDestination: change.risk == .possible
      default: false
      }
    }
  }
}

extension SchemaChange {
  fileprivate var isRewriting: Bool { kind == .rewriteAttribute || kind == .rewriteRelationship }
}
