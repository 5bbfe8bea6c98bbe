internal import StoreLayout

/// A number of a JSON file, which a type either has or has not.
///
/// A fraction such as `0.1` is the nearest number that the type has. A whole number that is written
/// out is a count or a key, and is that number, or none of the type.
struct ImportedNumber {
  /// What the number would become in a type that does not have it.
  struct Loss: Error, Hashable {
    var becomes: String
  }

  private let text: String

  init(_ text: String) { self.text = text }

  /// The whole number; nil where it is none, or has more than 64 bits.
  ///
  /// What was written by a language without integers may have a point in it.
  var integer: Int64? { DecimalText(text)?.integer }

  /// The number in 64 bits.
  ///
  /// - Throws: ``Loss`` where it would be another one.
  var double: Double {
    get throws(Loss) { try checked(Double(text)) }
  }

  /// The number, which is to be kept in 32 bits.
  ///
  /// - Throws: ``Loss`` where it would be another one.
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

  /// Whether it has a digit other than zero.
  private var hasDigits: Bool {
    text.prefix { $0 != "e" && $0 != "E" }.contains { "1"..."9" ~= $0 }
  }

  /// Whether it is a whole number without an exponent: `12`, `12.0`.
  private var isWrittenOut: Bool {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    return !text.contains { $0 == "e" || $0 == "E" }
      && parts.dropFirst().allSatisfy { $0.allSatisfy { $0 == "0" } }
  }

  /// Whether this is how a number is written out: with all its digits, or with those that tell it
  /// from every other one and zeros behind them, as JavaScript does.
  private func isWritten(_ number: some CustomStringConvertible, _ double: Double) -> Bool {
    let meant = DecimalText(text)
    return meant == DecimalText(number.description) || meant == DecimalText(Self.digits(of: double))
  }

  /// All digits of a whole number.
  private static func digits(of number: Double) -> String {
    let sign = number < 0 ? "-" : ""
    if let small = UInt64(exactly: number.magnitude) { return sign + "\(small)" }
    // Its 53 bits, doubled as often as its exponent says.
    let doublings = Int(number.exponent) - 52
    var digits = "\(UInt64(number.significand * 0x1p52))".utf8.reversed().map { $0 - 0x30 }
    for _ in 0..<doublings { double(&digits) }
    return sign + String(decoding: digits.reversed().map { $0 + 0x30 }, as: UTF8.self)
  }

  /// Doubles a number of which the last digit comes first.
  private static func double(_ digits: inout [UInt8]) {
    var carry: UInt8 = 0
    for index in digits.indices {
      let sum = digits[index] * 2 + carry
      (digits[index], carry) = (sum % 10, sum / 10)
    }
    if carry > 0 { digits.append(carry) }
  }
}
