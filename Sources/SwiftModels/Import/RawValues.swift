internal import SchemaModel

/// What Swift stores for the cases of an enumeration with raw values, or of one without.
enum RawValues {
  /// The cases with their stored values: as written, else the name, or one more than before.
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

/// What the raw values of an enumeration are.
enum RawForm: Hashable {
  /// There are none.
  case none
  /// Texts.
  case text
  /// Integers that the platform stores as such.
  case integer
  /// What nobody has shown the form of in a store: texts, integers, or neither of them; in words.
  case unknown(String, Enumeration.RawType)

  /// How a schema file says it.
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
  /// What is stored for a case of an enumeration; nil where there is no such case, or where the form
  /// of its values is not known.
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

  /// What the raw values of an enumeration are.
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
      // What stands first is a protocol, unless it has values that are written.
      let cases = self[id].parts.flatMap(\.members.cases)
      return cases.contains { $0.rawValue != nil }
        ? .unknown("an enumeration of '\(first)'", .none) : .none
    }
  }
}
