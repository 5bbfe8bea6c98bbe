internal import SchemaModel

/// The range of numbers that an attribute can have within its bounds.
struct ValueRange: Hashable {
  private let lower: Double
  private let upper: Double
  private let isClosed: Bool

  /// The range of an attribute.
  ///
  /// Without a lower bound it begins at `start`, or `span` below the upper bound if that is less. Without an
  /// upper bound it is `span` wide.
  init(_ attribute: Attribute, from start: Double, span: Double) {
    let most = attribute.maximum.flatMap(Self.number)
    lower =
      attribute.minimum.flatMap(Self.number) ?? most.map { min(start, $0 - span) } ?? start
    upper = max(lower, most ?? lower + span)
    isClosed = most != nil
  }

  /// The value at a fraction of the range, from the lower bound to the upper.
  func value(at fraction: Double) -> Double {
    // Not computed from the difference, which overflows for bounds that are far apart.
    min(upper, max(lower, lower * (1 - fraction) + upper * fraction))
  }

  /// The value, limited to the bounds.
  func nearest(to value: Double) -> Double { min(upper, max(lower, value)) }

  /// The number of different values of ``distinctValue(_:step:)``; nil for no limit.
  var capacity: Int? {
    guard isClosed else { return nil }
    return lower == upper ? 1 : Self.divisions
  }

  /// A value that differs for each number.
  ///
  /// It is one step after the value of the previous number. Within closed bounds, the step is a fixed
  /// fraction of the range.
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
