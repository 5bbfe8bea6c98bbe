internal import Digests
internal import JSON
internal import SQLite
internal import SchemaModel

/// A JSON text of one scalar value, or of a list of scalars: a part of a composite, or an array.
enum JSONScalar {
  /// The JSON text of a list with every element as the other type holds it; nil if an element cannot be held
  /// exactly.
  static func convertElements(_ json: SQLValue, to target: AttributeType) -> SQLValue? {
    guard case .text(let text) = json else { return json == .null ? .null : nil }
    guard case .array(let elements)? = value(of: text)?.content else { return nil }
    var converted: [JSONValue] = []
    for element in elements {
      guard let element = convert(element, to: target) else { return nil }
      converted.append(element)
    }
    return .text(JSONWriter.line(of: .array(converted)))
  }

  /// The JSON text of the value as the other type holds it; nil if it cannot be held exactly.
  static func convert(_ json: SQLValue, to target: AttributeType) -> SQLValue? {
    guard case .text(let text) = json else { return json == .null ? .null : nil }
    guard let value = value(of: text).flatMap({ convert($0, to: target) }) else { return nil }
    return value.content == .null ? .null : .text(JSONWriter.line(of: value))
  }

  private static func value(of text: String) -> JSONValue? {
    try? JSONReader.value(of: Array(text.utf8), file: "")
  }

  private static func convert(_ json: JSONValue, to target: AttributeType) -> JSONValue? {
    let value: SQLValue
    switch json.content {
    case .null: return .null
    case .bool(let isTrue): value = .integer(isTrue ? 1 : 0)
    case .string(let text): value = .text(text)
    case .number(let digits):
      guard let number = Int64(digits).map(SQLValue.integer) ?? Double(digits).map(SQLValue.real)
      else { return nil }
      value = number
    case .array, .object: return nil
    }
    return ValueConversion.convert(value, to: target).flatMap { encoded($0, as: target) }
  }

  /// The JSON of a value of a type; nil if JSON cannot express it.
  static func encoded(_ value: SQLValue, as type: AttributeType) -> JSONValue? {
    switch value {
    case .integer(let number): type == .bool ? .bool(number == 1) : .integer(number)
    case .real(let number): number.isFinite ? .number(number) : nil
    case .text(let text): .string(text)
    case .blob(let bytes): .string(bytes.base64)
    case .null: .null
    case .invalidText: nil
    }
  }
}
