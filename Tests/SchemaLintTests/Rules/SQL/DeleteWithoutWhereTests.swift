import SchemaLint
import Testing

struct DeleteWithoutWhereTests {
  @Test func `a condition inside a subquery does not count`() {
    expect(
      DeleteWithoutWhere(),
      inScript: "DELETE FROM Note;\nWITH a AS (SELECT 1 WHERE 1) DELETE FROM main.Book RETURNING 1",
      finds: [
        "1:1 this deletes every row of 'note'",
        "  + say which rows with WHERE; 'WHERE true' says that all of them are meant",
        "2:30 this deletes every row of 'book'",
        "  + say which rows with WHERE; 'WHERE true' says that all of them are meant",
      ])
  }

  @Test(arguments: [
    "DELETE FROM Note WHERE book IS NULL", "DELETE FROM Note WHERE true",
    "CREATE TEMP TABLE work (id); DELETE FROM work;", "SELECT 'DELETE FROM Note'",
    "CREATE TRIGGER t AFTER DELETE ON Book BEGIN DELETE FROM Note; END",
  ])
  func `a statement with a condition, and a table of the script's own, are not flagged`(
    script: String
  ) {
    expect(DeleteWithoutWhere(), inScript: script, finds: [])
  }
}
