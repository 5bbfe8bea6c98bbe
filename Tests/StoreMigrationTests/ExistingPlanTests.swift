import MigrateKit
import SQLite
import StoreScript
import Diagnostics
import MigrationPlanner
import SchemaModel
import StoreLayout
import StoreMigration
import StoreVerification
import Testing

/// The plan for an existing database agrees with the result of its migration.
struct ExistingPlanTests {
  private static func parent(_ attributes: String, unique: String = "u") -> String {
    """
    entities:
      a:
        table: a
        primaryKey: [id]
        attributes: {id: {type: int, sqlType: INTEGER}, \(attributes)}
        unique: [[\(unique)]]

    """
  }

  @Test(arguments: [
    parent("uu: {type: string, optional: true, sqlType: TEXT, renamedFrom: u}", unique: "uu"),
    parent("u: {type: string, optional: true, sqlType: TEXT, column: uu}"),
  ])
  func `a key of a table without a name follows the column that it leads to`(second: String) throws
  {
    let store = try ExistingStore(
      """
      CREATE TABLE a (id INTEGER PRIMARY KEY, u TEXT UNIQUE);
      CREATE TABLE foreigner (x INTEGER REFERENCES a(id), z TEXT REFERENCES a(u));
      INSERT INTO a VALUES (1, 'p'), (2, 'q'), (3, NULL);
      INSERT INTO foreigner VALUES (1, 'q'), (2, NULL);
      """, [Self.parent("u: {type: string, optional: true, sqlType: TEXT}"), second])
    let told = try store.told()
    #expect(told.codes == [])
    #expect(told.gap == nil)
    #expect(try store.migrated("SELECT x, z FROM foreigner") == ["1 'q'", "2 NULL"])
  }

  private static func table(_ attributes: String, _ rest: String = "") -> String {
    """
    entities:
      t:
        table: t
        primaryKey: [id]
        attributes: {id: {type: int, sqlType: INTEGER}, \(attributes)}
    \(rest)

    """
  }

  @Test func `an index has the name that a version gives it`() throws {
    func version(_ index: String) -> String {
      Self.table("c: {type: string, optional: true, sqlType: TEXT}", "    indexes: [\(index)]")
    }
    let (first, second) = ("{name: i, properties: [c]}", "{name: j, properties: [c]}")
    let database = "CREATE TABLE t (id INTEGER PRIMARY KEY, c TEXT); CREATE INDEX i ON t(c);"
    let query = "SELECT name FROM sqlite_schema WHERE type = 'index' ORDER BY name"
    let renamed = try ExistingStore(database, [version(first), version(second)])
    #expect(try renamed.migrated(query) == ["'j'"])
    let same = try ExistingStore(database, [version(first), version("[c]")])
    #expect(try same.migrated(query) == ["'i'"])
    let other = try ExistingStore(database, [version(second), version("[c]")])
    let refusals = other.refusals { _ = try $0.plan(for: $1) }
    #expect(
      refusals.map { $0.split(separator: "\n").dropFirst().joined(separator: "\n") } == [
        "- the index 'j' is missing\n- 'migrate import' describes it as it is"
      ])
    // Neither an index that the schema cannot express nor another index of the version is dropped.
    let collated = database + "CREATE INDEX k ON t(c COLLATE NOCASE); CREATE INDEX l ON t(c);"
    let both = "{name: i, properties: [c]}, {name: l, properties: [c]}"
    let several = try ExistingStore(collated, [version(both), version(second + ", " + both)])
    #expect(try several.migrated(query) == ["'i'", "'j'", "'k'", "'l'"])
  }

  private static let decimal = table("c: {type: decimal, optional: true, sqlType: 'DECIMAL(5,2)'}")
  private static let text = table("c: {type: string, optional: true, sqlType: TEXT}")

  @Test func `a decimal that is stored as a number becomes its text`() throws {
    let store = try ExistingStore(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, c DECIMAL(5,2));
      INSERT INTO t (c) VALUES (1), (2.5), (NULL), (0.1);
      """, [Self.decimal, Self.text])
    #expect(try store.told().codes == [])
    #expect(try store.migrated("SELECT c FROM t") == ["'1'", "'2.5'", "NULL", "'0.1'"])
  }

  @Test func `a decimal that a text would shorten is reported, and stays`() throws {
    let store = try ExistingStore(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, c DECIMAL(5,2));
      INSERT INTO t (c) VALUES (1), (0.1 + 0.2);
      """, [Self.decimal, Self.text])
    let line = """
      V2.yaml:7:53: the value of 1 object for 't.c' cannot be converted: it has more digits than a \
      text of it would have [inconvertible-value]
      """
    #expect(try store.told().codes == ["inconvertible-value"])
    let refusals = store.refusals { _ = try $0.apply(to: $1) }
    #expect(refusals.map { $0.split(separator: "\n").first ?? "" } == [line[...]])
  }

  @Test func `a column of REAL numbers holds whole numbers as REAL, whatever its type is called`()
    throws
  {
    let store = try ExistingStore(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, c REAL);
      INSERT INTO t (c) VALUES (1.0), (2.5), (NULL);
      """,
      [
        Self.table("c: {type: double, optional: true, sqlType: REAL}"),
        Self.table("c: {type: double, optional: true, sqlType: FLOAT}"),
      ])
    #expect(try store.told().codes == [])
    #expect(try store.migrated("SELECT c FROM t") == ["1.0", "2.5", "NULL"])
  }

  @Test func `a reference is compared as the type of the key that it leads to`() throws {
    func version(_ key: String, _ rest: String = "") -> String {
      """
      entities:
        k:
          table: k
          primaryKey: [k]
          attributes: {k: \(key)}
          relationships: {rs: {toMany: r, inverse: k}}
        r:
          table: r
          primaryKey: [id]
          attributes: {id: {type: int, sqlType: INTEGER}}
          relationships: {k: {toOne: k?, inverse: rs, column: k}}
      \(rest)

      """
    }
    let store = try ExistingStore(
      """
      CREATE TABLE k (k TEXT PRIMARY KEY NOT NULL);
      CREATE TABLE r (id INTEGER PRIMARY KEY, k TEXT REFERENCES k(k));
      INSERT INTO k VALUES ('1'), ('03');
      INSERT INTO r VALUES (1, '1'), (2, '03');
      """,
      [
        version("{type: string, sqlType: TEXT}"),
        version(
          "{type: int, sqlType: INT}",
          "migration: {kind: custom, map: {k: {k: {using: 'CAST(k AS INTEGER)'}}}}"),
      ], allowing: ["change-attribute-type:k.k"])
    #expect(try store.told().codes == [])
    #expect(try store.migrated("SELECT k FROM k ORDER BY 1") == ["1", "3"])
  }

  struct Demanding: CustomTestStringConvertible, Sendable {
    var database: String
    var map: String

    var testDescription: String { "\(database): \(map)" }

    init(_ database: String, _ map: String) { (self.database, self.map) = (database, map) }
  }

  private static let opening = "CREATE TABLE t (id INTEGER PRIMARY KEY, c TEXT, d INT"

  static let demanding = [
    Demanding("\(opening) CHECK (d < 3))", "d: {using: d * 2}"),
    Demanding(
      "\(opening)); CREATE UNIQUE INDEX pu ON t(c) WHERE d = 1", "c: {using: \"'k'\"}"),
    Demanding(
      "\(opening)); CREATE UNIQUE INDEX pu ON t(c || d)", "d: {using: d * 0}, c: {using: upper(c)}"),
    Demanding("\(opening)) STRICT", "d: {using: \"d || 'a'\"}"),
    Demanding(
      "\(opening), g TEXT AS (c || d) UNIQUE)", "c: {using: upper(c)}, d: {using: d * 0}"),
    Demanding(
      "\(opening), g TEXT AS (c || d)); CREATE UNIQUE INDEX gu ON t(g)",
      "c: {using: upper(c)}, d: {using: d * 0}"),
    Demanding(
      "\(opening), g TEXT AS (c || d) STORED NOT NULL)", "c: {using: \"nullif(c, 'x')\"}"),
  ]

  @Test(arguments: demanding)
  func `constraints that only the table declares are tried`(row: Demanding) throws {
    let columns = """
      c: {type: string, optional: true, sqlType: TEXT}, d: {type: int, optional: true, sqlType: INT}
      """
    let database =
      row.database + "; INSERT INTO t (id, c, d) VALUES (1, 'x', 1), (2, 'y', 1), (3, 'X', 2);"
    let migration = "migration: {kind: custom, map: {t: {\(row.map)}}}"
    let versions = [Self.table(columns), Self.table(columns, migration)]
    let asking = try ExistingStore(database, versions)
    let plan = try asking.migrator.plan(for: asking.path)
    let losses = plan.migration.hops.flatMap(\.changes).compactMap(\.approval)
    let approvals = losses + plan.recomputed.compactMap { $0.effect().approval }
    let store = try ExistingStore(database, versions, allowing: Set(approvals))
    let told = try store.told()
    #expect(told.gap == nil)
    let error = #expect(throws: MigrationError.self) {
      _ = try store.migrator.apply(to: store.path)
    }
    #expect(error?.exitStatus == 4)
    #expect(told.codes == error?.diagnostics(of: store.path).map(\.code))
  }

  @Test func `constraints of the table on unchanged values are no obstacle`() throws {
    let columns = """
      c: {type: string, optional: true, sqlType: TEXT}, d: {type: int, optional: true, sqlType: INT}
      """
    let store = try ExistingStore(
      "\(Self.opening) CHECK (d < 3)); CREATE UNIQUE INDEX pu ON t(d, id) WHERE d > 0; "
        + "INSERT INTO t VALUES (1, 'x', 1), (2, 'y', 1);",
      [
        Self.table(columns),
        Self.table(columns, "migration: {kind: custom, map: {t: {c: {using: upper(c)}}}}"),
      ], allowing: ["rewrite-attribute:t.c"])
    let told = try store.told()
    #expect(told.codes == [])
    #expect(told.gap == nil)
    #expect(try store.migrated("SELECT c FROM t") == ["'X'", "'Y'"])
  }

  @Test func `an expression for a column that SQLite computes is a mistake`() throws {
    let columns = """
      c: {type: string, optional: true, sqlType: TEXT}, \
      g: {type: string, optional: true, sqlType: TEXT}
      """
    let store = try ExistingStore(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, c TEXT, g TEXT AS (c || 'g') STORED);
      INSERT INTO t (id, c) VALUES (1, 'x');
      """,
      [
        Self.table(columns),
        Self.table(columns, "migration: {kind: custom, map: {t: {g: {using: \"'k'\"}}}}"),
      ], allowing: ["rewrite-attribute:t.g"])
    let message = """
      V2.yaml:8:48: the expression for 't.g' cannot be used: SQLite itself computes the values of \
      the column 'g' [unusable-expression]
      - leave it out, and give expressions for what 'g' is computed from instead
      """
    #expect(store.refusals { _ = try $0.plan(for: $1) } == [message])
    #expect(store.refusals { _ = try $0.apply(to: $1) } == [message])
  }

  @Test func `a table is dropped with its rows, even if a later version reuses its name`() throws {
    let other = "entities: {b: {table: b, primaryKey: [id], attributes: {id: int}}}\n"
    let both = """
      entities:
        t: {table: t, primaryKey: [id], attributes: {id: {type: int, sqlType: INTEGER}, x: string?}}
        b: {table: b, primaryKey: [id], attributes: {id: int}}

      """
    let again = both.replacing("x: string?", with: "y: string?")
    let database = """
      CREATE TABLE t (id INTEGER PRIMARY KEY, x TEXT); CREATE TABLE b (id INTEGER PRIMARY KEY);
      CREATE INDEX i ON t (x) WHERE x > ''; CREATE VIEW v AS SELECT id FROM t;
      CREATE TABLE c (t INTEGER REFERENCES t);
      INSERT INTO t VALUES (1, 'x'), (2, 'y'); INSERT INTO b VALUES (7);
      """
    let store = try ExistingStore(
      database, [both, other, again], allowing: ["drop-entity:t"])
    #expect(try store.told().codes == [])
    let query = "SELECT sql FROM sqlite_schema WHERE name IN ('t', 'c', 'v') ORDER BY name"
    #expect(
      try store.migrated(query)
        == [
          "'CREATE TABLE c (t INTEGER REFERENCES t)'",
          "'CREATE TABLE \"t\" (\n  \"id\" INTEGER NOT NULL PRIMARY KEY,\n  \"y\" TEXT\n)'",
          "'CREATE VIEW v AS SELECT id FROM t'",
        ])
    let connection = try Connection(path: store.path, mode: .readOnly)
    #expect(try connection.integer("SELECT (SELECT count(*) FROM t) * 10 + count(*) FROM b") == 1)
  }

  @Test func `a saved plan names the version of a database that does not name it`() throws {
    let model = Self.parent("u: {type: string, optional: true, sqlType: TEXT}")
    let store = try ExistingStore(
      "CREATE TABLE a (id INTEGER PRIMARY KEY, u TEXT UNIQUE); INSERT INTO a VALUES (1, 'p');",
      [model, model + "migration: {kind: custom, map: {a: {u: {using: \"u || '!'\"}}}}\n"],
      allowing: ["rewrite-attribute:a.u"])
    let history = store.migrator.history
    let plan = PlanFile(
      try store.migrator.plan(for: store.path), history: history,
      approvals: ["rewrite-attribute:a.u"])
    let migrator = Migrator(history: history, options: .testing())
    #expect(throws: MigrationError.self) { try migrator.apply(to: store.path) }
    _ = try migrator.apply(to: store.path, following: plan)
    let connection = try Connection(path: store.path, mode: .readOnly)
    #expect(try connection.texts("SELECT u FROM a") == ["p!"])
  }
}
