internal import MigrationPlanner
internal import SQLText
internal import SchemaModel

/// Flags an unguarded conversion of text to a number.
///
/// ## Why
///
/// CAST never fails. `CAST('abc' AS INTEGER)` is 0, and so is `CAST('' AS INTEGER)`; `'12 pages'`
/// is 12, `'1e3'` is 1, and a number that is too large becomes the largest integer. The results
/// look right but are wrong, and they replace the old values. Arithmetic has the same effect:
/// `pages + 0`.
///
/// ## Example
///
/// ```sql
/// UPDATE Book SET pages = CAST(pagesText AS INTEGER);
/// ```
///
/// ## Use instead
///
/// Convert the texts that are spelt as numbers, and decide about the rest.
///
/// ```sql
/// UPDATE Book SET pages = CASE
///   WHEN CAST(CAST(pagesText AS INTEGER) AS TEXT) = pagesText THEN CAST(pagesText AS INTEGER)
///   ELSE -1 END;
/// ```
///
/// Or let `migrate` convert the values. An attribute that changes its type and has no expression is
/// converted where every value fits. Where a value does not fit, the migration is refused.
///
/// ## When it is safe
///
/// Where the value is a literal or already a number. A value that the versions declare as a number
/// is not flagged.
///
/// A statement that checks the whole of the same value before it converts is not flagged, either.
/// Such a check is the comparison above, `typeof`, REGEXP, or GLOB. `GLOB '[0-9]*'` does not count:
/// it checks only the first character.
///
/// ## References
///
/// - https://www.sqlite.org/lang_expr.html#castexpr
public struct CastAsConversion: SQLRule {
  /// The rule's name.
  public static let id: RuleID = "cast-as-conversion"

  /// A rule without state.
  public init() {}

  /// A finding for every unguarded conversion of a possible text to a number.
  public func findings(in sql: MigrationSQL) -> [Finding] {
    sql.statements.flatMap { statement in
      let looks = NumberLooks(in: statement, of: sql)
      return sql.numberConversions(in: statement).filter { conversion in
        !looks.roundTrips.contains(conversion.place)
          && !looks.cover(sql.valueNames(in: conversion.operand)) && mayBeText(conversion, in: sql)
      }.map { finding($0, in: sql) }
    }
  }

  private func finding(_ conversion: NumberConversion, in sql: MigrationSQL) -> Finding {
    let operand = sql.tokens.text(conversion.operand)
    let type = conversion.type.map { sql.tokens.text($0) }
    return Finding(
      Self.id, .neverFails(operand, type, sql.tokens.text(conversion.whole)),
      at: sql.place(ofTokenAt: conversion.place), notes: [.init(.look(operand, type))])
  }

  /// Whether a value may be text; a name that no version declares may hold any value.
  private func mayBeText(_ conversion: NumberConversion, in sql: MigrationSQL) -> Bool {
    let operand = conversion.operand
    let head = operand.first { sql.symbol($0) != "(" && sql.keyword($0) != "SELECT" }
    if let head, Self.numeric.contains(sql.keyword(head)), sql.symbol(head + 1) == "(" {
      return false
    }
    let names = sql.valueNames(in: operand).filter { !Self.rowNames.contains($0) }
    if names.isEmpty { return false }
    if conversion.type != nil, operand.contains(where: { sql.tokens[$0].kind == .text }) {
      return true
    }
    let types = names.flatMap { sql.storedTypes(named: $0) }
    if types.isEmpty { return conversion.type != nil || conversion.isIdle }
    return types.contains { type in
      conversion.type == nil ? type.mayBeNoNumber : !type.isStoredAsNumber
    }
  }

  /// Functions whose results are numbers, or texts of numbers alone.
  private static let numeric: Set = [
    "STRFTIME", "UNIXEPOCH", "JULIANDAY", "ROUND", "ABS", "LENGTH", "COUNT", "SUM", "TOTAL", "AVG",
    "INSTR", "UNICODE", "RANDOM",
  ]

  /// The names of a row's key, which is a number.
  private static let rowNames: Set = ["_id", "rowid", "_rowid_", "oid"]
}

extension MigrationSQL {
  /// The types that the values of that name are stored as, in the versions before and after.
  fileprivate func storedTypes(named name: String) -> [AttributeType] {
    attributes(named: name).map { attribute in
      let types = [source, target].compactMap { $0?.storedType(of: attribute.type) }
      return types.first(where: \.isStoredAsNumber) ?? attribute.type
    }
  }
}

extension AttributeType {
  /// Whether a store keeps values as numbers.
  fileprivate var isStoredAsNumber: Bool {
    switch self {
    case .int16, .int32, .int64, .float, .double, .bool, .date: true
    case .string, .decimal, .uuid, .url, .data, .transformable, .array, .enumeration, .composite:
      false
    }
  }

  /// Whether what is stored may be something else than a number; a decimal is one, kept as text.
  fileprivate var mayBeNoNumber: Bool { !isStoredAsNumber && self != .decimal }
}

extension Finding.Message {
  fileprivate static func neverFails(_ operand: String, _ type: String?, _ whole: String) -> Self {
    guard let type else {
      return Self(
        "'\(whole)' takes '\(operand)' for a number and never fails: a text without one becomes 0")
    }
    return Self("a CAST of '\(operand)' to \(type) never fails: a text without a number becomes 0")
  }

  fileprivate static func look(_ operand: String, _ type: String?) -> Self {
    let otherwise = "or leave the conversion to the migration, which refuses what does not fit"
    guard type?.uppercased().contains("INT") ?? true else {
      return Self(
        "look first whether all of '\(operand)' is a number, \(otherwise)")
    }
    let number = "CAST(\(operand) AS INTEGER)"
    return Self(
      "look first: CASE WHEN CAST(\(number) AS TEXT) = \(operand) THEN \(number) ELSE … END, "
        + otherwise)
  }
}
