internal import SchemaModel

extension Schema {
  /// A possible default of an attribute in the notation of a schema file: `0`, `""`, `now()`.
  ///
  /// Nil for types without an obvious value. It is a starting point; the team decides whether it is right.
  func placeholder(for attribute: Attribute) -> String? {
    if attribute.minimum != nil || attribute.pattern != nil { return nil }
    return switch attribute.type {
    case .string: "\"\""
    case .int16, .int32, .int64, .float, .double: "0"
    case .decimal: "\"0\""
    case .bool: "false"
    case .date: "now()"
    case .uuid: "uuid()"
    case .array: "[]"
    case .enumeration: cases(of: attribute.type)?.first?.name
    case .url, .data, .transformable, .composite: nil
    }
  }
}
