/// A part of a regular expression.
indirect enum PatternNode {
  /// One scalar.
  case atom(PatternAtom)
  /// The parts in this order.
  case sequence([PatternNode])
  /// Any one of the parts.
  case choice([PatternNode])
  /// The part, repeated; any number of times from the minimum if there is no maximum.
  case repeated(PatternNode, minimum: Int, maximum: Int?)
}

/// The condition for one scalar of a text.
struct PatternAtom {
  private enum Kind {
    case scalar(Unicode.Scalar)
    /// A `Regex` such as `\d`, `.` or `[a-z]`, with its results for ASCII.
    case set(Regex<AnyRegexOutput>, ascii: [Bool])
  }

  private let kind: Kind

  init(_ scalar: Unicode.Scalar) { kind = .scalar(scalar) }

  /// Creates an atom; nil if the text is not a valid expression.
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
