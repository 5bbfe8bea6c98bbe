internal import SchemaModel

extension MappingInference {
  /// The link that an expression replaces, if the links are ordered.
  func orderedLink(
    carrying links: [CarriedLinks], replacedBy value: ValueSource, _ owned: Owned<Relationship>,
    in context: EntityContext
  ) -> ValueSource? {
    guard case .expression = value, links.count == 1, links[0].isOrderedAtFarEnd else { return nil }
    let before = correspondence.old(
      owned.property, declaredBy: owned.owner, in: context.entity.name)
    let link = linkedValue(links, before: before, ofObjectsOf: context.old)
    return link == .none ? nil : link
  }
}

extension CarriedLinks {
  /// Whether the objects with links to the same object have an order.
  fileprivate var isOrderedAtFarEnd: Bool {
    isReversed
      ? association.primary.relationship.isOrdered
      : association.inverse?.relationship.isOrdered ?? false
  }
}
