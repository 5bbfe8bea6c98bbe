internal import SchemaModel

/// A condition that the objects at one end of an association impose on the number of objects at the other
/// end.
///
/// ```swift
/// // Team.players: {toMany: Player, min: 2}, Player.team: {toOne: Team?}
/// // Two players at least for each team: 2 × the teams ≤ 1 × the players.
/// ```
struct CountBound {
  /// The kind of condition.
  private enum Demand {
    /// Each demanding object has a number of links, and each demanded object takes a limited number.
    case links(each: Int, taken: Int)
    /// A demanding object is linked to a number of different objects.
    case partners(Int)
  }

  /// The end whose objects impose the condition.
  let end: Association.End
  /// The entities at this end and at the other end, by their positions in the schema.
  let demanding: [Int]
  let demanded: [Int]
  private let demand: Demand

  /// The demanded entities whose growth helps; not entities whose new objects demand as much again.
  var growing: [Int] {
    switch demand {
    case .links(let each, let taken) where each >= taken:
      demanded.filter { !demanding.contains($0) }
    case .links, .partners: demanded
    }
  }

  /// The number of objects that the other end must have.
  func needed(_ counts: [Int]) -> Int {
    let count = counts.sum(demanding)
    switch demand {
    case .links(let each, let taken):
      let (links, overflow) = count.multipliedReportingOverflow(by: each)
      return overflow ? .max : links / taken + (links.isMultiple(of: taken) ? 0 : 1)
    case .partners(let least): return count > 0 ? least : 0
    }
  }

  /// The number of objects that this end can have, with the current number at the other end.
  func allowed(_ counts: [Int]) -> Int {
    let count = counts.sum(demanded)
    switch demand {
    case .links(let each, let taken):
      let (links, overflow) = count.multipliedReportingOverflow(by: taken)
      return (overflow ? .max : links) / each
    case .partners(let least): return count >= least ? .max : 0
    }
  }

  /// Whether the numbers of objects meet the condition.
  func holds(_ counts: [Int]) -> Bool { counts.sum(demanding) <= allowed(counts) }
}

extension CountBound {
  /// All conditions of the relationships in a schema.
  static func all(in schema: Schema) -> [CountBound] {
    let position = Dictionary(
      schema.entities.enumerated().map { ($0.element.name, $0.offset) },
      uniquingKeysWith: { first, _ in first })
    func members(of entity: String) -> [Int] {
      schema.family(of: entity).filter { !$0.isAbstract }.compactMap { position[$0.name] }
    }
    return schema.associations.flatMap { association in
      let owners = members(of: association.primary.entity)
      let others = members(of: association.primary.relationship.destination)
      let (near, far) = (association.countAtPrimary, association.countAtInverse)
      let back = association.inverse.map {
        bounds(of: $0, demanding: others, far, demanded: owners, near)
      }
      return bounds(of: association.primary, demanding: owners, near, demanded: others, far)
        + (back ?? [])
    }
  }

  private static func bounds(
    of end: Association.End, demanding: [Int], _ count: LinkCount, demanded: [Int],
    _ otherCount: LinkCount
  ) -> [CountBound] {
    guard count.minimum > 0 else { return [] }
    func bound(_ demand: Demand) -> CountBound {
      CountBound(end: end, demanding: demanding, demanded: demanded, demand: demand)
    }
    let links = otherCount.maximum.map { bound(.links(each: count.minimum, taken: $0)) }
    return [bound(.partners(count.minimum))] + (links.map { [$0] } ?? [])
  }

  /// The entities that cannot have objects.
  ///
  /// They inherit a relationship that must have links, but the links of its inverse lead to another
  /// sub-entity.
  static func emptyEntities(of schema: Schema) -> Set<String> {
    var result: Set<String> = []
    for association in schema.associations where association.countAtInverse.minimum > 0 {
      guard let inverse = association.inverse else { continue }
      let reached = Set(
        schema.family(of: association.primary.relationship.destination).map(\.name))
      result.formUnion(
        schema.family(of: inverse.entity).map(\.name).filter { !reached.contains($0) })
    }
    return result
  }
}

extension [Int] {
  /// The sum of the elements at some positions.
  fileprivate func sum(_ positions: [Int]) -> Int { positions.reduce(0) { $0 + self[$1] } }
}
