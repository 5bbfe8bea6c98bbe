internal import SchemaModel

/// Which links of the source become the links of each association of the target.
struct CarriedAssociations {
  private let correspondence: SchemaCorrespondence
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

  /// Whether the links of a relationship of the source become links of the target.
  func carries(_ relationship: String, of entity: String) -> Bool {
    byEnd[entity]?[relationship].map { carried.contains($0.association.primary) } ?? false
  }

  /// Followed from the primary end: what each of the ends was before, as one set.
  private func links(of association: Association) -> [CarriedLinks] {
    var result: [CarriedLinks] = []
    if let old = old(association.primary) { result.append(old) }
    if let inverse = association.inverse, var old = old(inverse) {
      old.isReversed.toggle()
      if !result.contains(where: { $0.association == old.association }) { result.append(old) }
    }
    for links in inheritedLinks(of: association)
    where !result.contains(where: { $0.association == links.association }) {
      result.append(links)
    }
    return result.filter { canConnect($0, as: association) }
  }

  /// The links, under the same name, of objects that are of another entity now.
  ///
  /// What such an object stores itself comes along with its other values.
  private func inheritedLinks(of association: Association) -> [CarriedLinks] {
    var result: [CarriedLinks] = []
    let ends = [association.primary, association.inverse].compactMap(\.self)
    for end in association.kind == .manyToMany ? ends : [association.inverse].compactMap(\.self) {
      for (before, now) in heirs(whereLinksAre: association.kind)
      where correspondence.target.isEntity(now, orDescendantOf: end.entity) {
        guard
          let old = correspondence.source.relationship(named: end.relationship.name, of: before),
          var links = byEnd[old.owner]?[old.relationship.name],
          links.association.kind == association.kind
        else { continue }
        if end != association.primary { links.isReversed.toggle() }
        if association.kind == .manyToMany || !links.isReversed { result.append(links) }
      }
    }
    return result
  }

  /// The entities that are gone with what their objects become, sorted.
  ///
  /// Where these are several, a link that an object holds says nothing of what it leads to.
  private func heirs(
    whereLinksAre kind: Association.Kind
  ) -> [(before: String, now: String)] {
    correspondence.makings.sorted { $0.key < $1.key }.flatMap { before, makings in
      kind == .manyToMany || makings.count == 1 ? makings.map { (before, $0.heir) } : []
    }
  }

  /// Whether the objects at both ends of links can be what an association connects now.
  ///
  /// A link holds the identity of an object, which among those of another entity is a stranger's.
  private func canConnect(_ links: CarriedLinks, as association: Association) -> Bool {
    let (before, now) = (links.association.primary, association.primary)
    var ends = (before.entity, before.relationship.destination)
    if links.isReversed { swap(&ends.0, &ends.1) }
    if links.association.kind == .manyToMany, association.kind == .manyToMany {
      return correspondence.carriesSomeObjects(of: ends.0, to: now.entity)
        && correspondence.carriesSomeObjects(of: ends.1, to: now.relationship.destination)
    }
    return correspondence.carriesObjects(of: ends.0, to: now.entity)
      && correspondence.carriesObjects(of: ends.1, to: now.relationship.destination)
  }

  /// The links that an end of the target was, followed from that end.
  private func old(_ end: Association.End) -> CarriedLinks? {
    for member in correspondence.target.family(of: end.entity) {
      let old = correspondence.old(end.relationship, declaredBy: end.entity, in: member.name)
      if let old { return byEnd[old.owner]?[old.property.name] }
    }
    return nil
  }
}
