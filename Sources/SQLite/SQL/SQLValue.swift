internal import Digests

/// A value in one of SQLite's storage classes (https://www.sqlite.org/datatype3.html).
public enum SQLValue: Hashable, Sendable {
  /// No value.
  case null
  /// A signed integer of 64 bits.
  case integer(Int64)
  /// A floating-point number of 64 bits. SQLite turns NaN into NULL.
  case real(Double)
  /// Text that is valid UTF-8; it may contain NUL.
  case text(String)
  /// Text whose bytes are not valid UTF-8, stored unchanged.
  case invalidText([UInt8])
  /// Bytes.
  case blob([UInt8])
}

extension SQLValue {
  /// The integer; nil for any other value.
  package var integer: Int64? { if case .integer(let number) = self { number } else { nil } }

  /// The value as an SQL literal, for definitions and for display.
  ///
  /// Text with a NUL is written as a cast of a blob, because a NUL ends SQL text.
  package var literal: String {
    switch self {
    case .null: "NULL"
    case .integer(.min): "(-9223372036854775807 - 1)"
    case .integer(let number): "\(number)"
    case .real(let number): Self.literal(of: number)
    case .text(let text) where text.utf8.contains(0):
      "CAST(x'\(text.utf8.hexadecimal)' AS TEXT)"
    case .text(let text): text.quotedText
    case .invalidText(let bytes): "CAST(x'\(bytes.hexadecimal)' AS TEXT)"
    case .blob(let bytes): "x'\(bytes.hexadecimal)'"
    }
  }

  private static func literal(of number: Double) -> String {
    if number.isNaN { return "NULL" }
    if number.isInfinite { return number < 0 ? "-9e999" : "9e999" }
    return "\(number)"
  }
}
