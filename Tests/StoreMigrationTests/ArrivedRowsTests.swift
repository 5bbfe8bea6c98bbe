import SQLite
import StoreLayout
import Testing

@testable import StoreMigration

/// The sum of a rewritten table is valid until a statement writes to the table.
struct ArrivedRowsTests {
  private static let draft = "_migrate_new_Book"

  private static var check: ConservationCheck {
    var check = ConservationCheck(
      subject: "Book", table: "Book", source: "SELECT title FROM Book",
      target: "SELECT title FROM Book", columns: ["title"])
    check.draft = "SELECT title FROM \(draft)"
    return check
  }

  /// A table that was filled, the old one that it replaces, and the sum of the new one.
  private func filled() throws -> (Connection, ArrivedRows) {
    let connection = try Connection.inMemory()
    try connection.executeScript(
      """
      CREATE TABLE Book (title TEXT);
      INSERT INTO Book VALUES ('old');
      CREATE TABLE \(Self.draft) (title TEXT);
      INSERT INTO \(Self.draft) VALUES ('Emma'), ('Persuasion');
      """)
    var arrived = try ArrivedRows([Self.check], on: connection)
    try arrived.sumUp("Book")
    return (connection, arrived)
  }

  /// Runs statements one by one, each announced before, and returns the sum that a proof is given.
  private func sum(after statements: [String], announced: Bool = true) throws -> ContentChecksum {
    var (connection, arrived) = try filled()
    for statement in statements {
      var writes = WrittenTrees()
      try writes.add(statement, on: connection)
      if announced { arrived.forget(writes) }
      try connection.executeScript(statement)
    }
    return try arrived.checksum(for: Self.check, roots: connection.tableRoots())
  }

  private func trueSum(_ titles: [String]) throws -> ContentChecksum {
    let connection = try Connection.inMemory()
    try connection.execute("CREATE TABLE Book (title TEXT)")
    for title in titles { try connection.execute("INSERT INTO Book VALUES (\(title))") }
    return try connection.checksum(of: "SELECT title FROM Book")
  }

  private static let replacement = [
    "DROP TABLE Book", "PRAGMA legacy_alter_table = ON",
    "ALTER TABLE \(draft) RENAME TO Book", "PRAGMA legacy_alter_table = OFF",
    "CREATE INDEX title ON Book (title)",
  ]

  @Test func `replacing a table and creating an index do not change the sum`() throws {
    #expect(try sum(after: Self.replacement) == trueSum(["Emma", "Persuasion"]))
    // The sum is not computed again: an unannounced change is not in it.
    let unannounced = Self.replacement + ["DELETE FROM Book"]
    #expect(
      try sum(after: unannounced, announced: false) == trueSum(["Emma", "Persuasion"]))
  }

  @Test(arguments: [
    (
      ["INSERT INTO \(draft) VALUES ('Sanditon')"] + replacement,
      ["Emma", "Persuasion", "Sanditon"]
    ),
    (replacement + ["UPDATE Book SET title = upper(title)"], ["EMMA", "PERSUASION"]),
    (replacement + ["DELETE FROM Book WHERE title = 'Emma'"], ["Persuasion"]),
    (replacement + ["ALTER TABLE Book ADD COLUMN pages", "DELETE FROM Book"], []),
  ])
  func `statements that write to the table change the sum`(
    _ statements: [String], _ titles: [String]
  ) throws {
    #expect(try sum(after: statements) == trueSum(titles))
  }

  @Test func `another table of the same name is summed again`() throws {
    let other = ["DROP TABLE \(Self.draft)", "UPDATE Book SET title = 'new'"]
    #expect(try sum(after: other) == trueSum(["new"]))
  }
}
