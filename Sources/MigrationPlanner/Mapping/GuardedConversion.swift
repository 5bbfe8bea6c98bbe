package import SchemaModel
internal import SQLText

/// An expression that converts the values that fit exactly, as the migration itself does, and leaves the rest
/// to the user.
package struct GuardedConversion {
  /// The expression.
  package let sql: String

  /// The conversion of an attribute's value; nil if no SQL condition can be suggested.
  ///
  /// A text is an integer if it is spelt exactly as one: '-5' is an integer, ' 5' and '5.0' are not. A number
  /// that is too large is not one either: CAST gives the largest integer for it.
  ///
  /// A missing value stays missing, if it may be missing in both versions.
  package init?(
    of name: String, from before: AttributeType, to after: AttributeType,
    keepingNothing: Bool
  ) {
    guard let range = after.integerRange else { return nil }
    let value = name.sqlName
    let number = "CAST(\(value) AS INTEGER)"
    let fits: String
    switch before {
    case .string: fits = "CAST(\(number) AS TEXT) = \(value)"
    case .float, .double: fits = "\(number) = \(value)"
    case .int16, .int32, .int64: fits = ""
    case .bool, .decimal, .date, .uuid, .url, .data, .transformable, .array, .enumeration,
      .composite:
      return nil
    }
    let limits =
      after == .int64 ? "" : "\(number) BETWEEN \(range.lowerBound) AND \(range.upperBound)"
    let condition = [fits, limits].filter { !$0.isEmpty }.joined(separator: " AND ")
    let empty = keepingNothing ? "WHEN \(value) IS NULL THEN NULL " : ""
    sql = "CASE \(empty)WHEN \(condition) THEN \(number) ELSE … END"
  }
}

extension AttributeType {
  /// The range of a type's integers; nil for a type with other values.
  fileprivate var integerRange: ClosedRange<Int64>? {
    switch self {
    case .int16: Int64(Int16.min)...Int64(Int16.max)
    case .int32: Int64(Int32.min)...Int64(Int32.max)
    case .int64: Int64.min...Int64.max
    case .string, .bool, .float, .double, .decimal, .date, .uuid, .url, .data, .transformable,
      .array, .enumeration, .composite:
      nil
    }
  }
}
