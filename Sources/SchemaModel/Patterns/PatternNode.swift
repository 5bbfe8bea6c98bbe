/// A part of a regular expression.
indirect enum PatternNode {
  /// One scalar.
  case atom(PatternAtom)
  /// One part after the other.
  case sequence([PatternNode])
  /// Any one of the parts.
  case choice([PatternNode])
  /// The part as often as that; without a maximum, any number of times.
  case repeated(PatternNode, minimum: Int, maximum: Int?)
}

/// What one scalar of a text is to be.
struct PatternAtom {
  private enum Kind {
    case scalar(Unicode.Scalar)
    /// What `Regex` makes of `\d`, `.` or `[a-z]`, with its answers for ASCII.
    case set(Regex<AnyRegexOutput>, ascii: [Bool])
  }

  private let kind: Kind

  init(_ scalar: Unicode.Scalar) { kind = .scalar(scalar) }

  /// Nil for what is no expression by itself.
  init?(expression: String) {
    guard let regex = try? Regex(expression).matchingSemantics(.unicodeScalar) else { return nil }
    let ascii = (0..<128).map { Self.matches(regex, Unicode.Scalar(UInt8($0))) }
    kind = .set(regex, ascii: ascii)
  }

  func matches(_ scalar: Unicode.Scalar) -> Bool {
    switch kind {
    case .scalar(let own): own == scalar
    case .set(_, let ascii) where scalar.isASCII: ascii[Int(scalar.value)]
    case .set(let regex, _): Self.matches(regex, scalar)
    }
  }

  private static func matches(_ regex: Regex<AnyRegexOutput>, _ scalar: Unicode.Scalar) -> Bool {
    (try? regex.wholeMatch(in: String(Character(scalar)))) != nil
  }
}
