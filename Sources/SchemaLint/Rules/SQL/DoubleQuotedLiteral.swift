internal import SQLText
internal import SchemaModel

/// Flags text in double quotes where a value is meant.
///
/// ## Why
///
/// Double quotes are for names. Where no column has that name, SQLite reads it as text, without a
/// warning. When somebody adds such a column later, the same SQL means something else. Conversely,
/// a misspelt name becomes a text, and a condition compares with that text.
///
/// ## Example
///
/// ```sql
/// UPDATE Book SET state = "open" WHERE state = "unread";
/// ```
///
/// ## Use instead
///
/// ```sql
/// UPDATE Book SET state = 'open' WHERE state = 'unread';
/// ```
///
/// ## When it is safe
///
/// Where the text is the name of a column. Names that the versions before and after declare are
/// known and not flagged. In a script by itself, the rule checks only text that is compared with
/// something or inserted as a value.
///
/// ## References
///
/// - https://www.sqlite.org/quirks.html#dblquote
public struct DoubleQuotedLiteral: SQLRule {
  /// The rule's name.
  public static let id: RuleID = "double-quoted-literal"

  /// A rule without state.
  public init() {}

  /// A finding for every text in double quotes that names nothing.
  public func findings(in sql: MigrationSQL) -> [Finding] {
    let names = knownNames(in: sql)
    return sql.tokens.tokens.indices.compactMap { index in
      let token = sql.tokens[index]
      guard token.kind == .quotedName, token.text.first == "\"",
        !names.contains(token.name.asciiLowercased), isValue(index, in: sql)
      else { return nil }
      return Finding(
        Self.id, .isText(token.text), at: sql.place(ofTokenAt: index),
        notes: [.init(.useSingleQuotes(token.name))])
    }
  }

  /// The names that the versions declare, and those that the SQL itself uses as names.
  private func knownNames(in sql: MigrationSQL) -> Set<String> {
    var names: Set<String> = ["_id"]
    for schema in [sql.source, sql.target].compactMap({ $0 }) {
      for entity in schema.entities {
        names.formUnion([entity.name, entity.table ?? entity.name])
        names.formUnion(entity.attributes.flatMap { [$0.name, $0.column ?? $0.name] })
        names.formUnion(entity.relationships.flatMap { [$0.name, $0.column ?? $0.name] })
      }
    }
    for index in sql.tokens.tokens.indices where isName(index, in: sql) {
      names.insert(sql.tokens[index].name)
    }
    return Set(names.map(\.asciiLowercased))
  }

  /// Whether a token can only be a name: an unquoted word, what follows AS, or one side of a dot.
  private func isName(_ index: Int, in sql: MigrationSQL) -> Bool {
    let token = sql.tokens[index]
    if token.kind == .word { return true }
    guard token.kind == .quotedName else { return false }
    return Self.beforeNames.contains(sql.keyword(index - 1)) || sql.symbol(index - 1) == "."
      || sql.symbol(index + 1) == "."
  }

  private static let beforeNames: Set = [
    "AS", "FROM", "JOIN", "INTO", "TABLE", "UPDATE", "COLUMN", "INDEX", "ON", "REFERENCES", "VIEW",
    "TRIGGER", "EXISTS", "TO",
  ]

  /// Whether a value is meant: everywhere if all names are known, else only in a comparison or an
  /// insertion.
  private func isValue(_ index: Int, in sql: MigrationSQL) -> Bool {
    if sql.source != nil { return true }
    if ["=", "<", ">", "!", "|"].contains(sql.symbol(index - 1)) { return true }
    if Self.beforeValues.contains(sql.keyword(index - 1)) { return true }
    guard var open = openParenthesis(before: index, in: sql) else { return false }
    // In VALUES (…), (…) the keyword is before the first parenthesis.
    while sql.symbol(open - 1) == ",", sql.symbol(open - 2) == ")",
      let earlier = openParenthesis(before: open - 2, in: sql)
    {
      open = earlier
    }
    return ["VALUES", "IN"].contains(sql.keyword(open - 1))
  }

  /// The parenthesis that directly encloses a token.
  private func openParenthesis(before index: Int, in sql: MigrationSQL) -> Int? {
    var depth = 0
    for place in (0..<max(index, 0)).reversed() {
      if sql.symbol(place) == ")" { depth += 1 }
      if sql.symbol(place) == "(" {
        if depth == 0 { return place }
        depth -= 1
      }
    }
    return nil
  }

  private static let beforeValues: Set = ["LIKE", "GLOB", "IS", "NOT", "THEN", "ELSE", "WHEN"]
}

extension Finding.Message {
  fileprivate static func isText(_ text: String) -> Self {
    Self("\(text) names nothing here, so SQLite takes it for a text")
  }

  fileprivate static func useSingleQuotes(_ name: String) -> Self {
    let doubled = name.unicodeScalars.split(separator: "'", omittingEmptySubsequences: false)
      .map { String($0) }.joined(separator: "''")
    return Self("write '\(doubled)' in single quotes, or the right name")
  }
}
