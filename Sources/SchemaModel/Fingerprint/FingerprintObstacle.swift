/// A reason why a fingerprint that Core Data would compute cannot be computed from a model.
public indirect enum FingerprintObstacle: Error, Hashable, Sendable {
  /// The entity has a hash modifier and a uniqueness constraint; their order in the hash is not known.
  case entityHashModifier(entity: String)
  /// A composite or an enumeration has a hash modifier; whether the modifier is hashed is not known.
  case compositeHashModifier(property: String)
  /// The attribute is derived by a function other than a count, or has a hash modifier; how such an attribute
  /// is hashed is not known.
  case derivedAttribute(property: String)
  /// The entity has more than one uniqueness constraint; how they are joined is not known.
  case severalUniquenessConstraints(entity: String)
  /// A composite holds a composite or an enumeration; how they nest is not known.
  case nestedComposite(property: String)
  /// The attribute is a list of values that are not plain; how it is stored is not known.
  case arrayOfStructures(property: String)
  /// The attribute is stored outside and preserved on deletion; how both are marked is not known.
  case externalAndPreserved(property: String)
  /// The model of a store has a negative maximum, which is hashed but cannot be declared in a schema.
  case negativeMaximum(property: String)
  /// The order of two names depends on letters outside ASCII.
  case nameOrder(String, String)
  /// The attribute's type is not declared in the schema.
  case undeclaredType(String, property: String)
  /// The parent is not declared in the schema.
  case undeclaredParent(String)
  /// The entity inherits from itself.
  case cyclicInheritance(entity: String)
  /// Two entities have the same name.
  case duplicateEntity(String)
  /// The hash of an entity that this fingerprint includes is unknown.
  case entity(String, FingerprintObstacle)
}

extension FingerprintObstacle: CustomStringConvertible {
  /// The reason as a clause that follows 'cannot compute it: '.
  public var description: String {
    switch self {
    case .entityHashModifier(let entity):
      "'\(entity)' has a hash modifier and a uniqueness constraint, and which is hashed first is not "
        + "known"
    case .compositeHashModifier(let property):
      "'\(property)' is a composite with a hash modifier, which no known store has"
    case .derivedAttribute(let property):
      "'\(property)' is derived by something else than a key path or a count, and how that is hashed "
        + "is not known"
    case .severalUniquenessConstraints(let entity):
      "'\(entity)' has several uniqueness constraints, and how they are joined is not known"
    case .nestedComposite(let property):
      "'\(property)' is a composite inside a composite, and how they nest is not known"
    case .arrayOfStructures(let property):
      "'\(property)' is a list of structured values, and how it is stored is not known"
    case .externalAndPreserved(let property):
      "'\(property)' is both external and preserved on deletion, which no known store has"
    case .negativeMaximum(let property):
      "'\(property)' has a negative maximum in the store's own model, which no schema says"
    case .nameOrder(let first, let second):
      "the order of '\(first)' and '\(second)' depends on letters outside ASCII"
    case .undeclaredType(let type, let property):
      "the type '\(type)' of '\(property)' is not declared"
    case .undeclaredParent(let parent):
      "the parent '\(parent)' is not declared"
    case .cyclicInheritance(let entity):
      "'\(entity)' inherits from itself"
    case .duplicateEntity(let entity):
      "two entities are named '\(entity)'"
    case .entity(let entity, let obstacle):
      "the hash of '\(entity)' is part of it, and \(obstacle)"
    }
  }
}
