internal import MigrationPlanner
internal import SQLText
internal import SchemaModel

/// Flags a conversion of text to a number that nothing guards.
///
/// ## Why
///
/// CAST never fails. `CAST('abc' AS INTEGER)` is 0, and so is `CAST('' AS INTEGER)`; `'12 pages'`
/// is 12, `'1e3'` is 1, and a number that is too large becomes the largest integer. The results are
/// wrong, look right, and replace the old values. Arithmetic does the same: `pages + 0`.
///
/// ## Example
///
/// ```sql
/// UPDATE Book SET pages = CAST(pagesText AS INTEGER);
/// ```
///
/// ## Use instead
///
/// Convert what is spelt as a number, and decide about the rest.
///
/// ```sql
/// UPDATE Book SET pages = CASE
///   WHEN CAST(CAST(pagesText AS INTEGER) AS TEXT) = pagesText THEN CAST(pagesText AS INTEGER)
///   ELSE -1 END;
/// ```
///
/// Or let `migrate` convert it: an attribute that changes its type and has no expression is
/// converted where every value fits, and the migration is refused where one does not.
///
/// ## When it is safe
///
/// Of a value that is a number already, which is not flagged where the versions say so, and of a
/// literal. A statement that looks at all of the same value before it converts is taken at its
/// word: with the comparison above, `typeof`, REGEXP, or GLOB. `GLOB '[0-9]*'` is no such look: it
/// is about the first character alone.
///
/// ## References
///
/// - https://www.sqlite.org/lang_expr.html#castexpr
public struct CastAsConversion: SQLRule {
  /// The rule's name.
  public static let id: RuleID = "cast-as-conversion"

  /// A rule without state.
  public init() {}

  /// A finding for every unguarded conversion to a number of what may be text.
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

  /// Whether a value may be text: of a name that no version knows, anything can be.
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
