import SQLite
import SchemaModel
import StoreLayout
import StoreVerification
import TestSupport
import Testing

/// Prunes and repairs of existing tables, with keys of every kind.
struct ExistingPruneTests {
  /// The rows of a table, the rows that are due, and the rows that must stay.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var entities: String
    var tables: String
    var stays: String
    /// The deleted objects, by entity.
    var goes: [String]
  }

  private static let cases = [
    Case(
      testDescription: "a key of several columns, and no rowid",
      entities: "P: {table: p, primaryKey: [a, b], attributes: {a: string, b: int, at: date?}}",
      tables: """
        CREATE TABLE p (a TEXT, b INT, at REAL, PRIMARY KEY (a, b)) WITHOUT ROWID;
        INSERT INTO p VALUES ('x', 1, 1), ('x', 2, 9e9), ('y', 1, 2), ('z', 1, NULL);
        """,
      stays: "SELECT count(*) FROM p WHERE at IS NOT 1 AND at IS NOT 2", goes: ["2 P"]),
    Case(
      testDescription: "a key that compares texts as equal, and no rowid",
      entities: "P: {table: p, primaryKey: [a], attributes: {a: string, at: date?}}",
      tables: """
        CREATE TABLE p (a TEXT COLLATE NOCASE PRIMARY KEY, at REAL) WITHOUT ROWID;
        INSERT INTO p VALUES ('X', 1), ('y', 9e9), ('Z', 2), ('q', NULL);
        """,
      stays: "SELECT count(*) FROM p WHERE a IN ('y', 'q')", goes: ["2 P"]),
    Case(
      testDescription: "what goes along has no rowid",
      entities: """
        P: {table: p, primaryKey: [id], attributes: {id: int, at: date?},
            relationships: {cs: {toMany: C, inverse: pid, delete: cascade}}}
          C: {table: c, primaryKey: [pid, k], attributes: {k: int},
            relationships: {pid: {toOne: P, inverse: cs, delete: nullify}}}
        """,
      tables: """
        CREATE TABLE p (id INTEGER PRIMARY KEY, at REAL);
        CREATE TABLE c (pid INT REFERENCES p (id) ON DELETE CASCADE, k INT, PRIMARY KEY (pid, k))
          WITHOUT ROWID;
        INSERT INTO p VALUES (1, 1), (2, 9e9); INSERT INTO c VALUES (1, 1), (1, 2), (2, 1);
        """,
      stays:
        "SELECT (SELECT count(*) FROM p WHERE id = 2) + (SELECT count(*) FROM c WHERE pid = 2)",
      goes: ["2 C", "1 P"]),
    Case(
      testDescription: "columns have all names of the rowid",
      entities: "P: {table: p, attributes: {rowid: data?, oid: data?, _rowid_: data?, at: date?}}",
      tables: """
        CREATE TABLE p (rowid, oid, _rowid_, at);
        INSERT INTO p VALUES (1, 2, 3, 1), (1, 2, 3, 1), (1, 2, 3, 9e9), (1, 2, 3, NULL);
        """,
      stays: "SELECT count(*) FROM p WHERE at IS NOT 1", goes: ["2 P"]),
    Case(
      testDescription: "keys have no values",
      entities: """
        P: {table: p, primaryKey: [a], attributes: {a: string, at: date?},
            relationships: {cs: {toMany: C, inverse: pid, delete: cascade}}}
          C: {table: c, primaryKey: [k], attributes: {k: string},
            relationships: {pid: {toOne: P?, inverse: cs, delete: nullify}}}
        """,
      tables: """
        CREATE TABLE p (a TEXT PRIMARY KEY, at REAL);
        CREATE TABLE c (k TEXT PRIMARY KEY, pid TEXT REFERENCES p (a) ON DELETE CASCADE);
        INSERT INTO p VALUES ('x', 1), (NULL, 1), (NULL, 2), ('z', 9e9), (NULL, 9e9);
        INSERT INTO c VALUES (NULL, 'x'), (NULL, 'x'), (NULL, 'z'), ('q', NULL);
        """,
      stays: """
        SELECT (SELECT count(*) FROM p WHERE at = 9e9) + (SELECT count(*) FROM c WHERE pid IS NOT 'x')
        """,
      goes: ["2 C", "3 P"]),
  ]

  private static func store(_ entities: String, _ tables: String) throws -> TestStore {
    let store = try TestStore(
      """
      schema: Old
      version: 1.0.0
      entities:
        \(entities)
      """)
    try store.execute(
      "DROP TABLE IF EXISTS c; DROP TABLE IF EXISTS p; PRAGMA foreign_keys = OFF; \(tables)")
    return store
  }

  private static let options = PruneOptions(entity: "P", attribute: "at", before: 1000)

  private func prune(_ store: TestStore) throws -> PrunePlan {
    let plan = try StorePruner.plan(storeAt: store.path, options: Self.options)
    let outcome = try StorePruner.apply(storeAt: store.path, options: Self.options) { _ in "/b" }
    #expect(outcome.plan == plan)
    return plan
  }

  @Test(arguments: cases) func `old rows are deleted, whatever key identifies them`(_ test: Case)
    throws
  {
    let store = try Self.store(test.entities, test.tables)
    let staying = try store.rows(test.stays)
    #expect(try prune(store).effects.removals == test.goes)
    #expect(try store.rows(test.stays) == staying)
    #expect(try StorePruner.plan(storeAt: store.path, options: Self.options).due == 0)
  }

  @Test func `orphans without a rowid are deleted as the rule says`() throws {
    let test = Self.cases[2]
    let store = try Self.store(test.entities, test.tables + "INSERT INTO c VALUES (9, 9), (9, 8);")
    let outcome = try StoreRepairer.apply(storeAt: store.path, options: .deleting) { _ in "/b" }
    #expect(outcome.plan.steps.map(\.count) == [2])
    #expect(
      try store.rows("SELECT pid, k FROM c") == [
        [.integer(1), .integer(1)], [.integer(1), .integer(2)], [.integer(2), .integer(1)],
      ])
  }

  private static let rings = """
    P: {table: p, primaryKey: [a], attributes: {a: int, at: date?},
        relationships: {
          up: {toOne: P, inverse: downs, delete: nullify},
          downs: {toMany: P, inverse: up, delete: deny}}}
    """

  private static func restricted(_ rows: String) -> String {
    """
    CREATE TABLE p (a INT PRIMARY KEY, at REAL, up INT NOT NULL REFERENCES p (a) ON DELETE RESTRICT);
    INSERT INTO p VALUES \(rows);
    """
  }

  @Test(arguments: [
    "(1, 1, 2), (2, 1, 1), (3, 9e9, 3)", "(1, 1, 1), (2, 1, 1), (3, 1, 2), (4, 9e9, 4)",
    "(3, 1, 2), (2, 1, 1), (1, 1, 1), (5, 1, 6), (6, 1, 5), (4, 9e9, 4)",
  ])
  func `rows that must lead to each other are deleted together, though SQLite restricts it`(
    _ rows: String
  ) throws {
    let store = try Self.store(Self.rings, Self.restricted(rows))
    _ = try prune(store)
    #expect(try store.rows("SELECT at FROM p") == [[.real(9e9)]])
  }

  @Test func `deleting a row that is restricted by one that stays is denied`() throws {
    let store = try Self.store(Self.rings, Self.restricted("(1, 1, 1), (2, 9e9, 1)"))
    #expect(throws: PruneError.self) { try prune(store) }
    #expect(try store.rows("SELECT count(*) FROM p") == [[.integer(2)]])
  }

  @Test func `a trigger sees all links as they were while a chain is deleted`() throws {
    let store = try Self.store(
      Self.rings,
      Self.restricted("(1, 1, 1), (3, 1, 2), (2, 1, 1), (4, 1, 3), (9, 9e9, 9)") + """
        CREATE TABLE trash (a, up);
        CREATE TRIGGER own AFTER DELETE ON p BEGIN INSERT INTO trash VALUES (OLD.a, OLD.up); END;
        """)
    _ = try prune(store)
    #expect(
      try store.rows("SELECT a, up FROM trash").map { $0.compactMap(\.number) } == [
        [4, 3], [3, 2], [2, 1], [1, 1],
      ])
  }

  @Test func `a trigger that reads a ring of rows is reported`() throws {
    let store = try Self.store(
      Self.rings,
      Self.restricted("(1, 1, 2), (2, 1, 1)") + """
        CREATE TABLE trash (a, up);
        CREATE TRIGGER own AFTER DELETE ON p BEGIN INSERT INTO trash VALUES (OLD.a, OLD.up); END;
        """)
    #expect(throws: PruneError.watched(trigger: "own")) { try prune(store) }
    #expect(try store.rows("SELECT count(*) FROM p") == [[.integer(2)]])
  }
}

extension SQLValue {
  /// The integer, if it is one.
  fileprivate var number: Int64? { if case .integer(let number) = self { number } else { nil } }
}
