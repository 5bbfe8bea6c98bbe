internal import SchemaModel

/// How many links an object has at one end of an association.
struct LinkCount: Hashable {
  /// The fewest.
  let minimum: Int
  /// The most; nil for any number.
  let maximum: Int?

  /// Whether some number of links would be wrong.
  var isBounded: Bool { minimum > 0 || maximum != nil }

  private init(minimum: Int, maximum: Int?) {
    self.minimum = minimum
    self.maximum = maximum
  }

  /// A number of links that is allowed, as near to the wanted one as can be.
  func nearest(to wanted: Int) -> Int { max(minimum, min(wanted, maximum ?? wanted)) }

  /// What a relationship says of itself.
  init(_ relationship: Relationship) {
    switch relationship.cardinality {
    case .toOne: self.init(minimum: relationship.isOptional ? 0 : 1, maximum: 1)
    case .toMany:
      self.init(
        minimum: max(0, relationship.minimumCount ?? 0),
        // Nought is no bound, as for Core Data.
        maximum: relationship.maximumCount.flatMap { $0 > 0 ? $0 : nil })
    }
  }

  /// The links that nothing leads back along.
  ///
  /// Those of a to-many belong to one owner each.
  fileprivate static func withoutInverse(of kind: Association.Kind) -> LinkCount {
    switch kind {
    case .toOne: LinkCount(minimum: 0, maximum: nil)
    case .manyToMany: LinkCount(minimum: 0, maximum: 1)
    }
  }
}

extension Association {
  /// How many links an object has at the primary end.
  var countAtPrimary: LinkCount { LinkCount(primary.relationship) }

  /// How many links an object has at the other end.
  var countAtInverse: LinkCount {
    inverse.map { LinkCount($0.relationship) } ?? .withoutInverse(of: kind)
  }
}
