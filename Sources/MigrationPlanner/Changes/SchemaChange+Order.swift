extension SchemaChange: Comparable {
  /// The order in which changes are listed.
  ///
  /// Changes are sorted by entity, within an entity from the whole to its parts, and within a part by name.
  /// Removed things come before new ones. Composites, which belong to no entity, come last.
  public static func < (left: Self, right: Self) -> Bool {
    precedes((left, OrderKey(left)), (right, OrderKey(right)))
  }

  /// The changes in order, without repetition; the sort key of each is computed once.
  static func sorted(_ changes: Set<SchemaChange>) -> [SchemaChange] {
    changes.map { ($0, OrderKey($0)) }.sorted(by: precedes).map(\.0)
  }

  /// The words decide only between changes with the same key.
  private static func precedes(
    _ left: (change: Self, key: OrderKey), _ right: (change: Self, key: OrderKey)
  ) -> Bool {
    left.key == right.key
      ? left.change.description < right.change.description : left.key < right.key
  }

  /// The order of several changes to one thing.
  fileprivate var rank: Int {
    switch self {
    case .dropEntity, .dropAttribute, .dropRelationship, .dropUniqueness, .dropIndex, .dropRule: 0
    case .addEntity, .addAttribute, .addRelationship, .addUniqueness, .addIndex, .addRule: 1
    case .renameEntity, .renameAttribute, .renameRelationship: 2
    case .moveAttribute, .moveRelationship, .changeParent: 3
    case .changeAttributeToRelationship, .changeRelationshipToAttribute, .changeAttributeType,
      .changeCardinality, .changeEnumeration, .changeComposite,
      .changeAbstractness:
      4
    case .changeDestination, .changeInverse, .changeAttributeOptionality,
      .changeRelationshipOptionality, .changeTransience, .changeStorage, .rewriteAttribute,
      .rewriteRelationship, .dropLinks:
      5
    case .changeDefault, .changeDeleteRule, .changeOrdering, .changeCounts, .changeBounds,
      .changeRule, .changePreservation, .changeDerivation:
      6
    case .changeEntityHashModifier, .changeAttributeHashModifier, .changeRelationshipHashModifier:
      7
    case .changeTable, .changePrimaryKey, .changeColumn, .changeColumnType: 8
    }
  }
}

private struct OrderKey: Comparable {
  var group: Int
  var owner: String
  var kind: Int
  var name: String
  var rank: Int

  init(_ change: SchemaChange) {
    let place = change.place
    group = place.kind == .composite ? 1 : 0
    owner = place.owner
    kind = place.kind.rawValue
    name = place.name ?? place.list?.joined(separator: "\u{0}") ?? ""
    rank = change.rank
  }

  static func < (left: Self, right: Self) -> Bool {
    (left.group, left.owner, left.kind, left.name, left.rank)
      < (right.group, right.owner, right.kind, right.name, right.rank)
  }
}
