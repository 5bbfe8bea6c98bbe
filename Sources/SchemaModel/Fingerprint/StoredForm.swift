/// The form in which Core Data stores an attribute: one value, or a composite of several.
///
/// SwiftData stores an enumeration as a composite. It has one leaf named like the property, or one text leaf
/// for each case if the enumeration has no raw values.
///
/// A struct is a composite whose leaves are all optional, whatever the source declares. A struct with its own
/// encoding code is an exception: no source of such a struct is known, only the models in stores.
///
/// A list of plain values is opaque on a model, and JSON bytes inside a struct.
enum StoredForm: Equatable {
  /// One value.
  case value(CoreDataType)
  /// Several values, hashed by their names alone.
  case composite([Leaf])

  /// One value of a composite.
  struct Leaf: Equatable {
    /// The leaf's name.
    var name: String
    /// The type of the value.
    var type: CoreDataType
    /// Whether it may have no value.
    var isOptional = true
    /// A text that changes the hash on purpose.
    var hashModifier: String?
    /// Whether the value is stored outside the row, or outlives its object.
    var isMarked = false
  }
}

/// The numbers by which Core Data identifies the types of attributes (`NSAttributeType`).
enum CoreDataType: Int {
  case int16 = 100
  case int32 = 200
  case int64 = 300
  case decimal = 400
  case double = 500
  case float = 600
  case string = 700
  case bool = 800
  case date = 900
  case data = 1000
  case uuid = 1100
  case url = 1200
  case transformable = 1800

  /// The type of a plain value; nil for types that have a structure.
  init?(plain type: AttributeType) {
    guard case .plain(let plain) = type.structure else { return nil }
    self = plain
  }
}

/// The structure of a type, as far as it decides how values are stored.
private enum TypeStructure {
  /// One value of a type that Core Data knows.
  case plain(CoreDataType)
  /// A list of values.
  case array(of: AttributeType)
  /// One of several cases.
  case enumeration(Enumeration.Reference)
  /// Several named values.
  case composite(String)
}

extension AttributeType {
  fileprivate var structure: TypeStructure {
    switch self {
    case .string: .plain(.string)
    case .int16: .plain(.int16)
    case .int32: .plain(.int32)
    case .int64: .plain(.int64)
    case .bool: .plain(.bool)
    case .float: .plain(.float)
    case .double: .plain(.double)
    case .decimal: .plain(.decimal)
    case .date: .plain(.date)
    case .uuid: .plain(.uuid)
    case .url: .plain(.url)
    case .data: .plain(.data)
    case .transformable: .plain(.transformable)
    case .array(let element): .array(of: element)
    case .enumeration(let reference): .enumeration(reference)
    case .composite(let name): .composite(name)
    }
  }
}

/// The types that a schema declares, by name.
struct DeclaredTypes {
  private let enumerations: [String: Enumeration]
  private let composites: [String: Composite]
  private let requiresLeaves: Bool

  /// The types of a schema; if two have the same name, the first is found.
  ///
  /// A leaf may be required if a struct encodes itself, as in the models of some stores.
  init(_ schema: Schema, requiresLeaves: Bool) {
    self.requiresLeaves = requiresLeaves
    enumerations = Dictionary(schema.enumerations.map { ($0.name, $0) }) { first, _ in first }
    composites = Dictionary(schema.composites.map { ($0.name, $0) }) { first, _ in first }
  }

  /// The form in which Core Data stores an attribute of an entity.
  func storedForm(of attribute: Attribute) throws(FingerprintObstacle) -> StoredForm {
    switch attribute.type.structure {
    case .plain(let type): return .value(type)
    case .array(let element):
      guard CoreDataType(plain: element) != nil else {
        throw FingerprintObstacle.arrayOfStructures(property: attribute.name)
      }
      return .value(.transformable)
    case .enumeration(let reference):
      return .composite(try leaves(of: reference, for: attribute))
    case .composite(let name):
      return .composite(try leaves(ofComposite: name, for: attribute))
    }
  }

  private func leaves(
    of reference: Enumeration.Reference, for attribute: Attribute
  ) throws(FingerprintObstacle) -> [StoredForm.Leaf] {
    guard case .named(let name) = reference else {
      return [.init(name: attribute.name, type: .string)]
    }
    guard let enumeration = enumerations[name] else {
      throw FingerprintObstacle.undeclaredType(name, property: attribute.name)
    }
    switch enumeration.rawType {
    case .string: return [.init(name: attribute.name, type: .string)]
    case .int: return [.init(name: attribute.name, type: .int64)]
    case .none: return enumeration.cases.map { .init(name: $0.name, type: .string) }
    }
  }

  private func leaves(
    ofComposite name: String, for attribute: Attribute
  ) throws(FingerprintObstacle) -> [StoredForm.Leaf] {
    guard let composite = composites[name] else {
      throw FingerprintObstacle.undeclaredType(name, property: attribute.name)
    }
    var leaves: [StoredForm.Leaf] = []
    for element in composite.elements where !element.isTransient {
      let type = try leafType(of: element, in: attribute)
      leaves.append(
        .init(
          name: element.name, type: type, isOptional: !requiresLeaves || element.isOptional,
          hashModifier: element.hashModifier,
          isMarked: try element.isMarked))
    }
    return leaves
  }

  private func leafType(
    of element: Attribute, in attribute: Attribute
  ) throws(FingerprintObstacle) -> CoreDataType {
    if case .array = element.type { return .data }
    guard let type = CoreDataType(plain: element.type) else {
      throw FingerprintObstacle.nestedComposite(property: "\(attribute.name).\(element.name)")
    }
    return type
  }
}
