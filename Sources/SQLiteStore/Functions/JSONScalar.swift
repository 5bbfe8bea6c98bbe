internal import Digests
internal import SchemaModel

/// A part of a composite: a JSON text that is one scalar value.
enum JSONScalar {
  /// The JSON text of the value as the other type holds it; nil where it cannot be held exactly.
  static func convert(_ json: SQLValue, to target: AttributeType) -> SQLValue? {
    guard case .text(let text) = json else { return json == .null ? .null : nil }
    guard let value = value(of: text) else { return nil }
    if value == .null { return .null }
    return ValueConversion.convert(value, to: target).flatMap { encoded($0, as: target) }
      .map(SQLValue.text)
  }

  /// What a JSON scalar says; nil for lists, objects and what is no JSON.
  private static func value(of text: String) -> SQLValue? {
    switch text {
    case "null": return .null
    case "true": return .integer(1)
    case "false": return .integer(0)
    case _ where text.hasPrefix("\""): return unquoted(text).map(SQLValue.text)
    default: return Int64(text).map(SQLValue.integer) ?? Double(text).map(SQLValue.real)
    }
  }

  private static func encoded(_ value: SQLValue, as type: AttributeType) -> String? {
    switch value {
    case .integer(let number) where type == .bool: return number == 1 ? "true" : "false"
    case .integer(let number): return LiteralJSON.text(of: .int(number))
    case .real(let number): return number.isFinite ? LiteralJSON.text(of: .double(number)) : nil
    case .text(let text): return LiteralJSON.text(of: .string(text))
    case .blob(let bytes): return LiteralJSON.text(of: .data(bytes))
    case .null: return "null"
    case .invalidText: return nil
    }
  }

  private static func unquoted(_ text: String) -> String? {
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars.dropFirst().dropLast()[...]
    var high: UInt32?
    while let scalar = rest.popFirst() {
      guard scalar == "\\" else {
        result.append(scalar)
        continue
      }
      guard let escape = rest.popFirst() else { return nil }
      guard escape == "u" else {
        guard let plain = escapes[escape] else { return nil }
        result.append(plain)
        continue
      }
      guard rest.count >= 4,
        let unit = UInt32(String(String.UnicodeScalarView(rest.prefix(4))), radix: 16)
      else { return nil }
      rest = rest.dropFirst(4)
      if (0xd800..<0xdc00).contains(unit) {
        high = unit
        continue
      }
      guard high == nil || (0xdc00..<0xe000).contains(unit),
        let decoded = Unicode.Scalar(
          high.map { 0x10000 + (($0 - 0xd800) << 10) + (unit - 0xdc00) } ?? unit)
      else { return nil }
      high = nil
      result.append(decoded)
    }
    return high == nil ? String(result) : nil
  }

  private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
    "\"": "\"", "\\": "\\", "/": "/", "b": "\u{8}", "f": "\u{c}", "n": "\n", "r": "\r", "t": "\t",
  ]
}
