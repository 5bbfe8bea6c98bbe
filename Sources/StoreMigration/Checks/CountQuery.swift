internal import SQLText
internal import StoreLayout

/// A query that only counts rows: `SELECT count(*) FROM Book WHERE pages < 0`.
struct CountQuery {
  /// The query behind the count, from FROM on.
  private let source: String

  /// The query as a counting one; nil if it has another form.
  init?(_ sql: String) {
    let tokens = SQLTokens(sql)
    let start = ["SELECT", "COUNT", "(", "*", ")", "FROM"]
    guard tokens.count > start.count,
      tokens.tokens.prefix(start.count).map({ $0.text.uppercased() }) == start,
      !Self.clauses.contains(where: { tokens.firstIndex(of: $0, from: start.count) != nil }),
      !tokens.tokens.contains(where: { $0.text == ";" })
    else { return nil }
    source = tokens.text(start.count - 1..<tokens.count)
  }

  /// Clauses that change the rows or leave some out.
  private static let clauses = [
    "GROUP", "HAVING", "WINDOW", "UNION", "INTERSECT", "EXCEPT", "ORDER", "LIMIT",
  ]

  /// The query for the identities of the first counted rows.
  func identities(limit: Int) -> String {
    // Unquoted, because an unknown name in quotes would be taken for a text.
    "SELECT \(StoreLayout.identityColumn) \(source)\nORDER BY 1 LIMIT \(limit)"
  }
}
