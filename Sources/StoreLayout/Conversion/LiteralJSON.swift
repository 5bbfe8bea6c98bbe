internal import Digests
package import SchemaModel

/// Writes literals as the JSON text that a column of arrays or composites holds.
package enum LiteralJSON {
  /// The JSON text, without spaces; the keys of objects are sorted.
  package static func text(of literal: Literal) -> String {
    switch literal {
    case .bool(let flag): flag ? "true" : "false"
    case .int(let number): "\(number)"
    case .double(let number), .date(let number): "\(number)"
    case .string(let text): quoted(text)
    case .data(let bytes): quoted(bytes.base64)
    case .array(let elements): "[" + elements.map(text).joined(separator: ",") + "]"
    case .object(let parts):
      "{"
        + parts.sorted { $0.key < $1.key }.map { "\(quoted($0.key)):\(text(of: $0.value))" }
        .joined(separator: ",") + "}"
    }
  }

  /// A JSON string: only what JSON demands is escaped (RFC 8259, section 7).
  package static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy {
      $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
    if isPlain { return "\"\(text)\"" }
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
