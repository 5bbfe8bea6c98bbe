internal import Digests
internal import JSON
package import SchemaModel

/// Writes literals as the JSON text in a column of arrays or composites.
package enum LiteralJSON {
  /// The JSON text, without spaces; the keys of objects are sorted.
  package static func text(of literal: Literal) -> String {
    JSONWriter.line(of: JSONValue(literal))
  }
}

extension JSONValue {
  /// A literal in the JSON form of a column.
  init(_ literal: Literal) {
    self =
      switch literal {
      case .bool(let isTrue): .bool(isTrue)
      case .int(let number): .integer(number)
      case .double(let number), .date(let number): .number(number)
      case .string(let text): .string(text)
      case .data(let bytes): .string(bytes.base64)
      case .array(let elements): .list(elements) { JSONValue($0) }
      case .object(let parts):
        .object(parts.sorted { $0.key < $1.key }.map { Member($0.key, JSONValue($0.value)) })
      }
  }
}
