internal import SQLText
internal import SchemaModel

/// The fates of the previous version's links, where objects become others by declaration.
struct LinkFates {
  private let correspondence: SchemaCorrespondence
  private let declaration: MigrationDeclaration?
  private let carried: [(association: Association, links: [CarriedLinks])]

  init(
    _ correspondence: SchemaCorrespondence, _ carried: CarriedAssociations,
    declaration: MigrationDeclaration?
  ) {
    self.correspondence = correspondence
    self.declaration = declaration
    self.carried = carried.sources
  }

  /// The fate of an association's links, the best first.
  enum Fate: Int {
    /// Every link stays.
    case all
    /// Links are kept if both objects become objects that are linked now.
    case part
    /// An expression uses them, and keeps some or none.
    case used
    /// No link stays.
    case gone
  }

  /// The fate of the links of a source association.
  ///
  /// Nil if all objects that it could connect continue unchanged or are dropped, or if an expression
  /// replaces links that objects hold.
  func fate(of association: Association) -> Fate? {
    let primary = association.primary
    let near = members(of: primary.entity)
    let far = members(of: primary.relationship.destination)
    guard (near + far).contains(where: { correspondence.makings[$0] != nil }),
      !near.contains(where: { isRewritten(primary, in: $0) }), !isReplaced(association)
    else { return nil }
    let fates = near.flatMap { near in
      far.map { fate(of: association, from: near, to: $0) }
    }
    if Set(fates).count == 1 { return fates[0] }
    return fates.contains(.all) || fates.contains(.part) ? .part : .used
  }

  /// The same for a relationship at one of its ends.
  func fate(of relationship: Relationship, of entity: String) -> Fate? {
    let end = Association.End(entity: entity, relationship: relationship)
    return correspondence.source.associations.first { $0.has(end) }.flatMap(fate)
  }

  /// The associations whose links are lost or kept with a removed entity, each with the end of its objects.
  ///
  /// Only associations are included for which no change reports a relationship at either end.
  func told(by entity: String) -> [(association: Association, end: Association.End)] {
    correspondence.source.associations.compactMap { association in
      guard !isTold(association), let teller = teller(of: association), teller.entity == entity,
        let fate = fate(of: association)
      else { return nil }
      return fate == .all ? nil : (association, teller.end)
    }
  }

  /// Whether links of a relationship may be carried over to an entity that objects become.
  func leads(_ relationship: Relationship, of entity: String, to heir: String) -> Bool {
    let end = Association.End(entity: entity, relationship: relationship)
    return carried.contains { association, links in
      links.contains { links in
        let isNear = (links.association.primary == end) != links.isReversed
        guard links.association.has(end) else {
          return false
        }
        let primary = association.primary
        return correspondence.target.isEntity(
          heir, orDescendantOf: isNear ? primary.entity : primary.relationship.destination)
      }
    }
  }
}

// MARK: - Reporting changes

extension LinkFates {
  /// Whether a relationship at one of the ends is dropped, or leads elsewhere.
  private func isTold(_ association: Association) -> Bool {
    [association.primary, association.inverse].compactMap(\.self).contains { end in
      guard let now = correspondence.targetNames[end.entity] else { return false }
      let heir: Owned<Relationship>? = correspondence.new(end.relationship.name, in: now)
      guard let heir else { return true }
      let destination = end.relationship.destination
      return heir.property.destination != correspondence.targetNames[destination] ?? destination
    }
  }

  private func teller(
    of association: Association
  ) -> (entity: String, end: Association.End)? {
    let isMade = { correspondence.makings[$0] != nil }
    let primary = association.primary
    if let near = members(of: primary.entity).first(where: isMade) { return (near, primary) }
    return members(of: primary.relationship.destination).first(where: isMade)
      .map { ($0, association.inverse ?? primary) }
  }
}

// MARK: - One kind of object at each end

extension LinkFates {
  /// One of the entities that objects become.
  private struct Becoming {
    var entity: String
    /// Nil for objects that continue.
    var origin: MigrationDeclaration.Origin?

    var isFiltered: Bool { origin?.filter != nil }
  }

  private func members(of entity: String) -> [String] {
    correspondence.source.family(of: entity).filter { !$0.isAbstract }.map(\.name)
  }

  private func becomings(of member: String) -> [Becoming] {
    if let now = correspondence.targetNames[member] { return [Becoming(entity: now)] }
    return correspondence.makings[member, default: []].map {
      Becoming(entity: $0.heir, origin: $0.origin)
    }
  }

  private func fate(of association: Association, from near: String, to far: String) -> Fate {
    let (nears, fars) = (becomings(of: near), becomings(of: far))
    var result = Fate.gone
    for (target, links) in carried {
      for links in links where links.association == association {
        let (holders, others) = links.isReversed ? (fars, nears) : (nears, fars)
        for holder in holders where holds(holder, target) {
          for other in others where isDestination(other, of: target) {
            let isWhole = !holder.isFiltered && !other.isFiltered
            result = result.orBetter(isWhole ? .all : .part)
          }
        }
      }
    }
    for near in nears {
      if let use = use(of: association.primary, by: near) { result = result.orBetter(use) }
    }
    guard let inverse = association.inverse else { return result }
    return fars.contains { names(inverse.relationship.name, $0) } ? result.orBetter(.used) : result
  }

  /// Whether objects have the links of a target association at its primary end, and no expression replaces
  /// them.
  private func holds(_ holder: Becoming, _ association: Association) -> Bool {
    let (primary, target) = (association.primary, correspondence.target)
    guard target.isEntity(holder.entity, orDescendantOf: primary.entity) else { return false }
    guard association.kind == .toOne else { return true }
    let name = primary.relationship.name
    guard let origin = holder.origin else { return !isGiven(name, of: holder.entity) }
    let link = origin.link.flatMap { DeclaredLink($0, in: target) }
    return origin.properties[name] == nil && link?.end != primary
  }

  private func isDestination(_ other: Becoming, of association: Association) -> Bool {
    correspondence.target.isEntity(
      other.entity, orDescendantOf: association.primary.relationship.destination)
  }

  /// The fate of the objects' links, as far as expressions for them decide it.
  private func use(of end: Association.End, by becoming: Becoming) -> Fate? {
    guard names(end.relationship.name, becoming), let origin = becoming.origin else { return nil }
    let target = correspondence.target
    let isWhole = origin.properties.contains { name, sql in
      let heir = target.relationship(named: name, of: becoming.entity)?.relationship
      return SQLExpression(sql).isOnly(end.relationship.name)
        && heir.map {
          correspondence.carriesAllMadeObjects(
            of: end.relationship.destination, to: $0.destination)
        } ?? false
    }
    guard isWhole else { return .used }
    return becoming.isFiltered ? .part : .all
  }

  private func names(_ property: String, _ becoming: Becoming) -> Bool {
    becoming.origin?.properties.values.contains { SQLTokens($0).mentions([property]) } ?? false
  }

  /// Whether objects that continue get other links than before.
  private func isRewritten(_ end: Association.End, in member: String) -> Bool {
    guard let now = correspondence.targetNames[member] else { return false }
    let heir: Owned<Relationship>? = correspondence.new(end.relationship.name, in: now)
    return heir.map { isGiven($0.property.name, of: now) } ?? false
  }

  /// Whether an expression gives the links that replace these, for objects that continue.
  private func isReplaced(_ association: Association) -> Bool {
    carried.contains { target, links in
      target.kind == .toOne
        && links.contains { links in
          links.association == association
            && members(of: links.origin).compactMap { correspondence.targetNames[$0] }.contains {
              correspondence.target.isEntity($0, orDescendantOf: target.primary.entity)
                && isGiven(target.primary.relationship.name, of: $0)
            }
        }
    }
  }

  private func isGiven(_ property: String, of entity: String) -> Bool {
    correspondence.target.lineage(of: entity).contains {
      declaration?.map(of: $0.name)?.properties[property] != nil
    }
  }
}

extension LinkFates.Fate {
  fileprivate func orBetter(_ other: Self) -> Self { other.rawValue < rawValue ? other : self }
}
