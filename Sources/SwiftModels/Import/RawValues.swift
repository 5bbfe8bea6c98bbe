internal import SchemaModel

/// What Swift stores for the cases of an enumeration with raw values, or of one without.
enum RawValues {
  /// The cases with their stored values: as written, else the name, or one more than before.
  static func cases(_ cases: [CaseFacts], isInteger: Bool) -> [Enumeration.Case] {
    var next: Int64 = 0
    return cases.map { item in
      guard isInteger else {
        if case .literal(.string(let text))? = item.rawValue?.kind {
          return Enumeration.Case(item.name, rawValue: .string(text))
        }
        return Enumeration.Case(item.name, rawValue: .string(item.name))
      }
      if case .literal(.int(let number))? = item.rawValue?.kind { next = number }
      defer { next &+= 1 }
      return Enumeration.Case(item.name, rawValue: .int(next))
    }
  }
}

extension SourceProgram {
  /// The type of an enumeration's raw values; nil where it has none.
  func rawScalar(of id: TypeID) -> StoredScalar? {
    guard let part = self[id].parts.first, let first = part.inherited.first else { return nil }
    if case .scalar(let scalar) = resolve(first, in: Scope(file: part.file, type: self[id].parent))
    {
      return scalar
    }
    return nil
  }
}
