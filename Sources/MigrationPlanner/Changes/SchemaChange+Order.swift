extension SchemaChange: Comparable {
  /// The order in which changes are listed.
  ///
  /// Changes are sorted by entity, within an entity from the whole to its parts, and within a part by name.
  /// Removed things come before new ones. Composites, which belong to no entity, come last.
  public static func < (left: Self, right: Self) -> Bool {
    let keys = (OrderKey(left), OrderKey(right))
    return keys.0.precedes(keys.1) ?? (left.description < right.description)
  }

  /// The changes in order, without repetition; the sort key of each is computed once.
  static func sorted(_ changes: Set<SchemaChange>) -> [SchemaChange] {
    let changes = Array(changes)
    let keys = changes.map { OrderKey($0) }
    // Positions are sorted, because a change is large.
    return changes.indices.sorted { left, right in
      keys[left].precedes(keys[right])
        ?? (changes[left].description < changes[right].description)
    }.map { changes[$0] }
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

private struct OrderKey {
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

  /// Whether the key comes before another one; nil if they are equal, and the changes' words decide.
  func precedes(_ other: Self) -> Bool? {
    if group != other.group { return group < other.group }
    if owner != other.owner { return owner < other.owner }
    if kind != other.kind { return kind < other.kind }
    if name != other.name { return name < other.name }
    return rank == other.rank ? nil : rank < other.rank
  }
}
