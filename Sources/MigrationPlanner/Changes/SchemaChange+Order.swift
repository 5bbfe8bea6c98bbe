extension SchemaChange: Comparable {
  /// The order in which changes are listed.
  ///
  /// By entity, within an entity from the whole to its parts, within a part by name; what is
  /// gone before what is new. Composites, which belong to no entity, come last.
  public static func < (left: Self, right: Self) -> Bool { left.orderKey < right.orderKey }

  private var orderKey: OrderKey {
    let place = place
    return OrderKey(
      group: place.kind == .composite ? 1 : 0, owner: place.owner, kind: place.kind.rawValue,
      name: place.name ?? place.list?.joined(separator: "\u{0}") ?? "", rank: rank,
      text: description)
  }

  /// Which change comes first of several to one thing.
  private var rank: Int {
    switch self {
    case .dropEntity, .dropAttribute, .dropRelationship, .dropUniqueness, .dropIndex, .dropRule: 0
    case .addEntity, .addAttribute, .addRelationship, .addUniqueness, .addIndex, .addRule: 1
    case .renameEntity, .renameAttribute, .renameRelationship: 2
    case .moveAttribute, .moveRelationship, .changeParent: 3
    case .changeAttributeType, .changeCardinality, .changeEnumeration, .changeComposite,
      .changeAbstractness:
      4
    case .changeDestination, .changeInverse, .changeAttributeOptionality,
      .changeRelationshipOptionality, .changeTransience, .changeStorage, .rewriteAttribute,
      .rewriteRelationship, .dropLinks:
      5
    case .changeDefault, .changeDeleteRule, .changeOrdering, .changeCounts, .changeBounds,
      .changeRule, .changePreservation:
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
  var text: String

  static func < (left: Self, right: Self) -> Bool {
    let (first, second) = (
      (left.group, left.owner, left.kind), (right.group, right.owner, right.kind)
    )
    if first != second { return first < second }
    return (left.name, left.rank, left.text) < (right.name, right.rank, right.text)
  }
}
