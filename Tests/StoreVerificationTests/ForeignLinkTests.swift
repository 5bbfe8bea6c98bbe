import SQLite
import SchemaModel
import StoreLayout
import StoreVerification
import TestSupport
import Testing

/// Links of existing tables whose column has another type or collation than the key: SQLite
/// compares them as the key's column does.
struct ForeignLinkTests {
  struct Tables: CustomTestStringConvertible {
    var name: String
    /// The type of the key in the model.
    var type: String
    var key: String
    var column: String
    var keys: [String]
    var links: [String]

    var testDescription: String { name }

    func model(_ rule: String) -> String {
      """
      schema: Old
      version: 1.0.0
      entities:
        P:
          table: p
          primaryKey: [id]
          attributes: {id: \(type), d: date?}
          relationships: {cs: {toMany: C, inverse: f, delete: \(rule)}}
        C:
          table: c
          primaryKey: [id]
          attributes: {id: int}
          relationships: {f: {toOne: P?, inverse: cs, delete: nullify}}
      """
    }

    func content(_ action: String) -> String {
      """
      DROP TABLE c; DROP TABLE p;
      CREATE TABLE p (id \(key), d DATETIME);
      CREATE TABLE c (id INTEGER PRIMARY KEY, f \(column) REFERENCES p (id) ON DELETE \(action));
      INSERT INTO p VALUES (\(keys[0]), 1), (\(keys[1]), 2), (\(keys[2]), 9e9);
      INSERT INTO c VALUES (1, \(links[0])), (2, \(links[1])), (3, \(links[2]));
      """
    }
  }

  static let all = [
    Tables(
      name: "a TEXT column and an INTEGER key", type: "int", key: "INTEGER PRIMARY KEY",
      column: "TEXT", keys: ["1", "2", "3"], links: ["'1'", "'02'", "'3'"]),
    Tables(
      name: "a NOCASE key", type: "string", key: "TEXT NOT NULL PRIMARY KEY COLLATE NOCASE",
      column: "TEXT", keys: ["'d'", "'e'", "'f'"], links: ["'D'", "'e'", "'F'"]),
    Tables(
      name: "an INTEGER column and a REAL key", type: "double", key: "REAL NOT NULL PRIMARY KEY",
      column: "INTEGER", keys: ["1", "2", "3"], links: ["1", "2", "3"]),
  ]

  private func pair(_ tables: Tables, _ damage: String) throws -> RecoveryPair {
    try RecoveryPair(tables.model("nullify"), tables.content("SET NULL"), damage)
  }

  private func expectSame(
    _ pair: RecoveryPair, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let sql = "SELECT id, f, typeof(f) FROM c ORDER BY id"
    #expect(try pair.store.rows(sql) == pair.donor.rows(sql), sourceLocation: sourceLocation)
  }

  @Test(arguments: all)
  func `rows that exist in both stores are equal`(_ tables: Tables) throws {
    let plan = try pair(tables, "").apply()
    #expect(plan.isEmpty)
    #expect(plan.differences == [])
  }

  @Test(arguments: all)
  func `lost rows come back with their links, spelt as they were`(_ tables: Tables) throws {
    let pair = try pair(tables, "DELETE FROM c WHERE id < 3; DELETE FROM p WHERE d = 2")
    let plan = try pair.apply()
    #expect(plan.returning == ["2 C", "1 P"])
    #expect(plan.lostLinks == 0)
    try expectSame(pair)
  }

  @Test(arguments: all)
  func `emptied links are filled`(_ tables: Tables) throws {
    let pair = try pair(tables, "DELETE FROM p WHERE d < 3; UPDATE c SET f = NULL WHERE id < 3")
    #expect(try pair.apply().filledLinks == 2)
    try expectSame(pair)
  }

  private static let options = PruneOptions(entity: "P", attribute: "d", before: 100)

  @Test(arguments: all)
  func `a prune counts the links that it empties`(_ tables: Tables) throws {
    let store = try TestStore(tables.model("nullify"), tables.content("SET NULL"))
    let outcome = try StorePruner.apply(storeAt: store.path, options: Self.options) { _ in "/b" }
    #expect(outcome.plan.effects.named("emptied").counts == ["P.cs 2"])
    #expect(outcome.plan.effects.altered == [])
    #expect(try store.rows("SELECT count(f) FROM c") == [[.integer(1)]])
  }

  @Test(arguments: all)
  func `a prune also deletes the rows that its rows own`(_ tables: Tables) throws {
    let store = try TestStore(tables.model("cascade"), tables.content("CASCADE"))
    let outcome = try StorePruner.apply(storeAt: store.path, options: Self.options) { _ in "/b" }
    #expect(outcome.plan.effects.removals == ["2 C", "2 P"])
    #expect(try store.rows("SELECT id FROM c") == [[.integer(3)]])
  }

  @Test(arguments: all)
  func `a prune is denied by rows that a rule protects`(_ tables: Tables) throws {
    let store = try TestStore(tables.model("deny"), tables.content("RESTRICT"))
    let error = #expect(throws: PruneError.self) {
      try StorePruner.apply(storeAt: store.path, options: Self.options) { _ in "/b" }
    }
    #expect(error?.message == "2 links of 'P.cs' deny the deletion")
  }
}
