internal import SQLite
internal import Digests
internal import SchemaModel

/// A JSON text that is one scalar value, or a list of such: a part of a composite, or an array.
enum JSONScalar {
  /// The JSON text of a list with every element as the other type holds it; nil where one cannot
  /// be held exactly.
  static func convertElements(_ json: SQLValue, to target: AttributeType) -> SQLValue? {
    guard case .text(let text) = json else { return json == .null ? .null : nil }
    guard let elements = elements(of: text) else { return nil }
    var converted: [String] = []
    for element in elements {
      switch convert(.text(element), to: target) {
      case .text(let text)?: converted.append(text)
      case .null?: converted.append("null")
      default: return nil
      }
    }
    return .text("[\(converted.joined(separator: ","))]")
  }

  /// The texts of the elements of a list; nil for anything else, and for lists within the list.
  private static func elements(of text: String) -> [String]? {
    let bytes = Array(text.utf8).trimmingSpaces
    guard bytes.first == UInt8(ascii: "["), bytes.last == UInt8(ascii: "]"), bytes.count > 1 else {
      return nil
    }
    let inner = bytes[1..<bytes.count - 1]
    guard inner.contains(where: { $0 > 0x20 }) else { return [] }
    var (result, start, isInText, isEscaped) = ([String](), inner.startIndex, false, false)
    for index in inner.indices {
      switch inner[index] {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\") where isInText: isEscaped = true
      case UInt8(ascii: "\""): isInText.toggle()
      case UInt8(ascii: ",") where !isInText:
        result.append(String(decoding: Array(inner[start..<index]).trimmingSpaces, as: UTF8.self))
        start = index + 1
      case UInt8(ascii: "["), UInt8(ascii: "{"): if !isInText { return nil }
      default: break
      }
    }
    return result + [String(decoding: Array(inner[start...]).trimmingSpaces, as: UTF8.self)]
  }

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

  /// The JSON text of a value of a type; nil where JSON has none.
  static func encoded(_ value: SQLValue, as type: AttributeType) -> String? {
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
        guard high == nil else { return nil }
        result.append(scalar)
        continue
      }
      guard let escape = rest.popFirst() else { return nil }
      guard escape == "u" else {
        guard high == nil, let plain = escapes[escape] else { return nil }
        result.append(plain)
        continue
      }
      // A sign would be taken for a digit.
      guard rest.count >= 4, rest.prefix(4).allSatisfy(\.properties.isASCIIHexDigit),
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

extension [UInt8] {
  /// The bytes without JSON's spaces at either end.
  fileprivate var trimmingSpaces: [UInt8] {
    let isSpace: (UInt8) -> Bool = { [0x20, 0x09, 0x0a, 0x0d].contains($0) }
    return drop(while: isSpace).reversed().drop(while: isSpace).reversed()
  }
}
