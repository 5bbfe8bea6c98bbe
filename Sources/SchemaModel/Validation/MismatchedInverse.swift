/// A relationship whose inverse does not lead back to it.
public struct MismatchedInverse: Hashable, Sendable {
  /// What the inverse says instead.
  public enum Reason: Hashable, Sendable {
    /// It has another inverse.
    case otherInverse(String)
    /// It leads to an entity that is no relative of the one that declares the relationship.
    case otherDestination(String)
  }

  /// The kind of problem, in diagnostics and as a lint rule.
  public static let code = "inverse-mismatch"

  /// The entity that declares the relationship.
  public var entity: String
  /// The relationship.
  public var relationship: String
  /// The entity that declares the inverse.
  public var inverseEntity: String
  /// The relationship that is named as inverse.
  public var inverse: String
  /// What it says instead.
  public var reason: Reason
}

extension MismatchedInverse: CustomStringConvertible {
  /// What is wrong, as a diagnostic says it.
  public var description: String {
    let claim = "'\(entity).\(relationship)' names '\(inverseEntity).\(inverse)' as its inverse"
    return switch reason {
    case .otherInverse(let name): "\(claim), and that names '\(name)'"
    case .otherDestination(let name): "\(claim), and that leads to '\(name)'"
    }
  }
}

extension Schema {
  /// Every relationship whose inverse exists but does not lead back, in the order of declaration.
  ///
  /// An inverse that names no inverse itself is not among them: it is incomplete, not wrong. Neither is one
  /// whose own end does not exist, which is a mistake by itself.
  public var mismatchedInverses: [MismatchedInverse] {
    entities.flatMap { entity in
      entity.relationships.compactMap { mismatch(of: $0, in: entity.name) }
    }
  }

  private func mismatch(of relationship: Relationship, in entity: String) -> MismatchedInverse? {
    guard let name = relationship.inverse,
      let (owner, inverse) = self.relationship(named: name, of: relationship.destination),
      self.entity(named: inverse.destination) != nil
    else { return nil }
    let isRelative =
      isEntity(entity, orDescendantOf: inverse.destination)
      || isEntity(inverse.destination, orDescendantOf: entity)
    let reason: MismatchedInverse.Reason
    if !isRelative {
      reason = .otherDestination(inverse.destination)
    } else if let other = inverse.inverse, other != relationship.name,
      self.relationship(named: other, of: inverse.destination) != nil
    {
      reason = .otherInverse("\(inverse.destination).\(other)")
    } else {
      return nil
    }
    return MismatchedInverse(
      entity: entity, relationship: relationship.name, inverseEntity: owner, inverse: name,
      reason: reason)
  }
}
