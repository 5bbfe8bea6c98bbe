/// The spellings of types that are stored as text.
package enum ValueSpelling {
  /// Whether a text is a UUID: five groups of hexadecimal digits, 8, 4, 4, 4 and 12.
  package static func isUUID(_ text: String) -> Bool {
    let groups = text.split(separator: "-", omittingEmptySubsequences: false)
    return groups.map(\.utf8.count) == [8, 4, 4, 4, 12]
      && groups.allSatisfy { $0.allSatisfy { $0.isASCII && $0.isHexDigit } }
  }

  /// Whether a text is a decimal number: a sign, digits with at most one point among them, and an exponent.
  ///
  /// The sign, the point and the exponent may be missing.
  package static func isDecimal(_ text: String) -> Bool {
    let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) { "eE".contains($0) }
    let digits = withoutSign(parts[0]).split(
      separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let isExponent = parts.count == 1 || Int16(parts[1]) != nil
    return isExponent && digits.contains { !$0.isEmpty }
      && digits.allSatisfy { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
  }

  /// Whether a text may be a URL: it is not empty, and contains no character that a URL must escape.
  ///
  /// Such characters are spaces, controls, quotes and brackets.
  package static func isURL(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7f && !"\"<>\\^`{|}".utf8.contains($0) }
  }

  private static func withoutSign(_ text: Substring) -> Substring {
    text.first == "-" || text.first == "+" ? text.dropFirst() : text
  }
}
