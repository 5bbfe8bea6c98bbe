import SQLite
import Testing

/// Behaviour of SQLite on which the execution of migrations is based.
///
/// A version of SQLite that does otherwise fails here first.
struct SQLiteFactTests {
  let connection: Connection

  init() throws {
    connection = try Connection.inMemory()
    try connection.executeScript(
      """
      CREATE TABLE p (id INTEGER PRIMARY KEY, a TEXT);
      CREATE TABLE cascading (id INTEGER PRIMARY KEY, p INTEGER REFERENCES p(id) ON DELETE CASCADE);
      CREATE TABLE nulling (id INTEGER PRIMARY KEY, p INTEGER REFERENCES p(id) ON DELETE SET NULL);
      INSERT INTO p VALUES (1, 'x'); INSERT INTO cascading VALUES (1, 1), (2, 1);
      INSERT INTO nulling VALUES (1, 1);
      """)
  }

  private let rebuild = """
    CREATE TABLE new_p (id INTEGER PRIMARY KEY, a INTEGER);
    INSERT INTO new_p SELECT id, 1 FROM p; DROP TABLE p; ALTER TABLE new_p RENAME TO p;
    """

  private func rows(_ sql: String) throws -> [String] {
    try connection.rows(SQL(raw: sql)).map { $0.map(\.literal).joined(separator: " ") }
  }

  @Test(arguments: [
    "PRAGMA foreign_keys = ON; BEGIN", "PRAGMA foreign_keys = ON; BEGIN; PRAGMA foreign_keys = OFF",
    "PRAGMA foreign_keys = ON; PRAGMA defer_foreign_keys = ON; BEGIN",
  ])
  func `a rebuild with foreign keys on deletes and nulls children without a word`(start: String)
    throws
  {
    try connection.executeScript("\(start); \(rebuild) COMMIT")
    #expect(try rows("SELECT count(*) FROM cascading") == ["0"])
    #expect(try rows("SELECT * FROM nulling") == ["1 NULL"])
  }

  @Test func `a rebuild with foreign keys off before the transaction loses nothing`() throws {
    try connection.executeScript(
      "PRAGMA foreign_keys = ON; PRAGMA foreign_keys = OFF; BEGIN; \(rebuild) COMMIT")
    #expect(try rows("SELECT count(*) FROM cascading") == ["2"])
    #expect(try rows("PRAGMA foreign_key_check") == [])
  }

  @Test func `a table's triggers and indexes are dropped with the table`() throws {
    try connection.executeScript(
      "CREATE INDEX i ON p (a); CREATE TRIGGER t AFTER INSERT ON p BEGIN SELECT 1; END; \(rebuild)")
    #expect(try rows("SELECT name FROM sqlite_schema WHERE name IN ('i', 't')") == [])
  }

  @Test func `a view keeps a rebuilt table from its name, but not with the old way of renaming`()
    throws
  {
    try connection.executeScript("CREATE VIEW v AS SELECT a FROM p")
    #expect(throws: SQLiteError.self) { try connection.executeScript("BEGIN; \(rebuild)") }
    try connection.executeScript("ROLLBACK; PRAGMA legacy_alter_table = ON; \(rebuild)")
    #expect(try rows("SELECT * FROM v") == ["1"])
  }

  @Test func `a rename is written into references, but not with the old way of renaming`() throws {
    try connection.execute("ALTER TABLE p RENAME TO q")
    #expect(
      try connection.readDefinition().table(named: "nulling")?.foreignKeys.map(\.table) == ["q"])
    try connection.executeScript("PRAGMA legacy_alter_table = ON; ALTER TABLE q RENAME TO r")
    #expect(
      try connection.readDefinition().table(named: "nulling")?.foreignKeys.map(\.table) == ["q"])
  }

  @Test(arguments: [
    "n INTEGER NOT NULL", "n UNIQUE", "n PRIMARY KEY", "n DEFAULT CURRENT_TIMESTAMP",
    "n DEFAULT (1 + 1)",
    "n NOT NULL DEFAULT NULL",
  ])
  func `a column cannot be added where the value of old rows is not plain`(column: String) {
    #expect(throws: SQLiteError.self) {
      try connection.execute("ALTER TABLE p ADD COLUMN \(raw: column)")
    }
  }

  @Test func `a column cannot be dropped while an index, a foreign key or a view uses it`() throws {
    try connection.executeScript("ALTER TABLE nulling ADD COLUMN n; CREATE INDEX i ON nulling (n)")
    #expect(throws: SQLiteError.self) {
      try connection.execute("ALTER TABLE nulling DROP COLUMN n")
    }
    #expect(throws: SQLiteError.self) {
      try connection.execute("CREATE TABLE t (a, b, FOREIGN KEY (b) REFERENCES p(id))")
      try connection.execute("ALTER TABLE t DROP COLUMN b")
    }
    try connection.executeScript("DROP INDEX i; CREATE VIEW v AS SELECT n FROM nulling")
    #expect(throws: SQLiteError.self) {
      try connection.execute("ALTER TABLE nulling DROP COLUMN n")
    }
  }

  @Test func `rows from before an added column read its default from the definition`() throws {
    try connection.executeScript(
      """
      ALTER TABLE p ADD COLUMN n INTEGER DEFAULT 1; INSERT INTO p (id) VALUES (2);
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, 'DEFAULT 1', 'DEFAULT 9') WHERE name = 'p';
      PRAGMA writable_schema = RESET;
      """)
    #expect(try rows("SELECT id, n FROM p") == ["1 9", "2 1"])
  }

  @Test func `affinity and casts change values without a word, and a strict table does not`() throws
  {
    try connection.execute("CREATE TABLE loose (n INTEGER)")
    try connection.execute("CREATE TABLE strict (n INTEGER) STRICT")
    let texts = ["007", "1e3", "9223372036854775808", "abc", ""]
    for text in texts { try connection.execute("INSERT INTO loose VALUES (\(text))") }
    #expect(
      try rows("SELECT n FROM loose") == [
        "7", "1000", "\(9_223_372_036_854_775_808 as Double)", "'abc'", "''",
      ])
    let casts = try ["1e3", "abc", "", "99999999999999999999", "0x10"].map { text in
      try connection.value("SELECT CAST(\(text) AS INTEGER)")
    }
    #expect(casts == [.integer(1), .integer(0), .integer(0), .integer(.max), .integer(0)])
    #expect(throws: SQLiteError.self) {
      try connection.execute("INSERT INTO strict VALUES ('abc')")
    }
    #expect(
      try connection.value("SELECT CAST(9007199254740993 AS REAL)") == .real(9_007_199_254_740_992))
  }

  @Test func `an autoincrementing table that is rebuilt gives an id twice`() throws {
    try connection.executeScript(
      """
      CREATE TABLE a (id INTEGER PRIMARY KEY AUTOINCREMENT, x); INSERT INTO a (x) VALUES (1), (2);
      DELETE FROM a WHERE id = 2;
      CREATE TABLE b (id INTEGER PRIMARY KEY AUTOINCREMENT, x); INSERT INTO b SELECT * FROM a;
      DROP TABLE a; ALTER TABLE b RENAME TO a; INSERT INTO a (x) VALUES (3);
      """)
    #expect(try rows("SELECT id FROM a") == ["1", "2"])
  }

  @Test func `JSON functions shorten numbers, and the arrow does not`() throws {
    let json = #"{"n":0.12345678901234567}"#
    #expect(
      try connection.value("SELECT json_object('n', json_extract(\(json), '$.n'))")
        == .text(#"{"n":0.123456789012346}"#))
    #expect(try connection.value("SELECT json_object('n', json(\(json) -> '$.n'))") == .text(json))
  }
}
