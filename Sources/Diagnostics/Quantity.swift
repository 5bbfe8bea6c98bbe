/// Formats numbers for people.
package enum Quantity {
  /// A number with its noun: `1 row`, `4,200 rows`.
  ///
  /// An irregular plural is passed as an argument.
  package static func count(
    _ number: some BinaryInteger, _ singular: String, _ plural: String? = nil
  ) -> String {
    "\(grouped(number)) \(number == 1 ? singular : plural ?? singular + "s")"
  }

  /// A number with its digits in groups of three: `1,234,567`.
  package static func grouped(_ number: some BinaryInteger) -> String {
    let digits = String(number.magnitude)
    var result = ""
    for (position, digit) in digits.enumerated() {
      if position > 0, (digits.count - position).isMultiple(of: 3) { result += "," }
      result.append(digit)
    }
    return number < 0 ? "-" + result : result
  }

  /// A number of bytes with at least two digits: `1.8 MB`, `12 MB`.
  package static func bytes(
    _ number: Int64, rounded rule: FloatingPointRoundingRule = .up
  ) -> String {
    if number < 1000 { return count(number, "byte") }
    var (tenths, unit) = (Double(number) / 100, "kB")
    for larger in ["MB", "GB", "TB"] where tenths.rounded(rule) >= 10_000 {
      (tenths, unit) = (tenths / 1000, larger)
    }
    let rounded = Int64(tenths.rounded(rule))
    guard rounded < 100, rounded % 10 != 0 else {
      return "\(Int64((tenths / 10).rounded(rule))) \(unit)"
    }
    return "\(rounded / 10).\(rounded % 10) \(unit)"
  }

  /// A duration, rounded down: `3 minutes`.
  package static func duration(_ seconds: Double) -> String {
    let whole = Int64(max(0, min(seconds, 1e15)))
    switch whole {
    case ..<60: return count(whole, "second", "seconds")
    case ..<3600: return count(whole / 60, "minute", "minutes")
    case ..<86_400: return count(whole / 3600, "hour", "hours")
    default: return count(whole / 86_400, "day", "days")
    }
  }
}
