import SQLText
import Testing

struct SQLTokensTests {
  @Test(arguments: [
    ("CAST(year AS INTEGER)", ["CAST", "(", "year", "AS", "INTEGER", ")"]),
    ("a<>'it''s' -- all", ["a", "<", ">", "'it''s'"]),
    ("\"a\"\"b\".[c d]/* x */`e`", ["\"a\"\"b\"", ".", "[c d]", "`e`"]),
    ("x'0a' 1.5e-3 .5 'open", ["x'0a'", "1.5e-3", ".5", "'open"]), ("/* open", []), ("", []),
  ])
  func `text falls into tokens, without spaces and comments`(sql: String, tokens: [String]) {
    #expect(SQLTokens(sql).tokens.map(\.text) == tokens)
  }

  @Test func `a quoted name is read without its quotes`() {
    let tokens = SQLTokens("\"a\"\"b\" [c] `d``e` f").tokens
    #expect(tokens.map(\.name) == ["a\"b", "c", "d`e", "f"])
    #expect(tokens.map(\.keyword) == ["", "", "", "F"])
  }

  @Test func `a quote before a combining mark is a quote`() {
    let tokens = SQLTokens("\"\u{301}a\"\"\u{301}b\" '''\u{308}'").tokens
    #expect(tokens.map(\.name) == ["\u{301}a\"\u{301}b", "'\u{308}"])
  }

  @Test func `a token knows its place, and a range of them the text between`() {
    let tokens = SQLTokens("é + max( a , b )")
    #expect((0..<tokens.count).map(tokens.offset) == [0, 3, 5, 8, 10, 12, 14, 16])
    #expect(tokens.text(2..<8) == "max( a , b )")
    #expect(tokens.end(ofParenthesesAt: 3) == 8)
    #expect(tokens.items(in: 4..<7).map(tokens.text) == ["a", "b"])
  }

  @Test(arguments: [
    "Work", "work", "SELECT _id FROM Work", "(SELECT 1 FROM \"Work\")", "[Work]._id", "`Work`",
    "'it''s' || Work", "1 -- all\n+ Work", "/* all */Work", "\"a\"\"b\", Work", "x.Work=1",
    "0x1e+Work",
  ])
  func `a name is mentioned as a word or in quotes`(sql: String) {
    #expect(SQLTokens(sql).mentions("Work"))
  }

  @Test(arguments: [
    "", "'Work'", "'it''s Work'", "Works", "MyWork", "Work2", "-- Work", "1 /* Work */ + 2",
    "/* Work", "'Work", "\"Work \"", "\"a\"\"Work\"",
  ])
  func `a name is not mentioned in strings, comments and longer names`(sql: String) {
    #expect(!SQLTokens(sql).mentions("Work"))
  }
}
