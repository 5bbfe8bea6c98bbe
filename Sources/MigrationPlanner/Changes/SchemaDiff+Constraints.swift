internal import SchemaModel

extension SchemaDiffer {
  /// Compares keys, indexes and rules.
  ///
  /// A key over a renamed property is the same key.
  mutating func compareConstraints(_ old: Entity, _ new: Entity) {
    let names = correspondence.newNames(inEntity: new.name)
    let keys = old.uniquenessConstraints.map { key in key.map { names[$0] ?? $0 } }
    for (key, before) in zip(keys, old.uniquenessConstraints)
    where !new.uniquenessConstraints.contains(key) {
      changes.append(.dropUniqueness(before, entity: old.name))
    }
    for key in new.uniquenessConstraints where !keys.contains(key) {
      changes.append(.addUniqueness(key, entity: new.name))
    }
    compareIndexes(old, new, names)
    compareRules(old, new)
  }

  private mutating func compareIndexes(
    _ old: Entity, _ new: Entity, _ names: [String: String]
  ) {
    let indexes = old.indexes.map { index in
      Index(
        index.elements.map {
          Index.Element(names[$0.property] ?? $0.property, isAscending: $0.isAscending)
        }, name: index.name)
    }
    for (index, before) in zip(indexes, old.indexes) where !new.indexes.contains(index) {
      changes.append(.dropIndex(before, entity: old.name))
    }
    for index in new.indexes where !indexes.contains(index) {
      changes.append(.addIndex(index, entity: new.name))
    }
  }

  private mutating func compareRules(_ old: Entity, _ new: Entity) {
    for rule in new.rules {
      guard let before = old.rules.first(where: { $0.name == rule.name }) else {
        changes.append(.addRule(rule, entity: new.name))
        continue
      }
      if before.check != rule.check {
        changes.append(.changeRule(from: before, to: rule, entity: new.name))
      }
    }
    for rule in old.rules where !new.rules.contains(where: { $0.name == rule.name }) {
      changes.append(.dropRule(rule, entity: old.name))
    }
  }
}
