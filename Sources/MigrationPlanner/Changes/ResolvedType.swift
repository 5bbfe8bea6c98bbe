package import SchemaModel

/// An attribute's type with the names of shared types looked up in its schema.
indirect enum ResolvedType: Hashable, Sendable {
  case plain(AttributeType)
  case enumeration(ResolvedEnumeration)
  case composite(Composite)
  case array(ResolvedType)
}

/// The stored form of an enumeration, whatever its name.
struct ResolvedEnumeration: Hashable, Sendable {
  var rawType: Enumeration.RawType
  var cases: [Enumeration.Case]
}

extension Schema {
  /// The type with its name looked up.
  ///
  /// A name that the schema does not declare stays as it is.
  func resolved(_ type: AttributeType) -> ResolvedType {
    switch type {
    case .array(let element):
      return .array(resolved(element))
    case .enumeration(let reference):
      guard let cases = cases(of: type) else { return .plain(type) }
      guard case .named(let name) = reference, let shared = enumeration(named: name) else {
        return .enumeration(ResolvedEnumeration(rawType: .string, cases: cases))
      }
      return .enumeration(ResolvedEnumeration(rawType: shared.rawType, cases: cases))
    case .composite(let name):
      return composite(named: name).map { .composite($0) } ?? .plain(type)
    default:
      return .plain(type)
    }
  }

  /// The stored form of a type: `int64` for an enumeration of integers, an inline enumeration of its stored
  /// texts for any other enumeration.
  package func storedType(of type: AttributeType) -> AttributeType {
    switch resolved(type) {
    case .enumeration(let enumeration):
      if enumeration.rawType == .int { return .int64 }
      return .enumeration(.inline(enumeration.cases.map(\.storedText)))
    case .array:
      guard case .array(let element) = type else { return type }
      return .array(storedType(of: element))
    case .plain, .composite:
      return type
    }
  }
}

extension Schema {
  /// An attribute's default and type in stored form: for an enumeration, the stored value of the case that
  /// the default names.
  func storedDefault(
    _ value: DefaultValue, of type: AttributeType
  ) -> (value: DefaultValue, type: AttributeType) {
    let stored = storedType(of: type)
    guard case .literal(.string(let name)) = value,
      let meant = cases(of: type)?.first(where: { $0.name == name })
    else { return (value, stored) }
    return (.literal(meant.rawValue), stored)
  }
}

extension Enumeration.Case {
  /// The text that is stored for a case that is not an integer.
  fileprivate var storedText: String {
    if case .string(let text) = rawValue { text } else { name }
  }
}
