internal import StoreLayout

/// A number in a JSON file, and its conversion to a number type.
///
/// A fraction such as `0.1` becomes the nearest number of the type. A whole number without an exponent is a
/// count or a key, so it must be converted exactly or not at all.
struct ImportedNumber {
  /// The number that the conversion would give, although it must be exact.
  struct Loss: Error, Hashable {
    var becomes: String
  }

  private let text: String

  init(_ text: String) { self.text = text }

  /// The whole number; nil if it is not whole or exceeds 64 bits.
  ///
  /// The number may be written with a decimal point, as languages without integers do.
  var integer: Int64? { DecimalText(text)?.integer }

  /// The number in 64 bits.
  ///
  /// - Throws: ``Loss`` if the number would change.
  var double: Double {
    get throws(Loss) { try checked(Double(text)) }
  }

  /// The number, if it can be stored in 32 bits.
  ///
  /// - Throws: ``Loss`` if the number would change.
  var float: Double {
    get throws(Loss) {
      _ = try checked(Float(text))
      return try double
    }
  }

  private func checked<Number: BinaryFloatingPoint & CustomStringConvertible>(
    _ number: Number?
  ) throws(Loss) -> Number {
    guard let number, number.isFinite else { throw Loss(becomes: "infinite") }
    let double = Double(number)
    let isSame = double == 0 ? !hasDigits : !isWrittenOut || isWritten(number, double)
    guard isSame else { throw Loss(becomes: double == 0 ? "0" : Self.digits(of: double)) }
    return number
  }

  /// Whether the number has a digit other than zero.
  private var hasDigits: Bool {
    text.prefix { $0 != "e" && $0 != "E" }.contains { "1"..."9" ~= $0 }
  }

  /// Whether the number is whole and has no exponent: `12`, `12.0`.
  private var isWrittenOut: Bool {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    return !text.contains { $0 == "e" || $0 == "E" }
      && parts.dropFirst().allSatisfy { $0.allSatisfy { $0 == "0" } }
  }

  /// Whether the text is the decimal form of the number: all its digits, or the shortest unique digits
  /// followed by zeros, as JavaScript writes them.
  private func isWritten(_ number: some CustomStringConvertible, _ double: Double) -> Bool {
    let meant = DecimalText(text)
    return meant == DecimalText(number.description) || meant == DecimalText(Self.digits(of: double))
  }

  /// All digits of a whole number.
  private static func digits(of number: Double) -> String {
    let sign = number < 0 ? "-" : ""
    if let small = UInt64(exactly: number.magnitude) { return sign + "\(small)" }
    // The 53 bits of the significand, doubled as often as the exponent says.
    let doublings = Int(number.exponent) - 52
    var digits = "\(UInt64(number.significand * 0x1p52))".utf8.reversed().map { $0 - 0x30 }
    for _ in 0..<doublings { double(&digits) }
    return sign + String(decoding: digits.reversed().map { $0 + 0x30 }, as: UTF8.self)
  }

  /// Doubles a number whose digits are in reverse order.
  private static func double(_ digits: inout [UInt8]) {
    var carry: UInt8 = 0
    for index in digits.indices {
      let sum = digits[index] * 2 + carry
      (digits[index], carry) = (sum % 10, sum / 10)
    }
    if carry > 0 { digits.append(carry) }
  }
}
