internal import SQLite
internal import SQLText
internal import SchemaModel

/// The SQL condition that a value can be recovered from the value that replaces it.
///
/// The new value must have the type of its column, so that SQLite compares it as that type: a number equals
/// the text that spells it, and no text that only begins with it
/// (https://www.sqlite.org/datatype3.html#type_conversions_prior_to_comparison).
struct KeptValue {
  let before: String
  let after: String
  let id: String
  let types: (before: AttributeType, after: AttributeType)

  /// The condition, which is true or false where both values exist.
  var condition: String {
    let all = [comparison, dateComparison, conversion].compactMap(\.self)
    return "coalesce(\(all.joined(separator: " OR ")), 0)"
  }

  private var comparison: String {
    let (old, new) = (types.before.storage, types.after.storage)
    switch (old, new) {
    case (.number, .number): return "\(before) = \(after)"
    case (.text, .number): return isSpelled
    case (.number, .text): return "CAST(\(before) AS NUMERIC) = \(after)"
    case (.text, .text), (.bytes, .bytes): return "\(before) = \(after) COLLATE BINARY"
    case (.bytes, .text), (.text, .bytes):
      return "CAST(\(before) AS BLOB) = CAST(\(after) AS BLOB)"
    case (.number, .bytes), (.bytes, .number): return "0"
    }
  }

  /// A text that spells the number, without digits that a REAL cannot hold.
  ///
  /// A table that takes values of any type may also leave the text a text.
  private var isSpelled: String {
    let digits = "ltrim(replace(trim(\(before)), '.', ''), '+-0')"
    return "(\(before) = CAST(\(after) AS NUMERIC) AND abs(\(after)) < 9e999 "
      + "AND (\(before) NOT GLOB '*[.eE]*' OR length(\(digits)) <= 15) "
      + "OR typeof(\(after)) = 'text' AND \(before) = \(after))"
  }

  /// A date and the text that SQLite reads as this date, to the millisecond.
  ///
  /// SQLite also reads days and hours that do not exist: the 30th of February is the 1st of March
  /// (https://www.sqlite.org/lang_datefunc.html#caveats_and_bugs).
  private var dateComparison: String? {
    func seconds(_ text: String) -> String {
      "round((julianday(\(text)) - 2440587.5) * 86400.0, 3)"
    }
    if types.before == .date, types.after.storage == .text {
      return "\(seconds(after)) = \(before)"
    }
    if types.after == .date, types.before.storage == .text {
      let day = "substr(\(before), 1, 10)"
      return "(\(seconds(before)) = \(after) AND date(julianday(\(day))) = \(day) "
        + "AND substr(\(before), 12, 2) <> '24' "
        + "AND \(before) NOT GLOB '*.[0-9][0-9][0-9][0-9]*')"
    }
    return nil
  }

  /// The value that the migration's own conversion makes of the old one, where it converts these types.
  private var conversion: String? {
    guard types.before != types.after, types.before.isScalar, types.after.isScalar else {
      return nil
    }
    func converted(_ value: String, _ from: AttributeType, _ to: AttributeType) -> String {
      "migrate_convert(\(value), \(from.keyword.quotedText), \(to.keyword.quotedText), '', \(id))"
    }
    return "\(converted(before, types.before, types.after)) = \(after) "
      + "OR \(converted(after, types.after, types.before)) = \(before)"
  }
}

extension AttributeType {
  fileprivate enum Storage { case number, text, bytes }

  /// The storage of values of the type; the type must be the stored one.
  fileprivate var storage: Storage {
    switch self {
    case .int16, .int32, .int64, .bool, .float, .double, .date: .number
    case .string, .decimal, .uuid, .url, .array, .enumeration, .composite: .text
    case .data, .transformable: .bytes
    }
  }

  fileprivate var isScalar: Bool { Self.scalars.contains { $0.type == self } }
}

/// The operation that recovers a number from the result of one arithmetic operation.
///
/// ```swift
/// ArithmeticInverse("seconds / 60", of: "seconds")?.condition(before, after)
/// // after * 60 is before
/// ```
struct ArithmeticInverse {
  private let sign: String
  private let operand: String

  /// Nil if the expression is not an operation on the property and a number.
  init?(_ expression: String, of property: String) {
    let tokens = SQLTokens(expression)
    guard tokens.count == 3 else { return nil }
    let isFirst = tokens[0].isName(property)
    let number = tokens[isFirst ? 2 : 0]
    guard isFirst || tokens[2].isName(property), number.kind == .number,
      Double(number.text).map({ $0.isFinite && $0 != 0 }) == true
    else { return nil }
    switch (tokens[1].text, isFirst) {
    case ("*", _): (sign, operand) = ("/", "CAST(\(number.text) AS REAL)")
    case ("/", true): (sign, operand) = ("*", number.text)
    case ("+", _): (sign, operand) = ("-", number.text)
    case ("-", true): (sign, operand) = ("+", number.text)
    default: return nil
    }
  }

  /// The condition that the number is recovered.
  ///
  /// For a REAL, rounding errors are allowed.
  func condition(_ before: String, _ after: String) -> String {
    let back = "(\(after) \(sign) \(operand))"
    return "coalesce(\(back) = \(before) OR (typeof(\(before)) = 'real' "
      + "AND abs(\(back) - \(before)) <= 1e-14 * abs(\(before))), 0)"
  }
}

extension SQLTokens.Token {
  fileprivate func isName(_ name: String) -> Bool {
    (kind == .word || kind == .quotedName) && self.name.asciiLowercased == name.asciiLowercased
  }
}
