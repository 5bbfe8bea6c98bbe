internal import Diagnostics
internal import MigrationPlanner
internal import SQLite
internal import StoreLayout
internal import SchemaModel

/// Finds what a plan would lose of one store.
///
/// A change at risk that concerns no data loses none.
struct LossCount {
  let plan: MigrationPlan
  let history: SchemaHistory
  let connection: Connection
  let allowed: Set<String>
  /// Sums up what is lost by changes that are not asked of the objects one by one; nil for nobody who
  /// wants to know.
  var tally: LossTally?
  let isCancelled: () -> Bool

  /// Every loss in the order of the plan, and then what expressions give anew.
  func effects() throws -> [Effect] {
    let layout = StoreLayout(of: plan.source)
    var (losses, rewritten): ([Effect], [Effect]) = ([], [])
    let isConcerned = { (hop: MigrationHop) in
      hop.changes.contains { $0.risk > .none || $0.isDeclared }
    }
    guard let last = plan.hops.lastIndex(where: isConcerned) else { return [] }
    let way = HopCopy(of: connection, layout, isCancelled: isCancelled)
    for hop in plan.hops[...last] {
      guard let mapping = try mapping(of: hop) else { continue }
      if isConcerned(hop), let versions = HopSchemas(hop, of: plan, history) {
        let outcomes = try outcomes(of: hop, mapping, after: way)
        rewritten += hop.changes.map(\.change).filter(\.isRewriting).map { change in
          let outcome = outcomes[change]
          return Effect(
            .rewritten(of: outcome?.objects), of: change.subject, count: outcome?.changed)
        }
        losses += try self.losses(by: hop, mapping, outcomes, versions, after: way, from: layout)
      }
      way.append(mapping)
    }
    return losses + rewritten
  }

  private func outcomes(
    of hop: MigrationHop, _ mapping: Mapping, after way: HopCopy
  ) throws -> [SchemaChange: DeclaredEffects.Outcome] {
    guard hop.changes.contains(where: \.isDeclared) || hop.mayLoseSomeOfDivided else { return [:] }
    return try DeclaredEffects(
      hop: hop, mapping: mapping, history: history
    ).all(after: way)
  }

  /// What the changes of a hop lose of what there will be by then.
  private func losses(
    by hop: MigrationHop, _ mapping: Mapping, _ outcomes: [SchemaChange: DeclaredEffects.Outcome],
    _ versions: HopSchemas, after way: HopCopy, from layout: StoreLayout
  ) throws -> [Effect] {
    guard hop.changes.contains(where: { $0.risk > .none }) else { return [] }
    let count = { (trace: ValueTrace, isExact: Bool) in
      try hop.changes.flatMap {
        try losses(
          by: $0, outcomes[$0.change], versions, mapping, trace,
          isExact: isExact && (trace.isDirect || !$0.asksObjects))
      }
    }
    let asksObjects = hop.changes.contains { $0.risk > .none && $0.asksObjects }
    if !way.keepsNumbers || (asksObjects && !way.mappings.isEmpty) {
      let found = try way.withTables { tables, _ in
        let trace = ValueTrace(
          [], layout: StoreLayout(of: versions.before), connection: tables.connection,
          summingUpIn: tally)
        return try count(trace, true)
      }
      if let found { return found }
      // What was summed up until then is not counted.
      _ = tally?.take()
    }
    return try count(
      ValueTrace(way.mappings, layout: layout, connection: connection, summingUpIn: tally),
      way.keepsNumbers)
  }

  /// What a change loses.
  ///
  /// What was found out of it is certain; what only is there at most is at risk.
  private func losses(
    by change: PlannedChange, _ outcome: DeclaredEffects.Outcome?, _ versions: HopSchemas,
    _ mapping: Mapping, _ trace: ValueTrace, isExact: Bool
  ) throws -> [Effect] {
    guard change.risk > .none else { return [] }
    var change = change
    if !isExact { change.risk = .possible }
    let redirected = try redirectedLinks(by: change.change, versions, mapping, trace)
    if redirected != nil, isExact { change.risk = .certain }
    let (count, unit) =
      try redirected.map { ($0, .links) } ?? concerned(by: change.change, versions, trace)
    let digest = tally?.take()
    let found =
      outcome?.losses ?? [.init(isCertain: change.risk == .certain, count: count, digest: digest)]
    return found.filter { $0.count > 0 }.map {
      Effect($0.unit ?? unit, lostBy: change, in: versions.after.version, $0)
    }
  }

  private func mapping(of hop: MigrationHop) throws -> Mapping? {
    try Planner.plan(history: history, from: hop.source, to: hop.target, allowedDrops: allowed)
      .stages.first?.mapping
  }

  /// How much data a change concerns.
  ///
  /// A change names things as the new version does, save those that are dropped.
  private func concerned(
    by change: SchemaChange, _ versions: HopSchemas, _ trace: ValueTrace
  ) throws -> (Int64, Effect.Unit) {
    let before = versions.before
    switch change {
    case .dropEntity(let entity):
      return (try trace.objects(of: entity.name), .objects)
    case .rewriteAttribute(let attribute, let entity):
      let name = versions.oldName(ofAttribute: attribute.name, in: entity)
      return (
        try trace.values(of: name, in: versions.oldName(ofEntity: entity), of: before), .values
      )
    case .rewriteRelationship(let relationship, let entity),
      .dropLinks(let relationship, let entity, _):
      return (try links(at: relationship, of: entity, versions, trace), .links)
    case .dropAttribute(let attribute, let entity):
      let losers = versions.names.losers(ofAttribute: attribute.name, of: entity)
      return (try trace.values(of: attribute.name, ofObjectsOf: losers), .values)
    case .changeAttributeType(let attribute, _, let entity):
      let entity = versions.oldName(ofEntity: entity)
      return (try trace.values(of: attribute.name, in: entity, of: before), .values)
    case .changeTransience(let attribute, let entity, _):
      let name = versions.oldName(ofAttribute: attribute.name, in: entity)
      let entity = versions.oldName(ofEntity: entity)
      return (try trace.values(of: name, in: entity, of: before), .values)
    case .changeComposite(_, let old, let new):
      let elements = versions.names.elementsAtRisk(from: old, to: new)
      let holders = CompositeHolders(of: old.name, in: before, with: elements)
      return (try holders.count(by: trace), .values)
    case .dropRelationship(let relationship, let entity):
      return (try droppedLinks(of: relationship, entity, versions, trace), .links)
    case .changeParent(let entity, _, _):
      return (try linksLeftBehind(by: entity, versions, trace), .links)
    case .changeDestination(let name, let entity, _, _), .changeOrdering(let name, let entity, _),
      .changeInverse(let name, let entity, _, _), .changeCardinality(let name, let entity, _, _):
      let name = versions.oldName(ofRelationship: name, in: entity)
      let entity = versions.oldName(ofEntity: entity)
      return (try links(of: name, in: entity, versions, trace), .links)
    default:
      // A kind of change that is at risk and not known here: everything there is counts.
      return (try before.entities.reduce(0) { try $0 + trace.objects(of: $1.name) }, .objects)
    }
  }

  /// Those of a relationship of the version after, by what it or its inverse was before.
  private func links(
    at relationship: Relationship, of entity: String, _ versions: HopSchemas, _ trace: ValueTrace
  ) throws -> Int64 {
    let name = versions.oldName(ofRelationship: relationship.name, in: entity)
    let own = try links(of: name, in: versions.oldName(ofEntity: entity), versions, trace)
    guard own == 0, let inverse = relationship.inverse else { return own }
    let other = versions.oldName(ofRelationship: inverse, in: relationship.destination)
    return try links(
      of: other, in: versions.oldName(ofEntity: relationship.destination), versions, trace)
  }

  private func links(
    of relationship: String, in entity: String, _ versions: HopSchemas, _ trace: ValueTrace
  ) throws -> Int64 {
    let found = versions.before.relationship(named: relationship, of: entity)
    return try found.flatMap {
      versions.associations[.init(entity: $0.owner, relationship: $0.relationship)]
    }
    .map(trace.links) ?? 0
  }

  /// Those of a relationship that go as it leads elsewhere; nil where that is not told by where they
  /// lead.
  ///
  /// A link that an object holds itself stays, and is refused where it leads to a stranger.
  private func redirectedLinks(
    by change: SchemaChange, _ versions: HopSchemas, _ mapping: Mapping, _ trace: ValueTrace
  ) throws -> Int64? {
    guard case .changeDestination(let name, let entity, _, _) = change else { return nil }
    let old = versions.oldName(ofRelationship: name, in: entity)
    guard
      let found = versions.before.relationship(
        named: old, of: versions.oldName(ofEntity: entity)),
      let lost = versions.names.lostDestinations(of: old, of: found.owner)
    else { return nil }
    let end = Association.End(entity: found.owner, relationship: found.relationship)
    guard let association = versions.associations[end],
      association.primary != association.inverse
    else { return nil }
    let isPrimary = association.primary == end
    if association.kind == .manyToMany
      || (!isPrimary && keepsLinks(of: association, besides: lost, versions, mapping))
    {
      return try trace.links(of: association, isPrimary ? .to(lost) : .from(lost))
    }
    let isHeld = mapping.target.family(of: entity).compactMap { mapping.entity($0.name) }
      .allSatisfy { $0.source == nil || $0.layers.last?.value(of: name) == .copied(old) }
    let areAllThere = lost.allSatisfy { versions.names.targetName(ofEntity: $0) != nil }
    return isPrimary && isHeld && areAllThere ? 0 : nil
  }

  /// Whether links that objects hold themselves stay what they are, but for those of some entities.
  private func keepsLinks(
    of association: Association, besides losers: [String], _ versions: HopSchemas,
    _ mapping: Mapping
  ) -> Bool {
    let primary = association.primary
    let holders = versions.before.family(of: primary.entity).filter {
      !$0.isAbstract && !losers.contains($0.name)
    }
    if mapping.links.contains(where: { $0.sources.contains { $0.association == association } }) {
      return true
    }
    return holders.allSatisfy { holder in
      versions.names.targetName(ofEntity: holder.name).flatMap(mapping.entity)?.layers.last?.values
        .contains { $0.value == .copied(primary.relationship.name) } == true
    }
  }

  /// Those of objects that have no such relationship any longer.
  private func droppedLinks(
    of relationship: Relationship, _ entity: String, _ versions: HopSchemas, _ trace: ValueTrace
  ) throws -> Int64 {
    let found = versions.before.relationship(named: relationship.name, of: entity)
    guard let found,
      let association = versions.associations[
        .init(entity: found.owner, relationship: found.relationship)],
      let losers = versions.names.losers(ofLinksOf: relationship.name, of: entity)
    else { return try links(of: relationship.name, in: entity, versions, trace) }
    let isPrimary =
      association.primary == .init(entity: found.owner, relationship: found.relationship)
    return try trace.links(of: association, isPrimary ? .from(losers) : .to(losers))
  }

  /// Those of every to-many without inverse that leads to an entity as one of those above it.
  private func linksLeftBehind(
    by entity: String, _ versions: HopSchemas, _ trace: ValueTrace
  ) throws -> Int64 {
    let old = versions.oldName(ofEntity: entity)
    let leaving = versions.before.family(of: old).map(\.name)
    return try versions.before.associations.reduce(0) { sum, association in
      let destination = association.primary.relationship.destination
      guard association.kind == .manyToMany, association.inverse == nil, destination != old,
        versions.before.isEntity(old, orDescendantOf: destination)
      else { return sum }
      return try sum + trace.links(of: association, .to(leaving))
    }
  }
}

extension PlannedChange {
  /// Whether it is about what a migration declares of data, or may, so that the data can be asked.
  fileprivate var isDeclared: Bool {
    switch change.kind {
    case .rewriteAttribute, .rewriteRelationship, .dropLinks: true
    case .changeAttributeType, .changeCardinality, .changeInverse: risk > .none
    default: false
    }
  }
}

extension PlannedChange {
  /// Whether only the objects tell what it loses, as they are by then.
  fileprivate var asksObjects: Bool {
    switch change.kind {
    case .changeComposite, .changeDestination: true
    default: false
    }
  }
}

extension MigrationHop {
  /// Whether objects become others by declaration, and what is lost of some depends on the data.
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

extension Effect {
  /// The loss by a change, as it was found in a store.
  fileprivate init(
    _ unit: Unit, lostBy change: PlannedChange, in version: Version, _ loss: DeclaredEffects.Loss
  ) {
    let cause = Change(
      approval: change.approval, summary: change.change.summary, reason: change.reason,
      version: version, isCertain: loss.isCertain)
    self.init(
      .lost(unit, cause), of: loss.property ?? change.change.subject, count: loss.count,
      examples: loss.examples, digest: loss.digest)
  }
}

/// The two versions of a hop, and the names that things had before it.
private struct HopSchemas {
  let before: Schema
  let after: Schema
  /// The associations of the version before, by both their ends.
  let associations: [Association.End: Association]
  let names: HopNames

  init?(_ hop: MigrationHop, of plan: MigrationPlan, _ history: SchemaHistory) {
    guard let after = history[hop.target] else { return nil }
    self.after = after.schema
    before = history[hop.source]?.schema ?? plan.source
    names = HopNames(from: SchemaDocument(schema: before), to: after)
    associations = Dictionary(
      before.associations.flatMap { association in
        [association.primary, association.inverse].compactMap { end in end.map { ($0, association) }
        }
      }, uniquingKeysWith: { first, _ in first })
  }

  func oldName(ofEntity name: String) -> String { names.sourceName(ofEntity: name) ?? name }

  func oldName(ofAttribute name: String, in entity: String) -> String {
    let old = names.sourceName(ofProperty: name, of: entity)
    return before.attribute(named: old, of: oldName(ofEntity: entity)) == nil ? name : old
  }

  func oldName(ofRelationship name: String, in entity: String) -> String {
    let old = names.sourceName(ofProperty: name, of: entity)
    return before.relationship(named: old, of: oldName(ofEntity: entity)) == nil ? name : old
  }
}
