internal import SchemaModel

/// The evaluation of sums and products of literals.
///
/// A result exists only if it is the same for every type that may be meant. A quotient of integers with a
/// remainder has none, nor has a result that overflows.
enum Arithmetic {
  /// The operators by precedence, the highest first.
  private static let levels: [Set<String>] = [
    ["<<", ">>"], ["*", "/", "%", "&"], ["+", "-", "|", "^"],
  ]

  /// The value of literals with operators between them; nil if the value cannot be known.
  ///
  /// The operator of a single value is a prefix: `!true`.
  static func value(_ values: [Literal], _ operators: [String]) -> Literal? {
    if values.count == 1, operators.count == 1 { return prefixed(values[0], operators[0]) }
    guard values.count == operators.count + 1 else { return nil }
    if let text = text(values, operators) { return .string(text) }
    var (values, operators) = (values, operators)
    for level in levels where operators.contains(where: level.contains) {
      guard fold(&values, &operators, level) else { return nil }
    }
    return operators.isEmpty ? values.first : nil
  }

  /// The concatenation of strings.
  private static func text(_ values: [Literal], _ operators: [String]) -> String? {
    guard operators.allSatisfy({ $0 == "+" }) else { return nil }
    let texts = values.compactMap { value in
      if case .string(let text) = value { text } else { nil }
    }
    return texts.count == values.count ? texts.joined() : nil
  }

  /// Evaluates the operators of one level, from left to right.
  private static func fold(
    _ values: inout [Literal], _ operators: inout [String], _ level: Set<String>
  ) -> Bool {
    var (left, rest) = ([values[0]], [String]())
    for (name, right) in zip(operators, values.dropFirst()) {
      if level.contains(name) {
        guard let value = apply(name, left.removeLast(), right) else { return false }
        left.append(value)
      } else {
        left.append(right)
        rest.append(name)
      }
    }
    (values, operators) = (left, rest)
    return true
  }

  private static func prefixed(_ value: Literal, _ name: String) -> Literal? {
    switch (name, value) {
    case ("!", .bool(let value)): .bool(!value)
    case ("-", .int(let value)): value == .min ? nil : .int(-value)
    case ("-", .double(let value)): .double(-value)
    case ("+", .int), ("+", .double): value
    default: nil
    }
  }

  private static func apply(_ name: String, _ left: Literal, _ right: Literal) -> Literal? {
    if case .int(let left) = left, case .int(let right) = right {
      return integer(name, left, right).map { .int($0) }
    }
    guard let left = left.number, let right = right.number else { return nil }
    return switch name {
    case "+": .double(left + right)
    case "-": .double(left - right)
    case "*": .double(left * right)
    case "/": right == 0 ? nil : .double(left / right)
    default: nil
    }
  }

  private static func integer(_ name: String, _ left: Int64, _ right: Int64) -> Int64? {
    switch name {
    case "+": exact(left.addingReportingOverflow(right))
    case "-": exact(left.subtractingReportingOverflow(right))
    case "*": exact(left.multipliedReportingOverflow(by: right))
    case "/": quotient(left, right)
    case "%": right == 0 ? nil : exact(left.remainderReportingOverflow(dividingBy: right))
    case "<<": shifted(left, by: right)
    case ">>": right < 0 ? nil : left >> right
    case "&": left & right
    case "|": left | right
    case "^": left ^ right
    default: nil
    }
  }

  private static func exact(_ result: (partialValue: Int64, overflow: Bool)) -> Int64? {
    result.overflow ? nil : result.partialValue
  }

  private static func quotient(_ left: Int64, _ right: Int64) -> Int64? {
    guard let value = exact(left.dividedReportingOverflow(by: right)) else { return nil }
    return value &* right == left ? value : nil
  }

  /// A number shifted to the left, if no bit is lost.
  private static func shifted(_ number: Int64, by bits: Int64) -> Int64? {
    guard bits >= 0, bits < 64 else { return nil }
    let value = number << bits
    return value >> bits == number ? value : nil
  }
}

extension Literal {
  /// The floating-point value of a number.
  fileprivate var number: Double? {
    switch self {
    case .int(let value): Double(value)
    case .double(let value): value
    case .bool, .string, .date, .data, .array, .object: nil
    }
  }
}
