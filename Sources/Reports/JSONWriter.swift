/// Writes JSON values as text for people and programs, two spaces a level.
///
/// The same value always gives the same bytes. Swift's strings hold no lone surrogates, so every
/// text has a form in JSON. Numbers that JSON lacks are written as the texts `"NaN"`,
/// `"Infinity"` and `"-Infinity"`.
///
/// ```swift
/// JSONWriter.text(of: ["version": "2.0.0", "changes": []])
/// // {
/// //   "version": "2.0.0",
/// //   "changes": []
/// // }
/// ```
package struct JSONWriter {
  private var bytes: [UInt8] = []

  /// The text of a value, without a line break at its end.
  package static func text(of value: JSONValue) -> String {
    var writer = Self()
    writer.write(value, depth: 0)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private mutating func write(_ value: JSONValue, depth: Int) {
    switch value {
    case .null: put("null")
    case .bool(let bool): put(bool ? "true" : "false")
    case .integer(let number): put("\(number)")
    case .number(let number): write(number)
    case .string(let string): write(string)
    case .array(let elements):
      write(elements, between: ("[", "]"), depth) { $0.write($1, depth: depth + 1) }
    case .object(let members):
      write(members, between: ("{", "}"), depth) { writer, member in
        writer.write(member.name)
        writer.put(": ")
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
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
  }

  private mutating func put(_ text: String) { bytes.append(contentsOf: text.utf8) }

  private mutating func write(_ number: Double) {
    if number.isFinite {
      put("\(number)")
    } else {
      write(number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity")
    }
  }

  private mutating func write(_ string: String) {
    put("\"")
    if string.utf8.allSatisfy(Self.isPlain) {
      put(string)
    } else {
      for scalar in string.unicodeScalars { write(scalar) }
    }
    put("\"")
  }

  /// Whether a byte is a character that stands for itself.
  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private mutating func write(_ scalar: Unicode.Scalar) {
    switch scalar {
    case _ where scalar.isASCII && Self.isPlain(UInt8(scalar.value)):
      bytes.append(UInt8(scalar.value))
    case "\"": put("\\\"")
    case "\\": put("\\\\")
    case "\n": put("\\n")
    case "\r": put("\\r")
    case "\t": put("\\t")
    case _ where isUnprintable(scalar): put("\\u" + hexadecimal(scalar.value, digits: 4))
    default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }
}
