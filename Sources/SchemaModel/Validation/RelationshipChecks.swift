internal import Diagnostics

/// An invalid destination, inverse or count of a relationship.
enum RelationshipProblem: SchemaProblem {
  case unknownDestination(String, relationship: String)
  case unknownInverse(String, relationship: String)
  case removedInverse(String, relationship: String)
  case attributeAsInverse(String, relationship: String)
  case mismatch(MismatchedInverse)
  case toManyOnly(key: String, relationship: String)
  case countBelow(Int, key: String, relationship: String)
  case toOneMinimum(Int, relationship: String)
  case crossedCounts(relationship: String)

  var code: String {
    switch self {
    case .unknownDestination: "unknown-entity"
    case .unknownInverse, .removedInverse, .attributeAsInverse: "unknown-inverse"
    case .mismatch: MismatchedInverse.code
    case .toManyOnly: "misplaced-key"
    case .countBelow, .toOneMinimum, .crossedCounts: "invalid-bound"
    }
  }

  var description: String {
    switch self {
    case .unknownDestination(let entity, let relationship):
      "'\(relationship)' leads to '\(entity)', which is not an entity"
    case .unknownInverse(let inverse, let relationship):
      "the inverse of '\(relationship)' is '\(inverse)', which does not exist"
    case .removedInverse(let inverse, let relationship):
      "the inverse of '\(relationship)' is '\(inverse)', which is removed here"
    case .attributeAsInverse(let inverse, let relationship):
      "the inverse of '\(relationship)' is '\(inverse)', which is an attribute"
    case .mismatch(let mismatch): mismatch.description
    case .toManyOnly(let key, let relationship):
      "'\(relationship)' leads to one object, and '\(key)' is for 'toMany'"
    case .countBelow(let least, let key, let relationship):
      "'\(key)' of '\(relationship)' is below \(least)"
    case .toOneMinimum(let count, let relationship):
      "'\(relationship)' leads to one object, and its 'min' is \(count)"
    case .crossedCounts(let relationship): "'min' of '\(relationship)' is above its 'max'"
    }
  }
}

extension SchemaValidation {
  /// Checks a relationship: its destination, its inverse, and its numbers of linked objects.
  mutating func check(_ relationship: Relationship, of entity: Entity) {
    let name = "\(entity.name).\(relationship.name)"
    let path = SchemaPath.property(relationship.name, of: entity.name, .relationships)
    if schema.entity(named: relationship.destination) == nil {
      report(
        RelationshipProblem.unknownDestination(relationship.destination, relationship: name),
        at: path.appending(relationship.cardinality.rawValue),
        unknownEntity: relationship.destination, of: name)
    } else {
      checkInverseExists(of: relationship, named: name, at: path.appending("inverse"))
    }
    checkCounts(of: relationship, named: name, at: path)
  }

  private mutating func checkInverseExists(
    of relationship: Relationship, named name: String, at path: SchemaPath
  ) {
    let destination = relationship.destination
    guard let inverse = relationship.inverse,
      schema.relationship(named: inverse, of: destination) == nil
    else { return }
    let candidates = schema.allRelationships(of: destination).map(\.name)
    if let removal = removal(of: inverse, from: destination) {
      report(
        RelationshipProblem.removedInverse("\(destination).\(inverse)", relationship: name),
        at: removal,
        notes: [.init("list '\(name)' under 'removed' too, or give it another inverse")])
    } else if let found = schema.attribute(named: inverse, of: destination) {
      let problem = RelationshipProblem.attributeAsInverse(
        "\(destination).\(inverse)", relationship: name)
      let rename = SchemaPath.property(inverse, of: found.owner, .attributes)
        .appending("renamedFrom")
      guard isWritten(rename) else {
        return report(problem, at: path, unknown: inverse, among: candidates)
      }
      report(
        problem, at: rename,
        notes: [.init("list '\(name)' under 'removed', or give it another inverse")])
    } else {
      report(
        RelationshipProblem.unknownInverse("\(destination).\(inverse)", relationship: name),
        at: path, unknown: inverse, among: candidates)
    }
  }

  /// The path at which a version lists a relationship of an entity, or of an ancestor, as removed.
  private func removal(of relationship: String, from entity: String) -> SchemaPath? {
    schema.lineage(of: entity).map { owner in
      let path = SchemaPath.property(relationship, of: owner.name, .relationships)
      return SchemaPath(["removed"] + path.components)
    }.first(where: isWritten)
  }

  /// Checks that existing inverses lead back.
  mutating func checkMismatchedInverses() {
    for mismatch in schema.mismatchedInverses {
      report(
        RelationshipProblem.mismatch(mismatch),
        at: .property(mismatch.relationship, of: mismatch.entity, .relationships)
          .appending("inverse"),
        notes: [
          .init(
            "'\(mismatch.inverseEntity).\(mismatch.inverse)' is here",
            at: location(
              of: .property(mismatch.inverse, of: mismatch.inverseEntity, .relationships)))
        ])
    }
  }

  private mutating func checkCounts(
    of relationship: Relationship, named name: String, at path: SchemaPath
  ) {
    guard relationship.cardinality == .toMany else {
      let keys = [
        ("ordered", relationship.isOrdered), ("max", relationship.maximumCount != nil),
      ]
      for (key, isPresent) in keys where isPresent {
        report(
          RelationshipProblem.toManyOnly(key: key, relationship: name), at: path.appending(key))
      }
      // A minimum of 1 repeats that the relationship is required, and Core Data hashes it.
      if let minimum = relationship.minimumCount, !(0...1).contains(minimum) {
        report(
          RelationshipProblem.toOneMinimum(minimum, relationship: name), at: path.appending("min"))
      }
      return
    }
    checkCount(relationship.minimumCount, atLeast: 0, "min", of: name, at: path)
    checkCount(relationship.maximumCount, atLeast: 1, "max", of: name, at: path)
    if let minimum = relationship.minimumCount, let maximum = relationship.maximumCount,
      minimum > maximum
    {
      report(RelationshipProblem.crossedCounts(relationship: name), at: path.appending("min"))
    }
  }

  private mutating func checkCount(
    _ count: Int?, atLeast least: Int, _ key: String, of name: String, at path: SchemaPath
  ) {
    guard let count, count < least else { return }
    report(
      RelationshipProblem.countBelow(least, key: key, relationship: name), at: path.appending(key))
  }
}
