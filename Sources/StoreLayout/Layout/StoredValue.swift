package import SQLite
package import SchemaModel

extension Schema {
  /// The declared type of an attribute's column; for an external value, the type of its file's name.
  package func columnType(of attribute: Attribute) -> String {
    attribute.storage == .external ? "TEXT" : columnType(of: attribute.type)
  }

  /// The declared type of a column for values of a type.
  package func columnType(of type: AttributeType) -> String {
    switch type {
    case .bool, .int16, .int32, .int64: "INTEGER"
    case .float, .double, .date: "REAL"
    case .string, .uuid, .url, .decimal, .array, .composite: "TEXT"
    case .data, .transformable: "BLOB"
    case .enumeration(.inline): "TEXT"
    case .enumeration(.named(let name)):
      enumeration(named: name)?.rawType == .int ? "INTEGER" : "TEXT"
    }
  }

  /// The value of a column's DEFAULT clause; nil unless the attribute's default is a constant stored in the
  /// row.
  package func constantDefault(of attribute: Attribute) -> SQLValue? {
    guard case .literal(let literal)? = attribute.defaultValue, attribute.storage == .inline else {
      return nil
    }
    return storedValue(of: literal, as: attribute.type)
  }

  /// The stored form of a literal of a type; nil for a literal that the type cannot have.
  package func storedValue(of literal: Literal, as type: AttributeType) -> SQLValue? {
    switch (type, literal) {
    case (.bool, .bool(let flag)): .integer(flag ? 1 : 0)
    case (.int16, .int(let number)): Int16(exactly: number).map { .integer(Int64($0)) }
    case (.int32, .int(let number)): Int32(exactly: number).map { .integer(Int64($0)) }
    case (.int64, .int(let number)): .integer(number)
    case (.double, .double(let number)), (.date, .date(let number)), (.date, .double(let number)):
      .real(number)
    case (.double, .int(let number)), (.date, .int(let number)): .real(Double(number))
    case (.float, .double(let number)): .real(Double(Float(number)))
    case (.float, .int(let number)): .real(Double(Float(number)))
    case (.decimal, .int(let number)): .text("\(number)")
    case (.decimal, .double(let number)): .text("\(number)")
    case (.uuid, .string(let text)): .text(text.uppercased())
    case (.string, .string(let text)), (.url, .string(let text)), (.decimal, .string(let text)):
      .text(text)
    case (.data, .data(let bytes)), (.transformable, .data(let bytes)): .blob(bytes)
    case (.enumeration, _): storedCase(of: literal, as: type)
    case (.array, .array), (.composite, .object): .text(LiteralJSON.text(of: literal))
    default: nil
    }
  }

  /// The stored form of a case, given by its name or by its stored value.
  private func storedCase(of literal: Literal, as type: AttributeType) -> SQLValue? {
    let cases = cases(of: type) ?? []
    let named =
      cases.first { .string($0.name) == literal } ?? cases.first { $0.rawValue == literal }
    switch named?.rawValue ?? literal {
    case .string(let text): return .text(text)
    case .int(let number): return .integer(number)
    default: return nil
    }
  }
}
