internal import SchemaModel

/// The objects whose links are lost with a removed relationship, although they and the linked objects stay.
///
/// A relationship that moves down its hierarchy keeps the links of objects that still have it.
struct LinkParting {
  /// The concrete entities of the source whose objects lose links, in the order of the schema.
  private(set) var losers: [String] = []
  /// Whether some links stay, possibly of the same objects.
  private(set) var keepsSome = false
  /// Whether each object loses all of its links, or none.
  private(set) var isByLosers = true

  fileprivate init() {}

  fileprivate mutating func add(_ entity: String, losing lost: Int, of all: Int) {
    if lost > 0 { losers.append(entity) }
    if lost < all { keepsSome = true }
    if 0 < lost, lost < all { isByLosers = false }
  }
}

extension CarriedAssociations {
  /// The parting of a source relationship's links; nil if either end is removed with all its objects, or some
  /// become others by declaration.
  func parting(of relationship: String, of entity: String) -> LinkParting? {
    guard let own = links(named: relationship, of: entity),
      !isRemade(entity), !isRemade(own.destination)
    else { return nil }
    let (nears, fars) = (staying(entity), staying(own.destination))
    guard !nears.isEmpty, !fars.isEmpty else { return nil }
    var result = LinkParting()
    for near in nears {
      let lost = fars.count { !connects(own, near.now, $0.now) }
      result.add(near.before, losing: lost, of: fars.count)
    }
    return result
  }

  /// The concrete members of a source family that continue, with their new names.
  private func staying(_ entity: String) -> [(before: String, now: String)] {
    correspondence.source.family(of: entity).filter { !$0.isAbstract }.compactMap { member in
      correspondence.targetNames[member.name].map { (member.name, $0) }
    }
  }

  private func isRemade(_ entity: String) -> Bool {
    correspondence.source.family(of: entity).contains { correspondence.makings[$0.name] != nil }
  }

  /// Whether links are carried from objects of one target entity to objects of another.
  private func connects(_ own: CarriedLinks, _ near: String, _ far: String) -> Bool {
    sources.contains { association, links in
      links.contains { links in
        guard links.association == own.association else { return false }
        let (from, to) = links.isReversed == own.isReversed ? (near, far) : (far, near)
        let (primary, target) = (association.primary, correspondence.target)
        return target.isEntity(from, orDescendantOf: primary.entity)
          && target.isEntity(to, orDescendantOf: primary.relationship.destination)
      }
    }
  }
}
