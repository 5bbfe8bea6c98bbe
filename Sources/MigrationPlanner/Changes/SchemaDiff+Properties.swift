internal import SchemaModel

extension SchemaDiffer {
  mutating func compareAttributes(_ old: Entity, _ new: Entity) {
    let found = PropertyDifferences<Attribute>(from: old, to: new, by: correspondence)
    changes += found.added.map { .addAttribute($0.property, entity: $0.owner) }
    changes += found.dropped.map { .dropAttribute($0.property, entity: $0.owner) }
    for (before, after) in found.kept {
      let owner = correspondence.targetNames[before.owner] ?? before.owner
      if owner != after.owner {
        changes.append(.moveAttribute(after.property, from: owner, to: after.owner))
      }
      if before.property == after.property, after.property.type.isScalar { continue }
      changes +=
        AttributeComparison(
          old: before.property, new: after.property, owner: after.owner, source: source,
          target: target
        ).changes
    }
  }

  mutating func compareRelationships(_ old: Entity, _ new: Entity) {
    let found = PropertyDifferences<Relationship>(from: old, to: new, by: correspondence)
    changes += found.added.map { .addRelationship($0.property, entity: $0.owner) }
    changes += found.dropped.map { .dropRelationship($0.property, entity: $0.owner) }
    for (before, after) in found.kept {
      let owner = correspondence.targetNames[before.owner] ?? before.owner
      if owner != after.owner {
        changes.append(.moveRelationship(after.property, from: owner, to: after.owner))
      }
      compare(before, after)
    }
  }

  private mutating func compare(_ before: Owned<Relationship>, _ after: Owned<Relationship>) {
    let (old, new, entity) = (before.property, after.property, after.owner)
    if old.name != new.name {
      changes.append(.renameRelationship(new, from: old.name, entity: entity))
    }
    let destination = correspondence.targetNames[old.destination] ?? old.destination
    if destination != new.destination {
      changes.append(
        .changeDestination(
          name: new.name, entity: entity, from: old.destination, to: new.destination))
    }
    if old.cardinality != new.cardinality {
      changes.append(
        .changeCardinality(
          name: new.name, entity: entity, from: old.cardinality, to: new.cardinality))
    }
    if old.isOptional != new.isOptional {
      changes.append(
        .changeRelationshipOptionality(new, entity: entity, toOptional: new.isOptional))
    }
    compareInverse(before, after)
    if old.deleteRule != new.deleteRule {
      changes.append(
        .changeDeleteRule(
          name: new.name, entity: entity, from: old.deleteRule, to: new.deleteRule))
    }
    if old.isOrdered != new.isOrdered {
      changes.append(
        .changeOrdering(name: new.name, entity: entity, toOrdered: new.isOrdered))
    }
    if (old.minimumCount, old.maximumCount) != (new.minimumCount, new.maximumCount) {
      changes.append(.changeCounts(from: old, to: new, entity: entity))
    }
    if old.hashModifier != new.hashModifier {
      changes.append(
        .changeRelationshipHashModifier(
          name: new.name, entity: entity, from: old.hashModifier, to: new.hashModifier))
    }
    if old.column != new.column {
      changes.append(
        .changeColumn(
          name: new.name, entity: entity, kind: .relationships, from: old.column, to: new.column))
    }
  }

  /// Compares the inverses; an inverse that was only renamed, or moved within its hierarchy, is the same.
  private mutating func compareInverse(
    _ before: Owned<Relationship>, _ after: Owned<Relationship>
  ) {
    let (old, new) = (before.property, after.property)
    let inverse = old.inverse.map { name in
      inverseName(of: name, at: new.destination) ?? name
    }
    guard inverse != new.inverse else { return }
    changes.append(
      .changeInverse(name: new.name, entity: after.owner, from: old.inverse, to: new.inverse))
  }

  private func inverseName(of old: String, at destination: String) -> String? {
    correspondence.new(old, in: destination, Relationship.self)?.property.name
  }
}
