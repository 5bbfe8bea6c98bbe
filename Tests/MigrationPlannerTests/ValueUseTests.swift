import MigrationPlanner
import Testing

/// The use that an expression makes of the values that it names.
struct ValueUseTests {
  @Test(arguments: [
    ("a", "a whole"), ("(\"A\")", "a whole"), ("Media.a", "a whole"),
    ("other.a", "a asked, other asked"),
    ("a || ''", "a whole"), ("a || ' ' || b", "a whole, b whole"), ("'x' || 1", ""),
    ("coalesce(a, b)", "a whole, b used"), ("ifnull(a || '!', b || c)", "a whole, b used, c used"),
    ("ifnull(nullif(a, 'x'), b)", "a used, b used"),
    ("coalesce(a || b, c)", "a used, b used, c used"),
    ("nullif(a, b)", "a whole, b asked"), ("iif(a > 1, b, c)", "a asked, b used, c used"),
    ("max(a, b)", "a used, b used"), ("max(a)", "a asked"), ("length(a)", "a asked"),
    ("CASE WHEN a = 1 THEN b ELSE c END", "a asked, b used, c used"),
    ("CASE a WHEN 1 THEN CASE WHEN b THEN c END ELSE a END", "a used, b asked, c used"),
    ("CASE WHEN a THEN b END || c", "a asked, b used, c whole"),
    ("CAST(a AS INTEGER)", "a used"), ("CAST(a AS TEXT)", "a whole"), ("a + 1", "a used"),
    ("a || b + 1", "a used, b used"), ("a | b", "a used, b used"),
    ("a = b || c", "a asked, b asked, c asked"),
    ("(SELECT a FROM B)", "a asked"),
    ("a IS NOT NULL", "a asked"),
    ("coalesce(length(a), a)", "a used"), ("trim(lower(a))", "a used"),
    ("a COLLATE NOCASE", "a whole"),
    ("-a", "a used"), ("NULL", ""), ("", ""), ("a ||", "a whole"),
  ])
  func `each value is whole, used or asked for`(expression: String, expected: String) {
    let uses = ValueUse.all(in: expression, of: "Media")
    #expect(
      uses.sorted { $0.key < $1.key }.map { "\($0) \($1)" }.joined(separator: ", ") == expected)
  }
}
