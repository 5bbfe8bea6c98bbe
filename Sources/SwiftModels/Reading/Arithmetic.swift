internal import SchemaModel

/// Works out sums and products of numbers that stand in the source.
///
/// Only what comes to the same whatever type is meant has a value: a quotient of integers that
/// leaves a rest does not, nor what no integer can hold.
enum Arithmetic {
  /// What numbers with operators between them come to; nil where that cannot be told.
  static func value(_ numbers: [Literal], _ operators: [String]) -> Literal? {
    guard let first = numbers.first, numbers.count == operators.count + 1 else { return nil }
    // Products bind more tightly: each is worked out before it is added.
    var sum: Literal?
    var sign = "+"
    var product = first
    for (name, number) in zip(operators, numbers.dropFirst()) {
      switch name {
      case "*", "/":
        guard let next = apply(name, product, number) else { return nil }
        product = next
      case "+", "-":
        guard let next = add(product, to: sum, sign) else { return nil }
        (sum, sign, product) = (next, name, number)
      default: return nil
      }
    }
    return add(product, to: sum, sign)
  }

  private static func add(_ number: Literal, to sum: Literal?, _ sign: String) -> Literal? {
    sum.map { apply(sign, $0, number) } ?? number
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
    let (value, overflow) =
      switch name {
      case "+": left.addingReportingOverflow(right)
      case "-": left.subtractingReportingOverflow(right)
      case "*": left.multipliedReportingOverflow(by: right)
      default: left.dividedReportingOverflow(by: right)
      }
    return overflow || name == "/" && left % right != 0 ? nil : value
  }
}

extension Literal {
  /// The value of a number, as a floating-point one.
  fileprivate var number: Double? {
    switch self {
    case .int(let value): Double(value)
    case .double(let value): value
    case .bool, .string, .date, .data, .array, .object: nil
    }
  }
}
