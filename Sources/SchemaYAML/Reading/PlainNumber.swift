/// Numbers in schema files: decimal, and read alike by all versions of YAML.
enum PlainNumber {
  /// The integer in a text: digits with an optional minus sign, without leading zeros.
  static func integer(_ text: String) -> Int64? {
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    guard isDigits(digits), digits == "0" || !digits.hasPrefix("0") else { return nil }
    return Int64(text)
  }

  /// The finite number in a text, or an infinity in YAML's notation: `1.5e3`, `-.inf`.
  static func real(_ text: String) -> Double? {
    switch text {
    case ".inf": return .infinity
    case "-.inf": return -.infinity
    default:
      guard isDecimal(text), let number = Double(text), number.isFinite else { return nil }
      return number
    }
  }

  private static let numerals = Set("0123456789abcdefABCDEFxXoO_.:+-tTzZinfINF ".unicodeScalars)

  /// Whether some YAML reader takes a text for a number, a date or a time of day.
  static func isResembled(by text: String) -> Bool {
    guard let first = text.unicodeScalars.first, "-+.0123456789".unicodeScalars.contains(first)
    else { return false }
    return text.unicodeScalars.allSatisfy(numerals.contains)
  }

  /// The reason why a text that resembles a number is not accepted as one.
  static func reason(against text: String) -> String {
    let rest = (text.hasPrefix("-") || text.hasPrefix("+") ? text.dropFirst() : text[...])
      .lowercased()
    if rest.hasPrefix("0x"), let value = Int64(rest.dropFirst(2), radix: 16) {
      return "write it in decimal, \(text.hasPrefix("-") ? "-" : "")\(value)"
    }
    if rest.hasPrefix("0o"), let value = Int64(rest.dropFirst(2), radix: 8) {
      return "write it in decimal, \(text.hasPrefix("-") ? "-" : "")\(value)"
    }
    if rest.contains("_") { return "write it without '_'" }
    if text.hasPrefix("+") { return "write it without '+'" }
    if rest.count > 1, rest.hasPrefix("0"), isDigits(rest[...]) {
      return "a leading zero means octal to some readers of YAML"
    }
    return ""
  }

  // A JSON number: digits, with digits on both sides of a point and after an exponent.
  private static func isDecimal(_ text: String) -> Bool {
    let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) { "eE".contains($0) }
    guard let mantissa = parts.first else { return false }
    if parts.count == 2 {
      let exponent = parts[1]
      let isSigned = exponent.hasPrefix("-") || exponent.hasPrefix("+")
      guard isDigits(isSigned ? exponent.dropFirst() : exponent) else { return false }
    }
    let unsigned = mantissa.hasPrefix("-") ? mantissa.dropFirst() : mantissa
    let digits = unsigned.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard digits.allSatisfy(isDigits), let whole = digits.first else { return false }
    return whole == "0" || !whole.hasPrefix("0")
  }

  /// Whether a text consists of ASCII digits.
  static func isDigits(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}
