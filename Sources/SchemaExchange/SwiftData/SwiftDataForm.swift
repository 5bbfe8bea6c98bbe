internal import SchemaModel

extension Schema {
  /// The attribute that names the platforms which have what the model needs, if not all have it:
  /// classes of SwiftData inherit from one another only there.
  ///
  /// It stands before the version and the plan, which name the classes, and holds for all in them.
  var platforms: String? {
    entities.contains { $0.parent != nil } ? "@available(iOS 26, macOS 26, *)" : nil
  }

  /// The model as SwiftData makes it of the source that is written for it: nothing is ordered, and
  /// inverses that nobody names are inferred.
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

  /// The relationship that the platform takes for the inverse where none is named: the only one
  /// that leads back, of the only one that leads there.
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
  /// The places of the versions that are one to SwiftData, the earlier one first, each later one
  /// once.
  var twinsInSwiftData: [(first: Int, second: Int)] {
    let checksums = map { $0.schema.inSwiftData.checksum.value }
    return indices.compactMap { second in
      guard let checksum = checksums[second] else { return nil }
      return checksums[..<second].firstIndex(of: checksum).map { ($0, second) }
    }
  }
}
