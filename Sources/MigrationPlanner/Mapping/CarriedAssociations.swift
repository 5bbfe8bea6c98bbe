internal import SchemaModel

/// The source links of each association of the target.
struct CarriedAssociations {
  let correspondence: SchemaCorrespondence
  /// The source associations by their ends, marked as reversed at the inverse end.
  private var byEnd: [String: [String: CarriedLinks]] = [:]
  /// The primary ends of the associations that are carried.
  private var carried: Set<Association.End> = []
  /// The sources of the target's associations, in order.
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

  /// The links of a source entity's relationship, followed from that entity.
  func links(named relationship: String, of entity: String) -> CarriedLinks? {
    correspondence.source.relationship(named: relationship, of: entity).flatMap {
      byEnd[$0.owner]?[relationship]
    }
  }

  /// The links of a to-one that objects hold, for additional objects made from them; nil if they lead to
  /// objects that cannot be linked.
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

  /// The source links of an association, followed from its primary end: the union of what each end was.
  private func links(of association: Association) -> [CarriedLinks] {
    var result: [CarriedLinks] = []
    result += old(association.primary)
    for old in association.inverse.map(old) ?? []
    where !result.contains(where: { $0.association == old.association }) {
      result.append(CarriedLinks(old.association, isReversed: !old.isReversed))
    }
    // A relationship that is its own inverse has links of both directions.
    let isSymmetric = association.inverse == association.primary
    for links in inheritedLinks(of: association)
    where !result.contains(where: {
      $0.association == links.association && !(isSymmetric && $0.isReversed != links.isReversed)
    }) {
      result.append(links)
    }
    return result.filter { canConnect($0, as: association) }.map { links in
      var links = links
      // Links that are stored on their own are deleted with the objects at either end anyway.
      if association.kind == .toOne {
        links.heir = heir(of: links, in: association.primary.relationship.destination)
      }
      return links
    }
  }

  /// The links, under the same name, of objects that now belong to another entity.
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

  /// The removed entities with the entities that their objects become, sorted.
  private var heirs: [(before: String, now: String)] {
    correspondence.makings.sorted { $0.key < $1.key }.flatMap { before, makings in
      makings.map { (before, $0.heir) }
    }
  }

  /// Whether some objects at both ends of links can be connected by an association now.
  ///
  /// A link holds the identity of an object, which among objects of another entity means a different object.
  private func canConnect(_ links: CarriedLinks, as association: Association) -> Bool {
    correspondence.carriesSomeObjects(of: links.origin, to: association.primary.entity)
      && correspondence.carriesSomeObjects(
        of: links.destination, to: association.primary.relationship.destination)
  }

  /// The entity that linked objects must become, if some become something else or are dropped.
  private func heir(of links: CarriedLinks, in destination: String) -> String? {
    correspondence.carriesAllMadeObjects(of: links.destination, to: destination) ? nil : destination
  }

  /// The source links of a target end, followed from that end; siblings may have different ones.
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
