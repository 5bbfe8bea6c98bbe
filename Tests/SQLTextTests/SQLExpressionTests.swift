import SQLText
import Testing

/// The form of an expression, with its operators as SQLite binds them.
struct SQLExpressionTests {
  @Test(arguments: [
    ("a", "a"), ("\"A b\".[c]", "A b.c"), ("((a))", "a"), ("NULL", "NULL"), ("x'00'", "x'00'"),
    ("a || b || c", "(|| a b c)"), ("a + b * c", "(+ a (* b c))"), ("a - b - c", "(- (- a b) c)"),
    ("-a COLLATE NOCASE", "(COLLATE (- a))"), ("a->>'$.b' || c", "(|| (->> a '$.b') c)"),
    ("a = 1 AND b <> 2 OR NOT c", "(OR (AND (= a 1) (<> b 2)) (NOT c))"),
    ("NOT a = b AND c", "(AND (NOT (= a b)) c)"), ("a<=b = c", "(= (<= a b) c)"),
    ("a IS NOT NULL", "(ISNULL a)"), ("a NOTNULL", "(ISNULL a)"), ("a NOT NULL", "(ISNULL a)"),
    ("a IS NOT DISTINCT FROM b", "(IS a b)"),
    ("a NOT LIKE b ESCAPE 'x'", "(LIKE a (ESCAPE b 'x'))"),
    ("a NOT BETWEEN 1 AND 2 AND b", "(AND (BETWEEN a 1 2) b)"), ("a IN (1, b)", "(IN a [1 b])"),
    ("coalesce(a, f(), count(*))", "coalesce(a, f(), count([]))"),
    ("count(DISTINCT a)", "count(a)"), ("CAST(a + 1 AS text)", "cast((+ a 1), TEXT)"),
    (
      "sum(a) FILTER (WHERE b) OVER (PARTITION BY c ORDER BY d)",
      "[sum(a) select( ; b) select( ; c d)]"
    ),
    ("CASE a WHEN 1 THEN b ELSE c END || d", "(|| case(a ; 1 ; b c) d)"),
    ("CASE WHEN a THEN CASE WHEN b THEN c END END", "case( ; a ; case( ; b ; c))"),
    (
      "(SELECT a AS x, max(b) y FROM T JOIN U ON c = d WHERE e GROUP BY f LIMIT 1)",
      "select(a max(b) ; (= c d) e f 1)"
    ),
    (
      "a IN (SELECT b FROM json_each(c) UNION ALL SELECT d ORDER BY 1 DESC)",
      "(IN a select(b d ; c 1))"
    ),
    (
      "EXISTS (WITH t(x) AS (VALUES (1), (2)) SELECT * FROM t)",
      "exists(select([] ; x select(1 2 ; )))"
    ),
    ("", "[]"), ("a b", "[a b]"), ("a ||", "(|| a [])"), ("(a", "a"), ("f(a", "f(a)"),
    ("CASE", "case([] ;  ; )"),
  ])
  func `an expression is read as SQLite binds it`(sql: String, form: String) {
    #expect(SQLExpression(sql).form == form)
  }

  @Test(
    arguments: [
      ("random() > 0", "random()"), ("id IN (SELECT randomblob(4))", "randomblob()"),
      ("seen > julianday('now') - 30", "'now'"), ("d < DATE()", "date()"),
      ("y = strftime('%Y')", "strftime()"),
      ("d < current_timestamp", "current_timestamp"), ("d < date(", "date()"),
      ("state = 'now' OR date IS NULL", nil), ("date(seen, '-1 day') = strftime('%Y', seen)", nil),
      ("random = 1 AND a.current_date = 2", nil), ("'random()' = text", nil),
    ] as [(String, String?)])
  func `a call whose value differs each time is found`(sql: String, part: String?) {
    #expect(SQLExpression(sql).volatilePart == part)
  }

  @Test func `an expression with too many levels keeps its names`() {
    let nested = String(repeating: "f(", count: 300) + "a + 1" + String(repeating: ")", count: 300)
    #expect(SQLExpression(nested).names.last == "a")
  }

  @Test(arguments: [" - 1 + 1", " = 1", " IS NULL", " COLLATE NOCASE", " BETWEEN 1 AND 2", " || b"])
  func `a chain of any length is read without a level for each part`(part: String) {
    let chain = "a" + String(repeating: part, count: 20_000) + " = c"
    let names = SQLExpression(chain).names
    #expect((names.first, names.last) == ("a", "c"))
  }
}

extension SQLExpression {
  fileprivate var form: String {
    func list(_ parts: [SQLExpression], _ separator: String = " ") -> String {
      parts.map(\.form).joined(separator: separator)
    }
    return switch self {
    case .name(let parts): parts.joined(separator: ".")
    case .literal(let token): token.text
    case .call(let name, let arguments): "\(name.lowercased())(\(list(arguments, ", ")))"
    case .cast(let value, as: let type): "cast(\(value.form), \(type))"
    case .operation(let name, let operands): "(\(name) \(list(operands)))"
    case .choice(let base, conditions: let conditions, results: let results):
      "case(\(base?.form ?? "") ; \(list(conditions)) ; \(list(results)))"
    case .query(results: let results, others: let others):
      "select(\(list(results)) ; \(list(others)))"
    case .other(let parts): "[\(list(parts))]"
    }
  }
}
