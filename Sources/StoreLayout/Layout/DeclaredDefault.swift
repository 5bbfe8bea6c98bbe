internal import SQLText
package import SchemaModel

/// The DEFAULT clause of a column, as a schema would express it.
package enum DeclaredDefault: Equatable {
  /// No value.
  case null
  /// A value of the column's type.
  case literal(Literal)
  /// An expression, or a value of another type.
  case other

  /// Parses the SQL of a default.
  package init(_ expression: String, as type: AttributeType) {
    var text = expression[...]
    while text.first == "(", text.last == ")" { text = text.dropFirst().dropLast() }
    if text.uppercased() == "NULL" {
      self = .null
    } else {
      self = Self.literal(String(text), as: type).map { .literal($0) } ?? .other
    }
  }

  private static func literal(_ text: String, as type: AttributeType) -> Literal? {
    switch type {
    case .bool:
      ["TRUE": true, "1": true, "FALSE": false, "0": false][text.uppercased()].map { .bool($0) }
    case .int64: (Int64(text) ?? number(text)).map { .int($0) }
    case .double: Double(text).flatMap { $0.isFinite ? .double($0) : nil }
    case .decimal: ValueSpelling.isDecimal(text) ? .string(text) : nil
    case .string: quoted(text).map { .string($0) }
    default: nil
    }
  }

  /// The number that SQLite reads a truth value as (https://www.sqlite.org/lang_expr.html#booleanexpr).
  private static func number(_ text: String) -> Int64? {
    ["TRUE": 1, "FALSE": 0][text.uppercased()]
  }

  /// The content of a quoted text.
  ///
  /// Double quotes stand for single ones if nothing has the name
  /// (https://www.sqlite.org/quirks.html#dblquote).
  ///
  /// A text that begins and ends with quotes may also be several texts joined by operators.
  private static func quoted(_ text: String) -> String? {
    guard let quote = text.first, quote == "'" || quote == "\"", SQLTokens(text).count == 1,
      text.count >= 2, text.last == quote
    else { return nil }
    return String(text.dropFirst().dropLast()).replacing("\(quote)\(quote)", with: "\(quote)")
  }
}
