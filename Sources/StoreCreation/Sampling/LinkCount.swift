internal import SchemaModel

/// The number of links that an object can have at one end of an association.
struct LinkCount: Hashable {
  /// The smallest number.
  let minimum: Int
  /// The largest number; nil for no limit.
  let maximum: Int?

  /// Whether the number of links is limited.
  var isBounded: Bool { minimum > 0 || maximum != nil }

  private init(minimum: Int, maximum: Int?) {
    self.minimum = minimum
    self.maximum = maximum
  }

  /// The allowed number that is nearest to the wanted one.
  func nearest(to wanted: Int) -> Int { max(minimum, min(wanted, maximum ?? wanted)) }

  /// The number of links that a relationship declares.
  init(_ relationship: Relationship) {
    switch relationship.cardinality {
    case .toOne: self.init(minimum: relationship.isOptional ? 0 : 1, maximum: 1)
    case .toMany:
      self.init(
        minimum: max(0, relationship.minimumCount ?? 0),
        // A maximum of zero is no limit, as in Core Data.
        maximum: relationship.maximumCount.flatMap { $0 > 0 ? $0 : nil })
    }
  }

  /// The number of links at the end without an inverse.
  ///
  /// The destination of a to-many relationship has only one owner.
  fileprivate static func withoutInverse(of kind: Association.Kind) -> LinkCount {
    switch kind {
    case .toOne: LinkCount(minimum: 0, maximum: nil)
    case .manyToMany: LinkCount(minimum: 0, maximum: 1)
    }
  }
}

extension Association {
  /// The number of links of an object at the primary end.
  var countAtPrimary: LinkCount { LinkCount(primary.relationship) }

  /// The number of links of an object at the other end.
  var countAtInverse: LinkCount {
    inverse.map { LinkCount($0.relationship) } ?? .withoutInverse(of: kind)
  }
}
