extension LineCursor {
  /// Reads a 64-bit integer.
  mutating func integer() throws(LineProblem) -> Int64 {
    guard case .integer(let integer) = unsafe try number() else { throw problem("an integer") }
    return integer
  }

  /// Reads a count, which is never negative.
  mutating func count() throws(LineProblem) -> Int64 {
    let start = offset
    let number = try integer()
    guard number >= 0 else { throw LineProblem(offset: start, expected: "a count") }
    return number
  }

  /// Reads a number: a floating-point number if it has a point or an exponent.
  @unsafe @inline(__always) mutating func number() throws(LineProblem) -> ArchivedValue {
    let start = offset
    let isNegative = skip(0x2D)
    let firstDigit = offset
    let isZero = next == 0x30
    var magnitude: UInt64 = 0
    var overflows = false
    while let digit = next.map({ $0 &- 0x30 }), digit < 10 {
      let (product, isHigh) = magnitude.multipliedReportingOverflow(by: 10)
      let (sum, carries) = product.addingReportingOverflow(UInt64(digit))
      overflows = overflows || isHigh || carries
      magnitude = sum
      advance()
    }
    guard offset > firstDigit else { throw problem("a value") }
    if next == 0x2E || next == 0x65 {
      if let number = overflows ? nil : shortReal(after: magnitude) {
        return unsafe .real(isNegative ? -number : number)
      }
      return unsafe .real(try real(from: start))
    }
    let limit = UInt64(Int64.max) + (isNegative ? 1 : 0)
    let isCanonical = isZero ? offset - firstDigit == 1 && !isNegative : true
    guard !overflows, magnitude <= limit, isCanonical else {
      throw LineProblem(offset: start, expected: "an integer of 64 bits")
    }
    return unsafe .integer(
      isNegative ? Int64(truncatingIfNeeded: 0 &- magnitude) : Int64(magnitude))
  }

  /// Reads the rest of a short number whose digits before the point were read.
  ///
  /// The hardware computes it without an error: the digits and the power of ten are both exact, so only their
  /// quotient is rounded. For any other number it returns nil, and the cursor does not move.
  ///
  /// - W. D. Clinger, How to read floating point numbers accurately, 1990.
  @inline(__always) private mutating func shortReal(after integer: UInt64) -> Double? {
    guard next == 0x2E else { return nil }
    var rest = self
    rest.advance()
    var (digits, count) = (integer, 0)
    while let digit = rest.next.map({ $0 &- 0x30 }), digit < 10 {
      guard digits <= Self.mostExactDigits / 10 else { return nil }
      digits = digits &* 10 &+ UInt64(digit)
      count += 1
      rest.advance()
    }
    guard count > 0, count < Self.exactPowersOfTen.count, digits <= Self.mostExactDigits,
      rest.next == 0x2C || rest.next == 0x7D
    else { return nil }
    self = rest
    return Double(digits) / Self.exactPowersOfTen[count]
  }

  private static let mostExactDigits: UInt64 = 1 << 53
  private static let exactPowersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
    1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  // Swift's own conversion, which does not depend on the locale.
  private mutating func real(from start: Int) throws(LineProblem) -> Double {
    while let byte = next, byte != 0x2C, byte != 0x7D { advance() }
    guard let number = Double(text(from: start)), number.isFinite else {
      throw LineProblem(offset: start, expected: "a number")
    }
    return number
  }
}
