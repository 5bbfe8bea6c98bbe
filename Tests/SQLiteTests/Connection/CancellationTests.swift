import SQLite
import Testing

struct CancellationTests {
  private static let endless: SQL =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) INSERT INTO t SELECT i FROM n"

  @Test func `a cancelled statement ends and rolls its transaction back`() throws {
    let connection = try Connection.inMemory()
    try connection.execute("CREATE TABLE t (a)")
    var questions = 0
    let error = #expect(throws: SQLiteError.self) {
      let isThird = { () -> Bool in
        questions += 1
        return questions == 3
      }
      try connection.cancellable(when: isThird) {
        try connection.transaction { try connection.execute(Self.endless) }
      }
    }
    #expect(error?.primaryCode == .interrupted)
    #expect(questions == 3)
    #expect(try connection.integer("SELECT count(*) FROM t") == 0)
  }

  @Test func `nothing is cancelled any more after the block`() throws {
    let connection = try Connection.inMemory()
    connection.cancellable(when: { true }) {}
    let count: SQL =
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100000) "
    #expect(try connection.integer(count + "SELECT count(*) FROM n") == 100_000)
  }
}
