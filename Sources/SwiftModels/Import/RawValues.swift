internal import SchemaModel

/// The stored values of the cases of an enumeration, with or without raw values.
enum RawValues {
  /// The cases with their stored values: as written, or the name, or the previous value plus one.
  static func cases(
    _ cases: [CaseFacts], as type: Enumeration.RawType
  ) -> [Enumeration.Case] {
    var next: Int64 = 0
    return cases.map { item in
      switch type {
      case .none: return Enumeration.Case(item.name, rawValue: .string(item.name))
      case .string:
        if case .literal(.string(let text))? = item.rawValue?.kind {
          return Enumeration.Case(item.name, rawValue: .string(text))
        }
        return Enumeration.Case(item.name, rawValue: .string(item.name))
      case .int: break
      }
      if case .literal(.int(let number))? = item.rawValue?.kind { next = number }
      defer { next &+= 1 }
      return Enumeration.Case(item.name, rawValue: .int(next))
    }
  }
}

/// The kinds of raw values of an enumeration.
enum RawForm: Hashable {
  /// No raw values.
  case none
  /// Strings.
  case text
  /// Integers that the platform stores as integers.
  case integer
  /// Raw values whose stored form is not known: a description, and the type for a schema file.
  case unknown(String, Enumeration.RawType)

  /// The raw type in a schema file.
  var rawType: Enumeration.RawType {
    switch self {
    case .none: .none
    case .text: .string
    case .integer: .int
    case .unknown(_, let type): type
    }
  }
}

extension SourceProgram {
  /// The stored value of an enumeration case; nil if the case is missing, or if its form is not known.
  func storedValue(of name: String, in enumeration: TypeID) -> Literal? {
    let form = rawForm(of: enumeration)
    switch form {
    case .text, .integer: break
    case .unknown(_, let type): if type != .int { return nil }
    case .none: return nil
    }
    let cases = RawValues.cases(self[enumeration].parts.flatMap(\.members.cases), as: form.rawType)
    return cases.first { $0.name == name }?.rawValue
  }

  /// The kind of the raw values of an enumeration.
  func rawForm(of id: TypeID) -> RawForm {
    guard let part = self[id].parts.first, let first = part.inherited.first else { return .none }
    switch resolve(first, in: Scope(file: part.file, type: self[id].parent)) {
    case .scalar(.string): return .text
    case .scalar(.int), .scalar(.int64): return .integer
    case .scalar(.int16), .scalar(.int32):
      return .unknown("an enumeration of short integers", .int)
    case .unseen(let name) where SchemaAssembly.integers.contains(name):
      return .unknown("an enumeration of '\(name)'", .int)
    case .unseen(let name) where name == "StaticString",
      .unstorable(let name) where name == "Character":
      return .unknown("an enumeration of '\(name)'", .string)
    case .scalar: return .unknown("an enumeration of neither texts nor integers", .none)
    default:
      // The first inherited type is a protocol, unless cases have written raw values.
      let cases = self[id].parts.flatMap(\.members.cases)
      return cases.contains { $0.rawValue != nil }
        ? .unknown("an enumeration of '\(first)'", .none) : .none
    }
  }
}
