internal import Diagnostics

/// Writes JSON values as text; equal values give the same bytes.
///
/// Swift's strings have no lone surrogates, so every text can be written in JSON.
///
/// ```swift
/// JSONWriter.text(of: ["version": "2.0.0", "changes": []])
/// // {
/// //   "version": "2.0.0",
/// //   "changes": []
/// // }
/// JSONWriter.line(of: ["version": "2.0.0", "changes": []])
/// // {"version":"2.0.0","changes":[]}
/// ```
package struct JSONWriter {
  private var bytes: [UInt8] = []
  /// Whether the text is formatted for people and terminals: indented by two spaces, without unprintable
  /// characters.
  private let isPrinted: Bool

  /// The indented text of a value, without a line break at its end.
  package static func text(of value: JSONValue) -> String { text(of: value, isPrinted: true) }

  /// The compact text of a value, as stores hold it: only required characters are escaped (RFC 8259, section
  /// 7).
  package static func line(of value: JSONValue) -> String { text(of: value, isPrinted: false) }

  private static func text(of value: JSONValue, isPrinted: Bool) -> String {
    var writer = Self(isPrinted: isPrinted)
    writer.write(value, depth: 0)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private init(isPrinted: Bool) { self.isPrinted = isPrinted }

  private mutating func write(_ value: JSONValue, depth: Int) {
    switch value.content {
    case .null: put("null")
    case .bool(let bool): put(bool ? "true" : "false")
    case .number(let digits): put(digits)
    case .string(let string): write(string)
    case .array(let elements):
      write(elements, between: ("[", "]"), depth) { $0.write($1, depth: depth + 1) }
    case .object(let members):
      write(members, between: ("{", "}"), depth) { writer, member in
        writer.write(member.name)
        writer.put(writer.isPrinted ? ": " : ":")
        writer.write(member.value, depth: depth + 1)
      }
    }
  }

  private mutating func write<Element>(
    _ elements: [Element], between brackets: (String, String), _ depth: Int,
    _ write: (inout Self, Element) -> Void
  ) {
    put(brackets.0)
    for (position, element) in elements.enumerated() {
      if position > 0 { put(",") }
      startLine(depth + 1)
      write(&self, element)
    }
    if !elements.isEmpty { startLine(depth) }
    put(brackets.1)
  }

  private mutating func startLine(_ depth: Int) {
    guard isPrinted else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
  }

  private mutating func put(_ text: String) { bytes.append(contentsOf: text.utf8) }

  private mutating func write(_ string: String) {
    put("\"")
    if string.utf8.allSatisfy(Self.isPlain) {
      put(string)
    } else {
      for scalar in string.unicodeScalars { write(scalar) }
    }
    put("\"")
  }

  /// Whether a byte is written unescaped.
  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private mutating func write(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": put("\\\"")
    case "\\": put("\\\\")
    case "\n": put("\\n")
    case "\r": put("\\r")
    case "\t": put("\\t")
    case _ where isPrinted && isUnprintable(scalar):
      put("\\u" + hexadecimal(scalar.value, digits: 4))
    case _ where scalar.value < 0x20:
      put("\\u" + hexadecimal(scalar.value, digits: 4).lowercased())
    default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }
}
