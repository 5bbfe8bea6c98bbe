package import SQLite
package import SchemaModel

extension SQLValue {
  /// Whether a type holds the value exactly, so that a migration converts it; nil if there is no conversion
  /// to that type.
  package func isConvertible(to type: AttributeType) -> Bool? {
    switch type {
    case .enumeration(.inline(let cases)):
      if case .text(let text) = self { return cases.contains(text) }
      return self == .null
    case .url:
      if case .text(let text) = self { return ValueSpelling.isURL(text) }
      return self == .null
    case .transformable, .array, .enumeration, .composite: return nil
    case .string, .int16, .int32, .int64, .bool, .float, .double, .decimal, .date, .uuid, .data:
      return ValueConversion.convert(self, to: type) != nil
    }
  }
}
