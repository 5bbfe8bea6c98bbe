internal import SchemaModel

/// The numbers that an attribute may have: what its bounds leave, and as many as that.
struct ValueRange: Hashable {
  private let lower: Double
  private let upper: Double
  private let isClosed: Bool

  /// The range of an attribute; where a bound is missing, it begins at `start` or is that wide.
  init(_ attribute: Attribute, from start: Double, span: Double) {
    let most = attribute.maximum.flatMap(Self.number)
    lower =
      attribute.minimum.flatMap(Self.number) ?? most.map { min(start, $0 - span) } ?? start
    upper = max(lower, most ?? lower + span)
    isClosed = most != nil
  }

  /// The value at a fraction of the way from the lower bound to the upper.
  func value(at fraction: Double) -> Double {
    // Not by the difference, which two bounds far apart may not have.
    min(upper, max(lower, lower * (1 - fraction) + upper * fraction))
  }

  /// The nearest value to one that may be beyond the bounds.
  func nearest(to value: Double) -> Double { min(upper, max(lower, value)) }

  /// How many different values ``distinctValue(_:step:)`` has; nil where there is no end of them.
  var capacity: Int? {
    guard isClosed else { return nil }
    return lower == upper ? 1 : Self.divisions
  }

  /// A value that no other number gives, a step after the one of the number before; within closed
  /// bounds the step is as small as it must be.
  func distinctValue(_ number: Int, step: Double) -> Double {
    isClosed
      ? value(at: Double(number) / Double(Self.divisions)) : lower + Double(number) * step
  }

  private static let divisions = 1 << 20

  private static func number(_ literal: Literal) -> Double? {
    switch literal {
    case .int(let number): Double(number)
    case .double(let number), .date(let number): number
    case .string(let text): Double(text)
    case .bool, .data, .array, .object: nil
    }
  }
}
