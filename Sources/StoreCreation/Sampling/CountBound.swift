internal import SchemaModel

/// What the objects at one end of an association demand of the number of those at the other.
///
/// ```swift
/// // Team.players: {toMany: Player, min: 2}, Player.team: {toOne: Team?}
/// // Two players at least for each team: 2 × the teams ≤ 1 × the players.
/// ```
struct CountBound {
  /// What is demanded.
  private enum Demand {
    /// Each object that demands has so many links, of which one that is demanded takes so many.
    case links(each: Int, taken: Int)
    /// An object that demands is linked to so many different ones.
    case partners(Int)
  }

  /// The end whose objects demand it.
  let end: Association.End
  /// The entities at that end, by their positions in the schema, and those at the other.
  let demanding: [Int]
  let demanded: [Int]
  private let demand: Demand

  /// Those of the demanded entities of which more are of use: not those that demand as much again.
  var growing: [Int] {
    switch demand {
    case .links(let each, let taken) where each >= taken:
      demanded.filter { !demanding.contains($0) }
    case .links, .partners: demanded
    }
  }

  /// How many objects there must be at the other end, for those that demand it.
  func needed(_ counts: [Int]) -> Int {
    let count = counts.sum(demanding)
    switch demand {
    case .links(let each, let taken):
      let (links, overflow) = count.multipliedReportingOverflow(by: each)
      return overflow ? .max : links / taken + (links.isMultiple(of: taken) ? 0 : 1)
    case .partners(let least): return count > 0 ? least : 0
    }
  }

  /// How many objects there may be at this end, with those that there are at the other.
  func allowed(_ counts: [Int]) -> Int {
    let count = counts.sum(demanded)
    switch demand {
    case .links(let each, let taken):
      let (links, overflow) = count.multipliedReportingOverflow(by: taken)
      return (overflow ? .max : links) / each
    case .partners(let least): return count >= least ? .max : 0
    }
  }

  /// Whether the numbers of objects are as this demands.
  func holds(_ counts: [Int]) -> Bool { counts.sum(demanding) <= allowed(counts) }
}

extension CountBound {
  /// Everything that the relationships of a schema demand.
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

  /// The entities that can have no objects: a relationship that they inherit must have links, and
  /// the links of its inverse lead to a sub-entity that they are none of.
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
