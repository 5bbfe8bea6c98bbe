import Diagnostics
import MigrateKit
import SQLite
import MigrationPlanner
import SchemaModel
import StoreCreation
import StoreMigration
import Testing
import TestSupport

/// Columns of an existing database that are declared without a type.
struct UntypedColumnTests {
  private static func tables(_ key: String) -> String {
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

    """
  }
  private static let text = "{type: string, sqlType: TEXT}"
  private static let number = "{type: int, sqlType: INTEGER}"

  /// SQLite makes of a reference what the key's column would: 7 leads to '7', and '07' to 7.
  @Test(arguments: [
    (text, number, "('1'), ('7')", "(1, 7), (2, '7'), (3, NULL)", [String]()),
    (number, text, "(1), (7)", "(1, 7), (2, '7'), (3, NULL)", []),
    (number, text, "(1), (7)", "(1, 7), (2, '7'), (3, '07')", ["broken-reference"]),
  ])
  func `a reference leads where SQLite says, before and afterwards`(
    before: String, after: String, keys: String, rows: String, codes: [String]
  ) throws {
    let store = try ExistingStore(
      """
      CREATE TABLE k (k \(before == Self.text ? "TEXT" : "INTEGER") PRIMARY KEY NOT NULL);
      CREATE TABLE r (id INTEGER PRIMARY KEY, k REFERENCES k(k));
      INSERT INTO k VALUES \(keys);
      INSERT INTO r VALUES \(rows);
      """, [Self.tables(before), Self.tables(after)])
    #expect(try store.told().codes == codes)
    let refused = store.refusals { migrator, path in _ = try migrator.apply(to: path) }
    #expect(refused.isEmpty == codes.isEmpty)
    #expect(refused.allSatisfy { $0.contains("'r' (id 3)") })
  }

  @Test func `the value of an expression stays the same, at once and step by step`() throws {
    func version(_ number: Int, _ more: String, _ map: String = "") -> String {
      """
      schema: There
      version: \(number).0.0
      entities:
        t:
          table: t
          primaryKey: [id]
          attributes: {id: {type: int, sqlType: INTEGER}, b: string?\(more)}
      \(map.isEmpty ? "" : "migration: {kind: custom, map: {t: {\(map)}}}")

      """
    }
    let history = try SchemaHistory(
      version(1, ""), version(2, "", "b: {using: 'length(b)'}"),
      version(3, ", kind: string?", "kind: {using: 'typeof(b)'}"))
    for ways in [[Version(3)], [Version(2), Version(3)]] {
      let folder = try TemporaryFolder()
      let path = "\(folder.path)/there.db"
      try Connection(path: path, mode: .create).executeScript(
        "CREATE TABLE t (id INTEGER PRIMARY KEY, b); INSERT INTO t VALUES (1, 'x'), (2, 12);")
      for target in ways {
        let options = MigrationOptions.testing {
          $0.source = target == ways[0] ? Version(1) : nil
          $0.target = target
          $0.allowedLosses = ["rewrite-attribute:t.b"]
        }
        _ = try Migrator(history: history, options: options).apply(to: path)
      }
      let rows = try Connection(path: path, mode: .readOnly).rows("SELECT b, kind FROM t")
      #expect(rows == [[.integer(1), .text("integer")], [.integer(2), .text("integer")]])
    }
  }
}
