internal import Digests

extension SQLValue {
  private static let excerptLength = 60

  /// The value on one line for people: a long value is cut, and control characters are spelt out.
  ///
  /// ```swift
  /// SQLValue.text("one\ntwo").excerpt        // 'one\u{A}two'
  /// SQLValue.blob([0, 1, 2]).excerpt         // x'000102'
  /// ```
  package var excerpt: String {
    switch self {
    // As SQL, the least integer is a sum, and infinity is a number that is too large.
    case .integer(let number): "\(number)"
    case .real(let number) where number.isInfinite: number < 0 ? "-infinity" : "infinity"
    case .null, .real: literal
    case .text(let text): Self.excerpt(of: text)
    case .invalidText(let bytes): "no UTF-8: " + Self.excerpt(of: bytes)
    case .blob(let bytes): Self.excerpt(of: bytes)
    }
  }

  /// An excerpt of a text, without reading all of it.
  private static func excerpt(of text: String) -> String {
    let start = text.unicodeScalars.prefix(excerptLength)
    let shown = start.reduce(into: "") { result, scalar in
      if scalar.properties.generalCategory == .control {
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return shown.quotedText + (start.endIndex < text.unicodeScalars.endIndex ? "…" : "")
  }

  private static func excerpt(of bytes: [UInt8]) -> String {
    let start = bytes.prefix(excerptLength / 2)
    return "x'\(start.hexadecimal)'" + (start.count < bytes.count ? "… (\(bytes.count) bytes)" : "")
  }
}
