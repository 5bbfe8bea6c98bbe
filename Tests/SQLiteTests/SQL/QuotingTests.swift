import SQLite
import Testing

struct QuotingTests {
  /// A combining mark makes one character of itself and the quote before it.
  static let texts = [
    "", "a", "'", "\"", "it's \"so\"", "'\u{308}x", "\"\u{301}", "''\"\"\u{0338}", "é",
  ]

  @Test(arguments: texts)
  func `SQLite reads a quoted text and a quoted name as they were`(text: String) throws {
    let connection = try Connection.inMemory()
    let read = try connection.texts("SELECT \(raw: text.quotedText)")
    #expect(read.map { Array($0.utf8) } == [Array(text.utf8)])
    guard !text.isEmpty else { return }
    try connection.execute("CREATE TABLE \(raw: text.quotedName)(x)")
    let names = try connection.texts("SELECT name FROM sqlite_schema")
    #expect(names.map { Array($0.utf8) } == [Array(text.utf8)])
  }
}
