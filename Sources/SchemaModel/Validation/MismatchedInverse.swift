/// A relationship whose inverse does not lead back to it.
public struct MismatchedInverse: Hashable, Sendable {
  /// A claim of the inverse that contradicts the relationship.
  public enum Reason: Hashable, Sendable {
    /// The inverse names another relationship as its inverse.
    case otherInverse(String)
    /// The inverse leads to an entity that is not related to the relationship's own.
    case otherDestination(String)
  }

  /// The code of the problem, both in diagnostics and as a lint rule.
  public static let code = "inverse-mismatch"

  /// The entity that declares the relationship.
  public var entity: String
  /// The relationship.
  public var relationship: String
  /// The entity that declares the inverse.
  public var inverseEntity: String
  /// The relationship that is named as inverse.
  public var inverse: String
  /// The claim of the inverse that contradicts the relationship.
  public var reason: Reason
}

extension MismatchedInverse: CustomStringConvertible {
  /// The problem in words.
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
  /// An inverse that names no inverse itself is left out, because it is incomplete, not wrong. An inverse
  /// that names a missing relationship, or leads to a missing entity, is left out, because that mistake is
  /// reported by itself.
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
