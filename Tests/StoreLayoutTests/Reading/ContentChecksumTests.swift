import SQLite
import StoreLayout
import Testing

struct ContentChecksumTests {
  let connection: Connection

  init() throws { connection = try Connection.inMemory() }

  @Test func `the order of rows does not matter, and nothing else is ignored`() throws {
    func sum(_ rows: String) throws -> ContentChecksum {
      try connection.checksum(of: SQL(raw: "VALUES \(rows)"))
    }
    #expect(try sum("(1, 'a'), (2, 'b')") == sum("(2, 'b'), (1, 'a')"))
    #expect(try sum("(1, 'a'), (2, 'b')") == sum("(1, 'a')") + sum("(2, 'b')"))
    let different = [
      "(1, 'a'), (2, 'b')", "(1, 'b'), (2, 'a')", "(1, 'a')", "(1, 'a'), (1, 'a')",
      "(1, 'a'), (2, 'b'), (2, 'b')",
      "('ab', '')", "('a', 'b')", "('', 'ab')", "(1, NULL)", "(NULL, 1)", "(1.0, NULL)",
      "('1', NULL)", "(x'31', NULL)",
      "(0.0, 0)", "(-0.0, 0)", "(0, 0)", "(1, 'a' || char(0))", "('12345678', '')",
      "('1234567', '8')",
    ]
    #expect(Set(try different.map(sum)).count == different.count)
    #expect(try sum("(1, 'a'), (2, 'b')").rows == 2)
  }

  @Test func `a table is summed over the requested columns`() throws {
    try connection.executeScript("CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 2), (3, 4)")
    #expect(
      try connection.checksum(ofTable: "t") == connection.checksum(of: "VALUES (3, 4), (1, 2)"))
    #expect(
      try connection.checksum(ofTable: "t", columns: ["b"])
        == connection.checksum(of: "VALUES (2), (4)"))
    #expect(try connection.rowCount(of: "t") == 2)
  }

  @Test func `rows that lead to nothing are found by the check and along the key`() throws {
    try connection.executeScript(
      """
      CREATE TABLE p (_id INTEGER PRIMARY KEY);
      CREATE TABLE c (_id INTEGER PRIMARY KEY, p INTEGER REFERENCES p(_id));
      INSERT INTO p VALUES (1); INSERT INTO c VALUES (1, 1), (2, NULL), (3, 9), (4, 8);
      """)
    #expect(
      try connection.rows("SELECT rowid FROM pragma_foreign_key_check")
        == [[.integer(3)], [.integer(4)]])
    let key = ForeignKeyDefinition(["p"], references: "p", ["_id"])
    #expect(
      try connection.rows("SELECT _child._id FROM \(Connection.orphans(of: key, in: "c"))")
        == [[.integer(3)], [.integer(4)]])
    #expect(
      try connection.rows("SELECT _child._id FROM \(Connection.references(by: key, in: "c"))")
        == [[.integer(1)], [.integer(3)], [.integer(4)]])
  }
}
