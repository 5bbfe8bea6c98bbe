import Foundation
import SQLite
import Testing

struct ConnectionTests {
  @Test(arguments: [
    SQLValue.null, .integer(.min), .integer(.max), .real(-0.0), .real(.infinity), .text(""),
    .text("a\0b"), .text("O'Hara \"🦊\""), .invalidText([0xff, 0x00, 0xfe]), .blob([]),
    .blob([0, 1, 255]),
  ])
  func `a bound value and a literal both come back as they went in`(value: SQLValue) throws {
    let connection = try Connection.inMemory()
    #expect(try connection.value("SELECT \(value)") == value)
    #expect(try connection.value("SELECT \(raw: value.literal)") == value)
  }

  @Test func `a text with two statements is refused`() throws {
    let connection = try Connection.inMemory()
    #expect(
      throws: SQLiteError(.error, "more than one statement in the text", sql: "SELECT 1; SELECT 2")
    ) {
      _ = try connection.prepare("SELECT 1; SELECT 2")
    }
    #expect(try connection.value("SELECT 1 ; \n") == .integer(1))
  }

  @Test func `names are quoted so that any text can be one`() throws {
    let connection = try Connection.inMemory()
    let name = "Order \"Details\" '; DROP"
    try connection.execute("CREATE TABLE \(name: name) (\(name: name))")
    #expect(try connection.texts("SELECT name FROM sqlite_schema") == [name])
  }

  @Test func `a double-quoted name that is not a column is an error, not a text`() throws {
    let connection = try Connection.inMemory()
    try connection.execute("CREATE TABLE t (a)")
    #expect(throws: SQLiteError.self) { try connection.execute("CREATE INDEX i ON t (\"nope\")") }
  }

  @Test func `a transaction that throws leaves nothing behind`() throws {
    let connection = try Connection.inMemory()
    try connection.execute("CREATE TABLE t (a)")
    #expect(throws: SQLiteError.self) {
      try connection.transaction(.immediate) {
        try connection.execute("INSERT INTO t VALUES (1)")
        try connection.execute("INSERT INTO missing VALUES (1)")
      }
    }
    #expect(try connection.integer("SELECT count(*) FROM t") == 0)
    #expect(!connection.isInTransaction)
  }

  @Test func `a commit that is refused writes nothing to the log`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    let store = folder.appending(path: "links.store").path
    let connection = try Connection(path: store, mode: .create)
    #expect(try connection.texts("PRAGMA journal_mode = wal") == ["wal"])
    try connection.execute("PRAGMA foreign_keys = ON")
    try connection.execute("CREATE TABLE t (a REFERENCES t (b) DEFERRABLE INITIALLY DEFERRED, b)")
    try connection.execute("CREATE UNIQUE INDEX i ON t (b)")
    let log = { try Data(contentsOf: URL(filePath: store + "-wal")).count }
    let before = try log()
    #expect(throws: SQLiteError.self) {
      try connection.transaction(.immediate) {
        try connection.execute("INSERT INTO t VALUES (1, 2)")
      }
    }
    #expect(try log() == before)
    #expect(!connection.isInTransaction && !connection.mayHaveCommitted)
  }
}
