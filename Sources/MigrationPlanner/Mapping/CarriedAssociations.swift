internal import SchemaModel

/// Which links of the source become the links of each association of the target.
struct CarriedAssociations {
  let correspondence: SchemaCorrespondence
  /// The associations of the source by each of their ends, with whether that is the inverse end.
  private var byEnd: [String: [String: CarriedLinks]] = [:]
  /// The primary ends of those that become something.
  private var carried: Set<Association.End> = []
  /// What becomes of the target's associations, in their order.
  private(set) var sources: [(association: Association, links: [CarriedLinks])] = []

  init(_ correspondence: SchemaCorrespondence) {
    self.correspondence = correspondence
    for association in correspondence.source.associations {
      if let inverse = association.inverse, inverse != association.primary {
        byEnd[inverse.entity, default: [:]][inverse.relationship.name] = CarriedLinks(
          association, isReversed: true)
      }
      let primary = association.primary
      byEnd[primary.entity, default: [:]][primary.relationship.name] = CarriedLinks(association)
    }
    for association in correspondence.target.associations {
      let links = links(of: association)
      carried.formUnion(links.map(\.association.primary))
      sources.append((association, links))
    }
  }

  /// Whether links of a relationship of the source become links of the target.
  func carries(_ relationship: String, of entity: String) -> Bool {
    links(named: relationship, of: entity).map { carried.contains($0.association.primary) } ?? false
  }

  /// The links of a relationship that an entity of the source has, followed from it.
  func links(named relationship: String, of entity: String) -> CarriedLinks? {
    correspondence.source.relationship(named: relationship, of: entity).flatMap {
      byEnd[$0.owner]?[relationship]
    }
  }

  /// The links of a to-one that objects hold, as those of one of the target of what is made of them
  /// besides; nil where they do not lead to what can be linked.
  func ownLinks(
    named name: String, of entity: String, as relationship: Relationship
  ) -> CarriedLinks? {
    let destination = relationship.destination
    guard let old = correspondence.source.relationship(named: name, of: entity),
      var links = byEnd[old.owner]?[name], links.isOwn,
      correspondence.carriesSomeObjects(of: links.destination, to: destination)
    else { return nil }
    links.heir = heir(of: links, in: destination)
    return links
  }

  /// Followed from the primary end: what each of the ends was before, as one set.
  private func links(of association: Association) -> [CarriedLinks] {
    var result: [CarriedLinks] = []
    result += old(association.primary)
    for old in association.inverse.map(old) ?? []
    where !result.contains(where: { $0.association == old.association }) {
      result.append(CarriedLinks(old.association, isReversed: !old.isReversed))
    }
    // One that is its own way back has links of both directions.
    let isSymmetric = association.inverse == association.primary
    for links in inheritedLinks(of: association)
    where !result.contains(where: {
      $0.association == links.association && !(isSymmetric && $0.isReversed != links.isReversed)
    }) {
      result.append(links)
    }
    return result.filter { canConnect($0, as: association) }.map { links in
      var links = links
      // Links that stand by themselves go with the objects at either end anyway.
      if association.kind == .toOne {
        links.heir = heir(of: links, in: association.primary.relationship.destination)
      }
      return links
    }
  }

  /// The links, under the same name, of objects that are of another entity now.
  private func inheritedLinks(of association: Association) -> [CarriedLinks] {
    var result: [CarriedLinks] = []
    for end in [association.primary, association.inverse].compactMap(\.self) {
      for (before, now) in heirs
      where correspondence.target.isEntity(now, orDescendantOf: end.entity) {
        guard
          let old = correspondence.source.relationship(named: end.relationship.name, of: before),
          var links = byEnd[old.owner]?[old.relationship.name]
        else { continue }
        if end != association.primary { links.isReversed.toggle() }
        result.append(links)
      }
    }
    return result
  }

  /// The entities that are gone with what their objects become, sorted.
  private var heirs: [(before: String, now: String)] {
    correspondence.makings.sorted { $0.key < $1.key }.flatMap { before, makings in
      makings.map { (before, $0.heir) }
    }
  }

  /// Whether some objects at both ends of links can be what an association connects now.
  ///
  /// A link holds the identity of an object, which among those of another entity is a stranger's.
  private func canConnect(_ links: CarriedLinks, as association: Association) -> Bool {
    correspondence.carriesSomeObjects(of: links.origin, to: association.primary.entity)
      && correspondence.carriesSomeObjects(
        of: links.destination, to: association.primary.relationship.destination)
  }

  /// What the objects must become that links lead to, where some become something else, or nothing.
  private func heir(of links: CarriedLinks, in destination: String) -> String? {
    correspondence.carriesAllMadeObjects(of: links.destination, to: destination) ? nil : destination
  }

  /// The links that an end of the target was, followed from that end: of siblings, each has its own.
  private func old(_ end: Association.End) -> [CarriedLinks] {
    var result: [CarriedLinks] = []
    for member in correspondence.target.family(of: end.entity) {
      let old = correspondence.old(end.relationship, declaredBy: end.entity, in: member.name)
      guard let old, let links = byEnd[old.owner]?[old.property.name], !result.contains(links)
      else { continue }
      result.append(links)
    }
    return result
  }
}
