import MigrateKit
import SQLite
import StoreLayout
import MigrationPlanner
import SchemaModel
import StoreMigration
import StoreVerification
import Testing

/// Existing columns that become links: a plan, a migration and SQLite compare them with keys alike.
struct KeyComparisonTests {
  struct Case: Sendable {
    /// The declarations of the key and the column, in the database and in the model.
    var key: (declared: String, model: String)
    var column: (declared: String, model: String)
    var keys: String
    var rows: String
    var isSound: Bool
  }

  private static let text = ("TEXT", "{type: string, sqlType: TEXT}")
  private static let number = ("INTEGER", "{type: int, sqlType: INTEGER, optional: true}")
  private static let words = ("TEXT", "{type: string, sqlType: TEXT, optional: true}")
  private static let real = ("REAL", "{type: double, sqlType: REAL, optional: true}")

  private static let cases = [
    Case(key: text, column: real, keys: "('1'), ('2.5')", rows: "(1, 1), (2, 2.5)", isSound: false),
    Case(
      key: text, column: real, keys: "('1.0'), ('2.5')", rows: "(1, 1), (2, 2.5)", isSound: true),
    Case(key: text, column: number, keys: "('01')", rows: "(1, 1)", isSound: false),
    Case(key: text, column: number, keys: "('1')", rows: "(1, 1)", isSound: true),
    Case(
      key: ("INTEGER", "{type: int, sqlType: INTEGER}"), column: words, keys: "(1), (7)",
      rows: "(1, '1'), (2, '07')", isSound: true),
    Case(key: ("", "double"), column: words, keys: "(1.0)", rows: "(1, '1.0')", isSound: false),
    Case(key: ("", "string"), column: number, keys: "(1), ('x')", rows: "(1, 1)", isSound: true),
    Case(
      key: text, column: ("TEXT COLLATE NOCASE", words.1), keys: "('a')", rows: "(1, 'A')",
      isSound: false),
    Case(
      key: ("TEXT COLLATE NOCASE", text.1), column: words, keys: "('a')", rows: "(1, 'A')",
      isSound: true),
  ]

  @Test(arguments: cases)
  func `an existing column becomes a link`(_ given: Case) throws {
    let key = "par: {table: par, primaryKey: [k], attributes: {k: \(given.key.model)}"
    let child = "ch: {table: ch, primaryKey: [id], attributes: {id: {type: int, sqlType: INTEGER}"
    let store = try ExistingStore(
      """
      CREATE TABLE par (k \(given.key.declared) PRIMARY KEY);
      CREATE TABLE ch (id INTEGER PRIMARY KEY, c \(given.column.declared));
      INSERT INTO par VALUES \(given.keys);
      INSERT INTO ch VALUES \(given.rows);
      """,
      [
        "entities:\n  \(key)}\n  \(child), c: \(given.column.model)}}\n",
        """
        entities:
          \(key), relationships: {chs: {toMany: ch, inverse: r, delete: nullify}}}
          \(child)}, relationships: {r: {toOne: par?, inverse: chs, delete: nullify, column: c}}}
        migration: {kind: custom, map: {ch: {r: {using: c}}}}

        """,
      ])
    #expect(try store.told().codes == (given.isSound ? [] : ["broken-reference"]))
    let refused = store.refusals { migrator, path in _ = try migrator.apply(to: path) }
    #expect(refused.isEmpty == given.isSound)
    #expect(refused.allSatisfy { $0.contains("[broken-reference]") })
    let connection = try Connection(path: store.path, mode: .readOnly)
    #expect(try connection.rows("PRAGMA foreign_key_check") == [])
    let keys = try connection.integer("SELECT count(*) FROM pragma_foreign_key_list('ch')")
    #expect(keys == (given.isSound ? 1 : 0))
  }

  @Test(arguments: [("", ""), (" STRICT", "ANY")])
  func `a new link to a key without a type holds what it is given`(
    options: String, type: String
  ) throws {
    let key = "par: {table: par, primaryKey: [k], attributes: {k: string}"
    let child = "ch: {table: ch, primaryKey: [id], attributes: {id: {type: int, sqlType: INTEGER}"
    let store = try ExistingStore(
      """
      CREATE TABLE par (k PRIMARY KEY);
      CREATE TABLE ch (id INTEGER PRIMARY KEY, c INTEGER)\(options);
      INSERT INTO par VALUES (1), (2), ('x');
      INSERT INTO ch VALUES (1, 1), (2, 2);
      """,
      [
        "entities:\n  \(key)}\n  \(child), c: \(Self.number.1)}}\n",
        """
        entities:
          \(key), relationships: {chs: {toMany: ch, inverse: r, delete: nullify}}}
          \(child)}, relationships: {r: {toOne: par?, inverse: chs, delete: nullify}}}
        migration: {kind: custom, map: {ch: {r: {using: c}}}}

        """,
      ], allowing: ["drop-attribute:ch.c"])
    #expect(try store.told().codes == [])
    #expect(try store.migrated("SELECT id, r FROM ch") == ["1 1", "2 2"])
    let declared = try Connection(path: store.path, mode: .readOnly)
      .texts("SELECT type FROM pragma_table_info('ch') WHERE name = 'r'")
    #expect(declared == [type])
  }
}
