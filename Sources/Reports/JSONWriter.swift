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
  private var text = ""

  /// The text of a value, without a line break at its end.
  package static func text(of value: JSONValue) -> String {
    var writer = Self()
    writer.write(value, indent: "\n")
    return writer.text
  }

  /// Writes a value; the indent is the line break with the spaces that follow it.
  private mutating func write(_ value: JSONValue, indent: String) {
    switch value {
    case .null: text += "null"
    case .bool(let bool): text += bool ? "true" : "false"
    case .integer(let number): text += "\(number)"
    case .number(let number): write(number)
    case .string(let string): write(string)
    case .array(let elements):
      write(elements, between: ("[", "]"), indent) { $0.write($1, indent: $2) }
    case .object(let members):
      write(members, between: ("{", "}"), indent) { writer, member, indent in
        writer.write(member.name)
        writer.text += ": "
        writer.write(member.value, indent: indent)
      }
    }
  }

  private mutating func write<Element>(
    _ elements: [Element], between brackets: (String, String), _ indent: String,
    _ write: (inout Self, Element, String) -> Void
  ) {
    text += brackets.0
    for (position, element) in elements.enumerated() {
      text += (position == 0 ? "" : ",") + indent + "  "
      write(&self, element, indent + "  ")
    }
    text += (elements.isEmpty ? "" : indent) + brackets.1
  }

  private mutating func write(_ number: Double) {
    if number.isFinite {
      text += "\(number)"
    } else {
      write(number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity")
    }
  }

  private mutating func write(_ string: String) {
    text += "\""
    if string.utf8.allSatisfy(Self.isPlain) { text += string } else { writeEscaped(string) }
    text += "\""
  }

  /// Whether a byte is a character that stands for itself.
  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private mutating func writeEscaped(_ string: String) {
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where isUnprintable(scalar): text += "\\u" + hexadecimal(scalar.value, digits: 4)
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
