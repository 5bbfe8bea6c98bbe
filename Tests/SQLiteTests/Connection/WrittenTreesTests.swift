import SQLite
import Testing

/// The tables that a statement writes to, by SQLite's own listing of its program.
struct WrittenTreesTests {
  private static let tables = """
    CREATE TABLE parent (_id INTEGER PRIMARY KEY, title TEXT NOT NULL) STRICT;
    CREATE INDEX titles ON parent (title);
    CREATE TABLE child (_id INTEGER PRIMARY KEY, note TEXT, parent INTEGER REFERENCES parent) STRICT;
    CREATE TABLE plain (a TEXT PRIMARY KEY, b TEXT) WITHOUT ROWID;
    INSERT INTO parent VALUES (1, 'one'), (2, 'two');
    INSERT INTO child VALUES (1, 'first', 2);
    INSERT INTO plain VALUES ('a', 'b');
    """

  /// The tables that stay as they are while statements run.
  private func spared(
    by statements: [String], in setting: String = ""
  ) throws -> [String] {
    let connection = try Connection.inMemory()
    try connection.executeScript(setting + Self.tables)
    let roots = try connection.tableRoots()
    var writes = WrittenTrees()
    for statement in statements {
      try writes.add(statement, on: connection)
      try connection.execute(SQL(raw: statement))
    }
    return try writes.spared(of: roots, on: connection).sorted()
  }

  @Test(arguments: [
    "ALTER TABLE child ADD COLUMN more TEXT NOT NULL DEFAULT 'x'",
    "ALTER TABLE child ADD COLUMN other INTEGER REFERENCES parent",
    "ALTER TABLE parent RENAME COLUMN title TO name",
    "CREATE INDEX notes ON child (note)", "DROP INDEX titles", "CREATE TABLE new (a TEXT)",
    "CREATE TRIGGER t AFTER DELETE ON child BEGIN DELETE FROM parent; END",
    "SELECT * FROM child", "PRAGMA legacy_alter_table = ON",
  ])
  func `a change of definitions writes to no rows`(statement: String) throws {
    #expect(try spared(by: [statement]) == ["child", "parent", "plain"])
  }

  @Test(arguments: [
    ("ALTER TABLE child DROP COLUMN note", "child"), ("UPDATE child SET note = 'x'", "child"),
    ("INSERT INTO parent VALUES (3, 'three')", "parent"), ("DELETE FROM plain", "plain"),
    ("DELETE FROM plain WHERE a = 'a'", "plain"), ("UPDATE plain SET b = 'c'", "plain"),
    ("DROP TABLE child", "child"), ("ALTER TABLE child RENAME TO other", "child"),
    ("REPLACE INTO child SELECT * FROM child", "child"),
  ])
  func `statements that write to rows, or take a table's name, are found`(
    statement: String, table: String
  ) throws {
    #expect(try spared(by: [statement]) == ["child", "parent", "plain"].filter { $0 != table })
  }

  @Test func `tables that a trigger writes to are found, too`() throws {
    let trigger = "CREATE TRIGGER t AFTER DELETE ON child BEGIN UPDATE parent SET title = 'x'; END"
    #expect(try spared(by: [trigger, "DELETE FROM child"]) == ["plain"])
  }

  @Test func `a table that takes the place of another one is not the same`() throws {
    let rebuild = [
      "CREATE TABLE draft (_id INTEGER PRIMARY KEY, note TEXT) STRICT",
      "INSERT INTO draft SELECT _id, note FROM child", "DROP TABLE child",
      "ALTER TABLE draft RENAME TO child",
    ]
    #expect(try spared(by: rebuild) == ["parent", "plain"])
  }

  @Test func `no table is called untouched where trees change places`() throws {
    let statement = "ALTER TABLE child ADD COLUMN more TEXT"
    #expect(try spared(by: [statement], in: "PRAGMA auto_vacuum = FULL;") == [])
  }

  @Test func `no table is called untouched where a virtual table is written`() throws {
    let virtual = "CREATE VIRTUAL TABLE words USING fts5(text)"
    #expect(try spared(by: [virtual]) == [])
  }
}
