internal import SchemaModel

/// The properties of an entity that are added, removed or kept, perhaps under another name or declared by
/// another entity of the hierarchy.
///
/// An inherited property is compared where it is declared. An entity is compared with everything that it
/// inherits only if its ancestors change.
struct PropertyDifferences<Property: SchemaProperty> {
  private(set) var added: [Owned<Property>] = []
  private(set) var dropped: [Owned<Property>] = []
  private(set) var kept: [(old: Owned<Property>, new: Owned<Property>)] = []
  private let correspondence: SchemaCorrespondence

  init(from old: Entity, to new: Entity, by correspondence: SchemaCorrespondence) {
    self.correspondence = correspondence
    let isMoved = correspondence.hasChangedLineage(new.name)
    let candidates = Self.candidates(new, in: correspondence.target, isMoved: isMoved)
    let former = Self.candidates(old, in: correspondence.source, isMoved: isMoved)
    if !isMoved, correspondence.keepsPropertyNames,
      former.lazy.map(\.property.name).elementsEqual(candidates.lazy.map(\.property.name))
    {
      kept = Array(zip(former, candidates))
      return
    }
    var keptNames = Set<String>(minimumCapacity: candidates.count)
    kept.reserveCapacity(candidates.count)
    for (place, candidate) in candidates.enumerated() {
      let (owner, property) = (candidate.owner, candidate.property)
      if let before = correspondence.old(property, declaredBy: owner, in: new.name, near: place) {
        keptNames.insert(before.property.name)
        kept.append((before, candidate))
      } else if isReportedAsNew(candidate, in: new) {
        added.append(Owned(owner: new.name, property: property))
      }
    }
    for candidate in former
    where !keptNames.contains(candidate.property.name) {
      let heir: Owned<Property>? = correspondence.new(candidate.property.name, in: new.name)
      if let heir {
        kept.append((candidate, heir))
      } else if isReportedAsGone(candidate, from: old, to: new) {
        dropped.append(Owned(owner: old.name, property: candidate.property))
      }
    }
  }

  private static func candidates(
    _ entity: Entity, in schema: Schema, isMoved: Bool
  ) -> [Owned<Property>] {
    if isMoved { return schema.properties(of: entity.name) }
    return Property.declared(by: entity).map { Owned(owner: entity.name, property: $0) }
  }

  /// Whether an entity's new property is new for the entity itself.
  ///
  /// An inherited property is reported where it is declared. A property that was pulled up from every
  /// sub-entity is moved, not new.
  private func isReportedAsNew(_ candidate: Owned<Property>, in entity: Entity) -> Bool {
    let (owner, property) = (candidate.owner, candidate.property)
    guard owner == entity.name else {
      let isNewForOwner = correspondence.old(property, declaredBy: owner, in: owner) == nil
      return correspondence.sourceNames[owner] == nil || !isNewForOwner
    }
    return correspondence.target.family(of: entity.name).contains { member in
      !member.isAbstract && correspondence.sourceNames[member.name] != nil
        && correspondence.old(property, declaredBy: owner, in: member.name) == nil
    } || isWithoutObjects(entity.name, in: correspondence.target)
  }

  /// Whether an entity's removed property is removed from the entity itself.
  ///
  /// An inherited property is reported where it was declared. A property that was pushed down to every
  /// sub-entity is moved, not removed.
  private func isReportedAsGone(
    _ candidate: Owned<Property>, from old: Entity, to new: Entity
  ) -> Bool {
    let name = candidate.property.name
    guard candidate.owner == old.name else {
      guard let heir = correspondence.targetNames[candidate.owner] else { return true }
      return correspondence.new(name, in: heir, Property.self) != nil
    }
    let others = correspondence.source.family(of: old.name).filter { !$0.isAbstract }
    guard !others.isEmpty else { return true }
    return others.contains { member in
      guard let heir = correspondence.targetNames[member.name] else { return false }
      return correspondence.new(name, in: heir, Property.self) == nil
    } || (isDeclaredNowhere(name, below: old.name))
  }

  private func isWithoutObjects(_ entity: String, in schema: Schema) -> Bool {
    schema.family(of: entity).allSatisfy {
      $0.isAbstract || correspondence.sourceNames[$0.name] == nil
    }
  }

  /// Whether no surviving member of a source entity's family still has the property.
  private func isDeclaredNowhere(_ name: String, below entity: String) -> Bool {
    correspondence.source.family(of: entity).allSatisfy { member in
      guard let heir = correspondence.targetNames[member.name] else { return true }
      return correspondence.new(name, in: heir, Property.self) == nil
    }
  }
}
