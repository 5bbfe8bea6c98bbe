internal import SQLText

/// Flags a LIMIT without an ORDER BY.
///
/// ## Why
///
/// Without an ORDER BY, SQLite chooses which rows come first. It may choose otherwise after an
/// ANALYZE, with another index, or in its next version. A migration that takes "the first" gives
/// different users different data, and cannot be tested.
///
/// ## Example
///
/// ```sql
/// UPDATE Book SET cover = (SELECT image FROM Cover WHERE Cover.isbn = Book.isbn LIMIT 1);
/// ```
///
/// ## Use instead
///
/// ```sql
/// UPDATE Book SET cover = (
///   SELECT image FROM Cover WHERE Cover.isbn = Book.isbn
///   ORDER BY addedAt DESC, Cover._id LIMIT 1);
/// ```
///
/// ## When it is safe
///
/// Where the condition leaves at most one row. `EXISTS` is not flagged, nor is a query that only
/// counts or sums.
///
/// ## References
///
/// - https://www.sqlite.org/lang_select.html#orderby
public struct UnorderedLimit: SQLRule {
  /// The rule's name.
  public static let id: RuleID = "unordered-limit"

  /// A rule without state.
  public init() {}

  /// A finding for every limit of rows in no order.
  public func findings(in sql: MigrationSQL) -> [Finding] {
    sql.tokens.tokens.indices.compactMap { index in
      guard sql.keyword(index) == "LIMIT", let select = select(before: index, in: sql),
        !hasOrder(select..<index, in: sql), !isAggregate(select..<index, in: sql),
        sql.keyword(select - 2) != "EXISTS", sql.keyword(select - 1) != "EXISTS"
      else { return nil }
      return Finding(
        Self.id, .takesAny, at: sql.place(ofTokenAt: index), notes: [.init(.addOrder)])
    }
  }

  /// The SELECT that a LIMIT belongs to: the nearest one before it at the same depth.
  private func select(before limit: Int, in sql: MigrationSQL) -> Int? {
    var depth = 0
    for index in (0..<limit).reversed() {
      switch sql.symbol(index) {
      case ")": depth += 1
      case "(" where depth == 0: return nil
      case "(": depth -= 1
      case ";" where depth == 0: return nil
      default: if depth == 0, sql.keyword(index) == "SELECT" { return index }
      }
    }
    return nil
  }

  private func hasOrder(_ query: Range<Int>, in sql: MigrationSQL) -> Bool {
    sql.firstIndex(of: "ORDER", in: query) != nil
  }

  /// Whether the query has one row in any case: an aggregate over all rows.
  private func isAggregate(_ query: Range<Int>, in sql: MigrationSQL) -> Bool {
    let end = sql.firstIndex(of: "FROM", in: query) ?? query.upperBound
    let calls = (query.lowerBound + 1..<end).contains {
      Self.aggregates.contains(sql.keyword($0)) && sql.symbol($0 + 1) == "("
    }
    return calls && sql.firstIndex(of: "GROUP", in: query) == nil
      && sql.firstIndex(of: "OVER", in: query) == nil
  }

  private static let aggregates: Set = [
    "COUNT", "SUM", "TOTAL", "AVG", "MIN", "MAX", "GROUP_CONCAT", "JSON_GROUP_ARRAY",
  ]
}

extension Finding.Message {
  fileprivate static var takesAny: Self {
    Self("without ORDER BY these are any rows, and other ones another time")
  }

  fileprivate static var addOrder: Self {
    Self("add an ORDER BY that decides between any two rows, such as one that ends with the key")
  }
}
