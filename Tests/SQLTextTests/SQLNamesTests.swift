import SQLText
import Testing

struct SQLNamesTests {
  @Test(arguments: [
    "Work", "work", "SELECT _id FROM Work", "(SELECT 1 FROM \"Work\")", "[Work]._id", "`Work`",
    "'it''s' || Work", "1 -- all\n+ Work", "/* all */Work", "\"a\"\"b\", Work", "x.Work=1",
  ])
  func `a name is mentioned as a word or in quotes`(sql: String) {
    #expect(SQLNames(in: sql).contains("Work"))
  }

  @Test(arguments: [
    "", "'Work'", "'it''s Work'", "Works", "MyWork", "Work2", "-- Work", "1 /* Work */ + 2",
    "/* Work", "'Work", "\"Work \"", "\"a\"\"Work\"",
  ])
  func `a name is not mentioned in strings, comments and longer names`(sql: String) {
    #expect(!SQLNames(in: sql).contains("Work"))
  }
}
