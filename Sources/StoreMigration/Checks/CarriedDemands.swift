internal import MigrationPlanner
internal import SchemaModel
internal import SQLText
internal import StoreLayout
internal import StoreScript
internal import StoreVerification

/// Finds the demands of a new version that a stage cannot have broken.
///
/// The previous version made the same demand, and the data concerned was only carried over. Data that breaks
/// the demand now did so before. In doubt a demand counts as one that may be broken.
struct CarriedDemands {
  private let script: StoreScript
  private let trail: StageTrail
  /// The demands of the previous version, whatever the names of the tables.
  private let known: Set<Key>
  /// The changing tables, folded.
  private let touched: Set<String>
  private let rewritten: Set<String>
  /// Whether rows change and links move after all rows were carried over.
  private let changesArrivedRows: Bool
  /// The tables that declared steps may change.
  private let stepTables: Set<String>

  private struct Key: Hashable {
    var entity: String
    var subject: ContentDemand.Subject
    var text: String
  }

  /// The demands that a stage carries over.
  init(of script: StoreScript, mapping: Mapping) {
    self.script = script
    trail = StageTrail(mapping)
    changesArrivedRows = mapping.changesArrivedRows
    stepTables = mapping.steps.reduce(into: []) {
      $0.formUnion(StepReach(of: $1, in: script.target).tables)
    }
    known = Set(
      script.source.contentDemands.map {
        Key(entity: $0.entity, subject: $0.subject, text: $0.text)
      })
    let steps = script.steps.filter { $0.way != .none }
    touched = Set(steps.map(\.table.asciiLowercased))
    rewritten = Set(steps.filter { $0.way != .alter }.map(\.table))
  }

  /// Whether the stage cannot have broken a demand.
  func contains(_ demand: ContentDemand) -> Bool {
    if stepTables.contains(demand.table) { return false }
    return switch demand.subject {
    case .entity: !rewritten.contains(demand.table)
    case .value(let property): carriesValues(of: property, demand)
    case .rule(let properties, let tables): carriesRule(properties, tables, demand)
    // Positions are corrected by every reader: a missing one does no harm.
    case .position: true
    case .presence where changesArrivedRows, .membership where changesArrivedRows,
      .count where changesArrivedRows:
      false
    case .presence(let relationship), .membership(let relationship):
      trail.links(demand.entity, relationship).map { carriesTargets(of: $0, demand) } ?? false
    case .count(let relationship):
      trail.links(demand.entity, relationship).map { carriesCount(of: $0, demand) } ?? false
    }
  }

  /// Whether all objects meet a demand, because they did so in tables that were sound.
  func isMet(_ demand: ContentDemand, bySoundnessOf tables: Set<String>) -> Bool {
    demand.isSelfContained && contains(demand)
      && trail.members(of: demand.entity).allSatisfy { member in
        script.source.table(of: member.source).map(tables.contains) ?? false
      }
  }

  private func carriesValues(of property: String, _ demand: ContentDemand) -> Bool {
    trail.members(of: demand.entity).allSatisfy { member in
      guard let origin = member.origin(of: property) else { return false }
      return wasDemanded(.value(of: origin), demand.text, of: member.source)
    }
  }

  /// A rule names properties, so these must have kept their names.
  private func carriesRule(
    _ properties: Set<String>, _ tables: Set<String>, _ demand: ContentDemand
  ) -> Bool {
    tables.isDisjoint(with: touched)
      && trail.members(of: demand.entity).allSatisfy { member in
        let names = script.target.storedProperties(of: member.entity).map(\.property)
        return names.allSatisfy { name in
          !properties.contains(name.asciiLowercased) || member.origin(of: name) == name
        } && wasDemanded(demand.subject, demand.text, of: member.source)
      }
  }

  /// Whether the previous version made a demand of an entity's objects, at the entity or an ancestor.
  private func wasDemanded(
    _ subject: ContentDemand.Subject, _ text: String, of entity: String
  ) -> Bool {
    script.source.schema.lineage(of: entity).contains {
      known.contains(Key(entity: $0.name, subject: subject, text: text))
    }
  }

  // MARK: Links

  private func carriesTargets(of links: CarriedLinks, _ demand: ContentDemand) -> Bool {
    guard let origin = trail.origin(of: links) else { return false }
    // If a to-many has no inverse, its name also stands for its owner.
    let isBack = demand.text != links.destination
    let (before, now) =
      isBack ? (origin.end.entity, links.end.entity) : (origin.destination, links.destination)
    let name = origin.end.relationship.name
    let subject: ContentDemand.Subject =
      if case .presence = demand.subject { .presence(at: name) } else { .membership(at: name) }
    return trail.carriesObjects(of: before, as: now)
      && known.contains(Key(entity: origin.end.entity, subject: subject, text: before))
  }

  private func carriesCount(of links: CarriedLinks, _ demand: ContentDemand) -> Bool {
    guard let origin = trail.origin(of: links),
      trail.hasNoOthers(than: origin.end.entity, in: links.end.entity)
    else { return false }
    let subject = ContentDemand.Subject.count(at: origin.end.relationship.name)
    return known.contains(Key(entity: origin.end.entity, subject: subject, text: demand.text))
  }
}

/// Finds the unique keys under which a stage cannot have made duplicates.
///
/// All objects of the entity had the same values under a key before. In doubt a key may have duplicates.
struct CarriedKeys {
  private let mapping: Mapping
  private let trail: StageTrail

  /// The keys that a stage carries over.
  init(_ mapping: Mapping) { (self.mapping, trail) = (mapping, StageTrail(mapping)) }

  /// Whether objects of an entity can only share the values of a key if they did before.
  func contains(_ properties: [String], of entity: String) -> Bool {
    let members = trail.members(of: entity)
    guard let first = members.first else { return true }
    // Objects that are copies of the same source object differ in no other value.
    guard Set(members.map(\.source)).count == members.count else { return false }
    return members.dropFirst().reduce(keys(behind: properties, first)) {
      $0.intersection(keys(behind: properties, $1))
    }.isEmpty == false
  }

  /// Whether a link to another object was already limited to one object.
  func contains(_ association: Association) -> Bool {
    let primary = association.primary
    return trail.members(of: primary.entity).isEmpty
      || trail.origin(of: CarriedLinks(association))?.association.isExclusive == true
  }

  /// A key of the previous version.
  private struct Key: Hashable {
    var entity: String
    var properties: Set<String>
  }

  /// The source keys whose values these properties carry, in the lineage of the member's source.
  private func keys(behind properties: [String], _ member: StageTrail.Member) -> Set<Key> {
    let origins = Set(properties.compactMap { member.origin(of: $0) })
    guard origins.count == properties.count else { return [] }
    let owners = mapping.source.lineage(of: member.source).filter { owner in
      owner.uniquenessConstraints.contains { Set($0) == origins }
    }
    return Set(owners.map { Key(entity: $0.name, properties: origins) })
  }
}
