import SQLite
import StoreMigration
import Testing

/// The column of a property that continues stays the same column, whatever its new name and values
/// are; a new property that takes the name of a column gets another column.
struct ContinuedColumnTests {
  private static let database = """
    CREATE TABLE q (id INTEGER PRIMARY KEY);
    CREATE TABLE a (id INTEGER NOT NULL PRIMARY KEY, p TEXT COLLATE NOCASE CHECK (length(p) <= 5), l TEXT,
      qid INTEGER NOT NULL DEFAULT 1 CONSTRAINT fq REFERENCES q (id) ON UPDATE CASCADE ON DELETE CASCADE
      DEFERRABLE INITIALLY DEFERRED);
    CREATE TABLE log (t);
    INSERT INTO q VALUES (1);
    INSERT INTO a VALUES (1, 'abc', 'de', 1);
    """
  private static let id = "id: {type: int, sqlType: INTEGER}"
  private static let link = "qid: {toOne: q, inverse: all, delete: nullify}"

  private static func model(_ attributes: String, _ link: String = link) -> String {
    """
    entities:
      q:
        table: q
        primaryKey: [id]
        attributes: {\(id)}
        relationships: {all: {toMany: a, inverse: \(link.prefix { $0 != ":" }), delete: cascade}}
      a:
        table: a
        primaryKey: [id]
        attributes: {\(id), \(attributes)}
        relationships: {\(link)}

    """
  }

  private static let plain = model(
    "p: {type: string?, sqlType: TEXT}, l: {type: string?, sqlType: TEXT}")
  private static let exchanged = model(
    "p: {type: string?, column: l, sqlType: TEXT}, l: {type: string?, column: p, sqlType: TEXT}")

  private func map(_ values: String) -> String {
    "migration: {kind: custom, map: {a: {\(values)}}}\n"
  }

  /// Migrates, and gives the statement of the table and its rows.
  private func table(
    after change: String, allowing approvals: Set<String> = []
  ) throws -> (sql: String, rows: [String]) {
    let store = try ExistingStore(Self.database, [Self.plain, change], allowing: approvals)
    let rows = try store.migrated("SELECT * FROM a")
    let connection = try Connection(path: store.path, mode: .readOnly)
    let sql = try connection.texts("SELECT sql FROM sqlite_schema WHERE name = 'a'")
    return (sql[0].split(whereSeparator: \.isWhitespace).joined(separator: " "), rows)
  }

  @Test func `a column that is renamed and computed keeps its clauses`() throws {
    let renamed = Self.plain.replacing(
      "p: {type: string?, sqlType", with: "p: {type: string?, column: z, sqlType")
    let (sql, rows) = try table(after: renamed + map(#"p: {using: "p || '#'"}"#))
    #expect(
      sql == """
        CREATE TABLE "a" (id INTEGER NOT NULL PRIMARY KEY, "z" TEXT COLLATE NOCASE CHECK (length("z") <= \
        5), l TEXT, qid INTEGER NOT NULL DEFAULT 1 CONSTRAINT fq REFERENCES q (id) ON UPDATE CASCADE ON \
        DELETE CASCADE DEFERRABLE INITIALLY DEFERRED)
        """)
    #expect(rows == ["1 'abc#' 'de' 1"])
  }

  @Test func `a foreign key that is renamed and computed keeps its clauses`() throws {
    let link = "qq: {toOne: q, inverse: all, delete: nullify, renamedFrom: qid}"
    let change = Self.model(
      "p: {type: string?, sqlType: TEXT}, l: {type: string?, sqlType: TEXT}", link)
    let (sql, rows) = try table(after: change + map("qq: {using: \"coalesce(qid, 1)\"}"))
    #expect(
      sql == """
        CREATE TABLE "a" (id INTEGER NOT NULL PRIMARY KEY, p TEXT COLLATE NOCASE CHECK (length(p) <= 5), \
        l TEXT, "qq" INTEGER NOT NULL DEFAULT 1 CONSTRAINT fq REFERENCES q (id) ON UPDATE CASCADE ON \
        DELETE CASCADE DEFERRABLE INITIALLY DEFERRED)
        """)
    #expect(rows == ["1 'abc' 'de' 1"])
  }

  @Test(arguments: ["", "migration: {kind: custom, map: {a: {p: {using: \"trim(p)\"}}}}\n"])
  func `objects over columns that exchange their names follow them`(_ migration: String) throws {
    let objects = """
      CREATE VIEW v AS SELECT p AS k FROM a;
      CREATE TRIGGER t AFTER UPDATE OF p ON a BEGIN INSERT INTO log VALUES (NEW.p); END;
      CREATE INDEX i ON a (qid) WHERE p IS NOT NULL;
      """
    let store = try ExistingStore(
      Self.database + objects, [Self.plain, Self.exchanged + migration])
    #expect(try store.migrated("SELECT k FROM v") == ["'abc'"])
    let connection = try Connection(path: store.path, mode: .readOnly)
    #expect(
      try connection.texts(
        "SELECT sql FROM sqlite_schema WHERE name IN ('v', 't', 'i') ORDER BY name")
        == [
          "CREATE INDEX i ON a (qid) WHERE \"l\" IS NOT NULL",
          "CREATE TRIGGER t AFTER UPDATE OF \"l\" ON a BEGIN INSERT INTO log VALUES (NEW.\"l\"); END",
          "CREATE VIEW v AS SELECT \"l\" AS k FROM a",
        ])
  }

  private static let taken = plain.replacing(
    "p: {type: string?, sqlType: TEXT}", with: "x: {type: int, default: 7, column: p}")
  private static let takenAndComputed =
    taken + "migration: {kind: custom, map: {a: {l: {using: \"l || '!'\"}}}}\n"

  @Test(
    arguments: [
      (
        "CREATE TRIGGER t AFTER UPDATE OF p ON a BEGIN INSERT INTO log VALUES (1); END;",
        "trigger 't' would no longer work: it waits for changes of the column 'p', which goes"
      ),
      (
        "CREATE TRIGGER t AFTER INSERT ON log BEGIN UPDATE a SET p = 1; END;",
        "trigger 't' would no longer work: it names the column 'p', which is dropped"
      ),
      (
        "CREATE TRIGGER t AFTER INSERT ON log BEGIN INSERT INTO a (p) VALUES (1); END;",
        "trigger 't' would no longer work: it names the column 'p', which is dropped"
      ),
      (
        "CREATE VIEW v AS SELECT p AS k FROM a;",
        "view 'v' would no longer work: it names the column 'a.p', which is dropped"
      ),
      (
        "CREATE TABLE b (p TEXT); CREATE VIEW v AS SELECT l FROM a NATURAL JOIN b;",
        "view 'v' would no longer work: its NATURAL JOIN compares 'a.p', which goes"
      ),
    ], [taken, takenAndComputed])
  func `an object over a column whose name a new attribute takes is reported`(
    _ example: (object: String, message: String), _ change: String
  ) throws {
    let store = try ExistingStore(
      Self.database + example.object, [Self.plain, change], allowing: ["drop-attribute:a.p"])
    #expect(
      store.refusals { _ = try $0.apply(to: $1) } == [
        example.message + " [unmanaged-object]\n"
          + "- the model does not name it, so it is for you to change or drop it first"
      ])
  }

  @Test(
    arguments: zip(
      [taken, takenAndComputed],
      [
        "it names the column 'p', which is dropped",
        "\"p\" in it is a column, which is dropped, and would be a text",
      ]))
  func `an index over a column whose name a new attribute takes is reported`(
    _ change: String, _ reason: String
  ) throws {
    let store = try ExistingStore(
      Self.database + "CREATE INDEX i ON a (lower(p));", [Self.plain, change],
      allowing: ["drop-attribute:a.p"])
    #expect(
      store.refusals { _ = try $0.apply(to: $1) }.first?.hasPrefix(
        "index 'i' would no longer work: \(reason) [unmanaged-object]") == true)
  }

  @Test(arguments: [taken, takenAndComputed])
  func `a new attribute that takes the name of a column gets another column`(
    _ change: String
  ) throws {
    let (sql, rows) = try table(after: change, allowing: ["drop-attribute:a.p"])
    #expect(
      sql.hasSuffix("\"p\" INTEGER NOT NULL DEFAULT 7)")
        || sql.hasSuffix("p INTEGER NOT NULL DEFAULT 7)"))
    #expect(!sql.contains("NOCASE") && !sql.contains("CHECK"))
    #expect(rows.map { $0.hasSuffix(" 7") } == [true])
  }
}
