internal import SchemaModel

extension Schema {
  /// The availability attribute for platforms that support the model; nil if all do.
  ///
  /// Classes of SwiftData support inheritance only on these platforms. The attribute is written before the
  /// version and the plan, which name the classes.
  var platforms: String? {
    entities.contains { $0.parent != nil } ? "@available(iOS 26, macOS 26, *)" : nil
  }

  /// The model as SwiftData reads it from the written source.
  ///
  /// In this model nothing is ordered, and inverses that no relationship names are inferred.
  var inSwiftData: Schema {
    var result = self
    for (place, entity) in entities.enumerated() {
      result.entities[place].isAbstract = false
      result.entities[place].hashModifier = nil
      for (index, relationship) in entity.relationships.enumerated() {
        result.entities[place].relationships[index].isOrdered = false
        if let other = inferredInverse(of: relationship, in: entity) {
          result.entities[place].relationships[index].inverse = other.name
        }
      }
    }
    return result
  }

  /// The inverse that the platform infers for a relationship without a named inverse.
  ///
  /// It is the only relationship that leads back, and the given relationship must be the only one to its
  /// destination.
  func inferredInverse(of relationship: Relationship, in entity: Entity) -> Relationship? {
    guard relationship.inverse == nil, relationship.destination != entity.name,
      entity.relationships.count(where: { $0.destination == relationship.destination }) == 1
    else { return nil }
    let back = self.entity(named: relationship.destination)?.relationships.filter {
      $0.destination == entity.name
    }
    guard let other = back?.first, back?.count == 1, other.inverse == nil else { return nil }
    let toOnes = [relationship, other].filter { $0.cardinality == .toOne }
    guard !toOnes.isEmpty, toOnes.allSatisfy(\.isOptional) else { return nil }
    return other
  }
}

extension [SchemaDocument] {
  /// The pairs of versions that are identical to SwiftData, the earlier one first.
  ///
  /// Each later version is listed once.
  var twinsInSwiftData: [(first: Int, second: Int)] {
    let checksums = map { $0.schema.inSwiftData.checksum.value }
    return indices.compactMap { second in
      guard let checksum = checksums[second] else { return nil }
      return checksums[..<second].firstIndex(of: checksum).map { ($0, second) }
    }
  }
}
