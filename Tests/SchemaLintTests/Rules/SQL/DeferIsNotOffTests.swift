import SchemaLint
import Testing

struct DeferIsNotOffTests {
  @Test func `a table that is dropped afterwards is named`() {
    expect(
      DeferIsNotOff(),
      inScript: "SELECT 1;\nPRAGMA defer_foreign_keys(TRUE);\nDROP TABLE IF EXISTS \"Book\";",
      finds: [
        """
        2:1 'defer_foreign_keys' puts off a check and no more: dropping 'book' still deletes or \
        empties what refers to its rows
        """,
        "  + write 'PRAGMA foreign_keys = OFF' before BEGIN, and 'PRAGMA foreign_key_check' at the end",
      ])
  }

  @Test(arguments: [
    "PRAGMA defer_foreign_keys = ON; DROP INDEX i;",
    "DROP TABLE a; PRAGMA defer_foreign_keys = ON;",
    "PRAGMA defer_foreign_keys = OFF; DROP TABLE a;", "PRAGMA foreign_keys = ON; DROP TABLE a;",
  ])
  func `nothing is reported where no table is dropped or nothing is deferred`(script: String) {
    expect(DeferIsNotOff(), inScript: script, finds: [])
  }
}
