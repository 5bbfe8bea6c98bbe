import SQLite
import StoreLayout
import Testing

/// Functions that test texts, compared with SQLite's own functions.
struct TextTestTests {
  private func connection() throws -> Connection {
    let connection = try Connection.inMemory()
    try connection.register(.isUUID(named: "is_uuid"))
    try connection.register(.isPlainList(named: "is_plain_list"))
    return connection
  }

  @Test(arguments: [
    (SQLValue.text("0123ABCD-4567-89EF-0123-456789ABCDEF"), SQLValue.integer(1)),
    (.text("0123abcd-4567-89EF-0123-456789ABCDEF"), .integer(0)),
    (.text("0123ABCD-4567-89EF-0123-456789ABCDE"), .integer(0)),
    (.text("0123ABCD-4567-89EF-0123-456789ABCDEF0"), .integer(0)),
    (.text("0123ABCD-4567-89EF-0123_456789ABCDEF"), .integer(0)),
    (.text("0123ABCD-4567-89EF-0123-456789ABCDÉ"), .integer(0)),
    (.text("0123ABCD-4567-89EF-0123-456789ABCDEF\0x"), .integer(0)),
    (.text(""), .integer(0)), (.integer(7), .integer(0)), (.blob([0x30]), .integer(0)),
    (.null, .null),
  ])
  func `a UUID has 36 characters and capital letters`(text: SQLValue, answer: SQLValue) throws {
    #expect(try connection().value("SELECT is_uuid(\(text))") == answer)
  }

  @Test(arguments: [
    "[]", #"["a"]"#, #"["a","b"]"#, #"["é, 😀","[x]"]"#, #"[""]"#,
  ])
  func `a plain list is recognized`(text: String) throws {
    #expect(try connection().value("SELECT is_plain_list(\(text))") == .integer(1))
  }

  @Test(arguments: [
    "", "[", "]", "[]]", "[[]]", "[,]", #"["a",]"#, #"[,"a"]"#, #"["a""b"]"#, #"["a" ,"b"]"#,
    #"["a\"]"#, #"["\""]"#, "[1]", "[null]", #"{"a":"b"}"#, #"["a"#, #"["a]"#, #"["a\#n"]"#,
    #"["a"] "#, "[\"a\0\"]", #"""#, #"["]"#,
  ])
  func `a text that is not a list of the plainest form is not recognized`(text: String) throws {
    #expect(try connection().value("SELECT is_plain_list(\(text))") == .integer(0))
  }

  /// Every text of up to six of the characters that JSON lists are made of.
  @Test func `a recognized list of texts is a list to SQLite, too`() throws {
    let connection = try connection()
    try connection.executeScript(
      """
      CREATE TABLE texts AS WITH
        characters(c) AS (VALUES ('['), (']'), ('"'), (','), ('a'), ('\\'), (' ')),
        t(text) AS (
          SELECT '' UNION ALL SELECT text || c FROM t, characters WHERE length(text) < 6)
        SELECT text FROM t;
      """)
    let wrong = try connection.texts(
      """
      SELECT text FROM texts WHERE is_plain_list(text) AND NOT (
        json_valid(text) AND json_type(text) = 'array' AND NOT EXISTS (
          SELECT 1 FROM json_each(text) WHERE type <> 'text'))
      """)
    #expect(wrong == [])
    #expect(try connection.integer("SELECT count(*) > 100000 FROM texts") == 1)
    #expect(try connection.integer("SELECT count(*) FROM texts WHERE is_plain_list(text)") == 32)
  }
}
