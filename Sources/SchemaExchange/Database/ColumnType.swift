internal import SchemaModel

/// What the declared type of a column says about its values (https://www.sqlite.org/datatype3.html).
enum ColumnType {
  /// The type of values, where the declaration settles it.
  static func certain(_ declared: String) -> AttributeType? {
    let type = declared.uppercased()
    if type.hasPrefix("BOOL") { return .bool }
    if type.contains("INT") { return .int64 }
    if ["CHAR", "CLOB", "TEXT"].contains(where: type.contains) { return .string }
    if type.contains("BLOB") { return .data }
    if ["REAL", "FLOA", "DOUB"].contains(where: type.contains) { return .double }
    return nil
  }

  /// The type of values by what they are: SQLite's names of storage classes.
  ///
  /// The declared type decides where there are no values, and whether numbers are exact.
  static func probable(_ declared: String, holding classes: Set<String>) -> AttributeType {
    let type = declared.uppercased()
    let isExact = ["DEC", "NUM", "MONEY"].contains(where: type.contains)
    if classes.isEmpty { return type.isEmpty ? .data : isExact ? .decimal : .string }
    if classes == ["blob"] { return .data }
    guard classes.isSubset(of: ["integer", "real"]) else { return .string }
    return isExact ? .decimal : classes == ["integer"] ? .int64 : .double
  }
}

/// What the DEFAULT clause of a column says.
enum ColumnDefault: Equatable {
  /// No value.
  case null
  /// A value of the column's type.
  case literal(Literal)
  /// An expression, or a value of another type.
  case other

  /// Reads the SQL of a default.
  static func value(_ expression: String, as type: AttributeType) -> Self {
    var text = expression[...]
    while text.first == "(", text.last == ")" { text = text.dropFirst().dropLast() }
    if text.uppercased() == "NULL" { return .null }
    return literal(String(text), as: type).map { .literal($0) } ?? .other
  }

  private static func literal(_ text: String, as type: AttributeType) -> Literal? {
    switch type {
    case .bool:
      ["TRUE": true, "1": true, "FALSE": false, "0": false][text.uppercased()].map { .bool($0) }
    case .int64: Int64(text).map { .int($0) }
    case .double: Double(text).flatMap { $0.isFinite ? .double($0) : nil }
    case .decimal: ValueSpelling.isDecimal(text) ? .string(text) : nil
    case .string: quoted(text).map { .string($0) }
    default: nil
    }
  }

  /// A text in quotes, of which the double ones stand for the single ones where nothing has the
  /// name (https://www.sqlite.org/quirks.html#dblquote).
  private static func quoted(_ text: String) -> String? {
    guard let quote = text.first, quote == "'" || quote == "\"", text.count >= 2, text.last == quote
    else { return nil }
    return String(text.dropFirst().dropLast()).replacing("\(quote)\(quote)", with: "\(quote)")
  }
}
