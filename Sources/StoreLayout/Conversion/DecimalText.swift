/// A decimal number read from text.
///
/// It consists of the digits without leading and trailing zeros, and the position of the point: two texts are
/// the same number if these are equal.
package struct DecimalText: Hashable {
  private let isNegative: Bool
  private let digits: [UInt8]
  /// The number is `0.digits` times ten to this power.
  private let power: Int

  /// Creates a number from a text such as `-12`, `1.50` or `2e-7`; nil for any other text.
  package init?(_ text: String) {
    var bytes = Array(text.utf8)[...]
    let sign = bytes.first.flatMap {
      [UInt8(ascii: "-"), UInt8(ascii: "+")].contains($0) ? $0 : nil
    }
    if sign != nil { bytes = bytes.dropFirst() }
    var exponent = 0
    if let mark = bytes.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "e") }) {
      let tail = String(decoding: bytes[(mark + 1)...], as: UTF8.self)
      guard let number = Int(tail), abs(number) < 100_000 else { return nil }
      exponent = number
      bytes = bytes[..<mark]
    }
    let parts = bytes.split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    let all = parts.flatMap { $0 }
    guard !all.isEmpty, all.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    let leadingZeros = all.prefix { $0 == 0x30 }.count
    var significant = all.dropFirst(leadingZeros)
    while significant.last == 0x30 { significant.removeLast() }
    digits = Array(significant)
    isNegative = sign == UInt8(ascii: "-") && !digits.isEmpty
    power = digits.isEmpty ? 0 : (parts.first?.count ?? 0) - leadingZeros + exponent
  }

  /// The number, if it is an integer of 64 bits: 12 for `12.0` and `1.2e1`.
  package var integer: Int64? { power >= digits.count && power < 20 ? Int64(plain) : nil }

  /// The number without an exponent: `-12.5`, `0.007`.
  package var plain: String {
    guard !digits.isEmpty else { return "0" }
    var text: [UInt8]
    if power <= 0 {
      text = Array("0.".utf8) + [UInt8](repeating: 0x30, count: -power) + digits
    } else if power >= digits.count {
      text = digits + [UInt8](repeating: 0x30, count: power - digits.count)
    } else {
      text = Array(digits[..<power]) + [UInt8(ascii: ".")] + Array(digits[power...])
    }
    if isNegative { text.insert(UInt8(ascii: "-"), at: 0) }
    return String(decoding: text, as: UTF8.self)
  }
}
