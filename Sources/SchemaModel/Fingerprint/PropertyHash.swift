/// The part of an entity's hash that one property contributes.
struct PropertyHash {
  /// The property's name, by which the parts are sorted.
  var name: String
  /// The SHA-256 digest that enters the entity's hash.
  var hash: VersionHash

  /// The part of an attribute.
  init(_ attribute: Attribute, types: DeclaredTypes) throws(FingerprintObstacle) {
    name = attribute.name
    if let derivation = attribute.derivation {
      hash = try Self.hash(ofDerivation: derivation, of: attribute)
      return
    }
    switch try types.storedForm(of: attribute) {
    case .value(let type):
      hash = Self.hash(
        name, isOptional: attribute.isOptional, modifier: attribute.hashModifier, type: type,
        isMarked: try attribute.isMarked)
    case .composite(let leaves):
      guard attribute.hashModifier == nil else {
        throw FingerprintObstacle.compositeHashModifier(property: attribute.name)
      }
      hash = try Self.hash(of: leaves)
    }
  }

  /// The part of a relationship.
  ///
  /// A to-one has a maximum of 1, and a to-many without a bound has a maximum of 0. The minimum is 0 unless
  /// it is declared, for a required relationship too.
  init(_ relationship: Relationship) {
    name = relationship.name
    var input = HashInput()
    input.append(
      Self.prefix(
        name, isOptional: relationship.isOptional, modifier: relationship.hashModifier))
    input.append(relationship.destination)
    input.append(relationship.inverse ?? "")
    input.append(relationship.cardinality == .toOne ? 1 : relationship.maximumCount ?? 0)
    input.append(relationship.minimumCount ?? 0)
    if relationship.isOrdered {
      input.append(true)
      input.append(false)
    }
    hash = input.hash
  }

  /// The hash of a derived attribute, which covers its expression but not its name, type or optionality.
  ///
  /// Core Data writes a count as a function of its key path. No known store has another function, or a
  /// modifier.
  private static func hash(
    ofDerivation derivation: String, of attribute: Attribute
  ) throws(FingerprintObstacle) -> VersionHash {
    let suffix = ".@count"
    let path =
      derivation.hasSuffix(suffix) ? String(derivation.dropLast(suffix.count)) : derivation
    guard path.isKeyPath, attribute.hashModifier == nil else {
      throw .derivedAttribute(property: attribute.name)
    }
    var input = HashInput()
    input.append(path == derivation ? path : "count:(\(path))")
    return input.hash
  }

  /// The hash of a composite's leaves; the composite's own name, optionality and type are not hashed.
  private static func hash(of leaves: [StoredForm.Leaf]) throws(FingerprintObstacle) -> VersionHash
  {
    let sorted = leaves.sorted { NameOrder.precedes($0.name, $1.name) }
    if let doubt = NameOrder.doubt(in: sorted.map(\.name)) { throw doubt }
    var input = HashInput()
    for leaf in sorted {
      input.append(
        hash(
          leaf.name, isOptional: leaf.isOptional, modifier: leaf.hashModifier, type: leaf.type,
          isMarked: leaf.isMarked))
    }
    return input.hash
  }

  private static func hash(
    _ name: String, isOptional: Bool, modifier: String?, type: CoreDataType, isMarked: Bool
  ) -> VersionHash {
    var input = HashInput()
    input.append(prefix(name, isOptional: isOptional, modifier: modifier))
    input.append(type.rawValue)
    if isMarked { input.append(true) }
    return input.hash
  }

  /// The hash of the parts that attributes and relationships have in common.
  ///
  /// The second flag is zero in every known store.
  private static func prefix(_ name: String, isOptional: Bool, modifier: String?) -> VersionHash {
    var input = HashInput()
    input.append(name)
    input.append(isOptional)
    input.append(false)
    if let modifier { input.append(modifier) }
    return input.hash
  }
}

extension String {
  /// Whether the text consists of names joined by dots.
  fileprivate var isKeyPath: Bool {
    split(separator: ".", omittingEmptySubsequences: false).allSatisfy { name in
      !name.isEmpty && name.utf8.allSatisfy(\.isWordByte)
    }
  }
}

extension UInt8 {
  /// Whether it is an ASCII letter, a digit or an underscore.
  var isWordByte: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5a, 0x5f, 0x61...0x7a: true
    default: false
    }
  }
}

extension Attribute {
  /// Whether the hash marks the attribute as external or as preserved on deletion.
  var isMarked: Bool {
    get throws(FingerprintObstacle) {
      let isExternal = storage == .external
      guard !(isExternal && preservesValueOnDeletion) else {
        throw .externalAndPreserved(property: name)
      }
      return isExternal || preservesValueOnDeletion
    }
  }
}
