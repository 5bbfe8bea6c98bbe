internal import SQLite
internal import SchemaModel

/// A value as a column would hold it, between the steps of one statement.
enum HeldValue {
  /// The value as a column of a type holds it in a STRICT table; nil if the table refuses it
  /// (https://www.sqlite.org/stricttables.html).
  ///
  /// The value was read as such a column reads it: see ``SQLFunction/Reading``.
  static func value(_ value: SQLValue, as type: AttributeType) -> SQLValue? {
    switch (type, value) {
    case (_, .null): .null
    case (.bool, _), (.int16, _), (.int32, _), (.int64, _): integer(value)
    case (.float, .integer(let number)), (.double, .integer(let number)),
      (.date, .integer(let number)):
      .real(Double(number))
    case (.float, .real(let number)), (.double, .real(let number)), (.date, .real(let number)):
      .real(number.withoutSignOfZero)
    case (.data, .blob), (.transformable, .blob): value
    case (.string, .text), (.string, .invalidText): value
    default: nil
    }
  }

  /// The value as a column holds it in a table that takes values of any type.
  static func value(_ value: SQLValue, with affinity: ColumnAffinity) -> SQLValue {
    switch (affinity, value) {
    case (.real, .integer(let number)): .real(Double(number))
    case (.real, .real(let number)): .real(number.withoutSignOfZero)
    case (.integer, .real), (.numeric, .real): integer(value) ?? value
    default: value
    }
  }

  private static func integer(_ value: SQLValue) -> SQLValue? {
    switch value {
    case .integer: value
    case .real(let number): Int64(exactly: number).map(SQLValue.integer)
    case .text, .invalidText, .blob, .null: nil
    }
  }
}

extension MigrationFunctions {
  /// The sign that distinguishes a declared type from one of 'migrate', which has no such sign.
  package static let declaredSign = ":"

  /// The functions that convert values as columns do.
  func holding(
    _ refused:
      @escaping (SQLValue, String, SQLValue, SQLValue) throws(SQLFunction.Failure) ->
      SQLValue
  ) -> [SQLFunction] {
    [("migrate_number", SQLFunction.Reading.numeric), ("migrate_text", .textual)].map {
      SQLFunction(name: $0.0, argumentCount: 4, reading: $0.1, isDeterministic: true) {
        arguments throws(SQLFunction.Failure) in
        guard case .text(let name) = arguments[1] else { return arguments[0] }
        if name.hasPrefix(Self.declaredSign) {
          return HeldValue.value(
            arguments[0], with: ColumnAffinity(String(name.dropFirst(Self.declaredSign.count))))
        }
        let type = AttributeType.scalars.first { $0.keyword == name }?.type ?? .string
        if let held = HeldValue.value(arguments[0], as: type) { return held }
        return try refused(
          arguments[0], "what the expression gives is no \(name)", arguments[2], arguments[3])
      }
    }
  }
}
