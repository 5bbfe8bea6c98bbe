internal import SQLText
internal import SchemaModel

/// Flags a CAST of text to a number that nothing guards.
///
/// ## Why
///
/// CAST never fails. `CAST('abc' AS INTEGER)` is 0, and so is that of an empty text; `'12 pages'`
/// is 12, `'1e3'` is 1, and what is too large becomes the largest number there is. Wrong values
/// come out that look right, and the old ones are gone.
///
/// ## Example
///
/// ```sql
/// UPDATE Book SET pages = CAST(pagesText AS INTEGER);
/// ```
///
/// ## Use instead
///
/// Convert what has the form of a number, and decide about the rest.
///
/// ```sql
/// UPDATE Book SET pages = CASE
///   WHEN pagesText <> '' AND pagesText NOT GLOB '*[^0-9]*' THEN CAST(pagesText AS INTEGER) END;
/// ```
///
/// Or let `migrate` convert it: an attribute that changes its type and has no expression is
/// converted where every value fits, and the migration is refused where one does not.
///
/// ## When it is safe
///
/// Of a value that is a number already, which is not flagged where the versions say so. A statement
/// with GLOB, REGEXP or `typeof` in it is taken to look before it converts.
///
/// ## References
///
/// - https://www.sqlite.org/lang_expr.html#castexpr
public struct CastAsConversion: SQLRule {
  /// The rule's name.
  public static let id: RuleID = "cast-as-conversion"

  /// A rule without state.
  public init() {}

  /// A finding for every unguarded CAST to a number of what may be text.
  public func findings(in sql: MigrationSQL) -> [Finding] {
    sql.statements.filter { !isGuarded($0, in: sql) }.flatMap { statement in
      statement.compactMap { index in
        guard let (operand, type) = cast(at: index, in: sql), isNumber(type, in: sql),
          mayBeText(operand, in: sql)
        else { return nil }
        let text = sql.tokens.text(operand)
        return Finding(
          Self.id, .neverFails(text, sql.tokens.text(type)), at: sql.place(ofTokenAt: index),
          notes: [.init(.look(text))])
      }
    }
  }

  /// What is cast at a place, and the words of the type that it is cast to.
  private func cast(at index: Int, in sql: MigrationSQL) -> (operand: Range<Int>, type: Range<Int>)?
  {
    guard sql.keyword(index) == "CAST", sql.symbol(index + 1) == "(" else { return nil }
    let end = sql.tokens.end(ofParenthesesAt: index + 1)
    guard let separator = sql.firstIndex(of: "AS", in: index + 2..<end), separator + 1 < end - 1
    else { return nil }
    return (index + 2..<separator, separator + 1..<end - 1)
  }

  /// Whether values of a type have the affinity of a number.
  ///
  /// - https://www.sqlite.org/datatype3.html#determination_of_column_affinity
  private func isNumber(_ type: Range<Int>, in sql: MigrationSQL) -> Bool {
    let name = sql.tokens.text(type).uppercased()
    if name.contains("INT") { return true }
    return !["CHAR", "CLOB", "TEXT", "BLOB"].contains { name.contains($0) }
  }

  private func mayBeText(_ operand: Range<Int>, in sql: MigrationSQL) -> Bool {
    if Self.numeric.contains(sql.keyword(operand.lowerBound)),
      sql.symbol(operand.lowerBound + 1) == "("
    {
      return false
    }
    let tokens = operand.map { sql.tokens[$0] }
    if tokens.contains(where: { $0.kind == .text }) { return true }
    let names = tokens.filter { $0.kind == .word || $0.kind == .quotedName }.map(\.name)
    let attributes = names.flatMap { sql.attributes(named: $0) }
    if attributes.isEmpty { return !names.isEmpty }
    return attributes.contains { !$0.type.isStoredAsNumber }
  }

  /// Functions whose results are numbers, or texts of numbers alone.
  private static let numeric: Set = [
    "STRFTIME", "UNIXEPOCH", "JULIANDAY", "ROUND", "ABS", "LENGTH", "COUNT", "TOTAL", "AVG",
    "INSTR", "UNICODE", "RANDOM",
  ]

  private func isGuarded(_ statement: Range<Int>, in sql: MigrationSQL) -> Bool {
    statement.contains { ["GLOB", "REGEXP", "TYPEOF"].contains(sql.keyword($0)) }
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
}

extension Finding.Message {
  fileprivate static func neverFails(_ operand: String, _ type: String) -> Self {
    Self("a CAST of '\(operand)' to \(type) never fails: what is no number becomes 0")
  }

  fileprivate static func look(_ operand: String) -> Self {
    Self(
      "look first: CASE WHEN \(operand) <> '' AND \(operand) NOT GLOB '*[^0-9]*' THEN CAST(…) END, or "
        + "leave the conversion to the migration, which refuses what does not fit")
  }
}
