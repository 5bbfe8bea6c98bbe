internal import SchemaModel

extension Schema {
  /// A value that an attribute could begin with, as a schema file writes it: `0`, `""`, `now()`;
  /// nil for types without one that suggests itself.
  ///
  /// It is something to start from. Whether it is right is for the team to say.
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
