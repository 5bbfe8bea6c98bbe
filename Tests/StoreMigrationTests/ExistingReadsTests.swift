import MigrateKit
import SQLite
import Diagnostics
import MigrationPlanner
import SchemaModel
import StoreCreation
import StoreLayout
import StoreMigration
import StoreVerification
import Testing
import TestSupport

/// Declared SQL reads the previous version of existing tables, and reports name their rows by the
/// tables' own keys.
struct ExistingReadsTests {
  private static let database = """
    CREATE TABLE cust (id INTEGER PRIMARY KEY, name TEXT COLLATE NOCASE NOT NULL, born TEXT);
    CREATE TABLE line (
      ord INTEGER NOT NULL, pos INTEGER NOT NULL, sku TEXT, cust INTEGER REFERENCES cust(id),
      PRIMARY KEY (ord, pos)) WITHOUT ROWID;
    CREATE TABLE item (sku TEXT PRIMARY KEY, price TEXT);
    INSERT INTO cust VALUES (1, 'Ann', '2024'), (2, 'Bob', NULL);
    INSERT INTO line VALUES (1, 1, 'a', 1), (1, 2, 'b', 2), (2, 1, 'a', 1), (9, 1, NULL, NULL);
    INSERT INTO item VALUES ('a', '1.5'), ('it''s', 'x'), ('c', NULL);
    """

  private static func text(
    _ version: Int, customers: String = "name: {type: string, sqlType: TEXT}",
    table: String = "cust", born: String = "born: {type: string, optional: true, sqlType: TEXT}",
    lines: String = "", price: String = "{type: string, optional: true, sqlType: TEXT}",
    map: String = ""
  ) -> String {
    """
    schema: Shop
    version: \(version).0.0
    entities:
      cust:
        table: \(table)
        primaryKey: [id]
        attributes:
          id: {type: int, sqlType: INTEGER}
          \(customers)
          \(born)
        relationships: {lines: {toMany: line, inverse: cust, delete: deny}}
      line:
        table: line
        primaryKey: [ord, pos]
        attributes:
          ord: {type: int, sqlType: INTEGER}
          pos: {type: int, sqlType: INTEGER}
          sku: {type: string, optional: true, sqlType: TEXT}
          \(lines)
        relationships: {cust: {toOne: cust?, inverse: lines, delete: nullify}}
      item:
        table: item
        primaryKey: [sku]
        attributes:
          sku: {type: string, sqlType: TEXT}
          price: \(price)
    \(map.isEmpty ? "" : "migration: {kind: custom, map: {\(map)}}")
    """
  }

  private func withDatabase<Result>(_ body: (String) throws -> Result) throws -> Result {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/old.db"
    try Connection(path: path, mode: .create).executeScript(Self.database)
    return try body(path)
  }

  private func names(
    after second: String, allowing allowed: Set<String> = [], writing rows: Int64 = 4
  ) throws -> [String] {
    let history = try SchemaHistory(Self.text(1), second)
    return try withDatabase { path in
      let options = MigrationOptions.testing {
        $0.source = Version(1)
        $0.allowedLosses = allowed
      }
      let outcome = try Migrator(history: history, options: options).apply(to: path)
      guard case .migrated(let summary) = outcome else {
        Issue.record("not migrated: \(outcome)")
        return []
      }
      // Copies of tables that are read are none of the store's rows.
      #expect(summary.rowsRewritten == rows)
      let connection = try Connection(path: path, mode: .readOnly)
      return try connection.rows("SELECT cc FROM line ORDER BY ord, pos").map { $0[0].literal }
    }
  }

  private static let copied = "line: {cc: {using: cust.name}}"

  /// The change of the column, the second version, the approvals, and the number of written rows.
  private static let changes: [(String, String, Set<String>, Int64)] = [
    (
      "is renamed", text(2, customers: renamed, lines: "cc: string?", map: copied), [], 4
    ),
    (
      "is dropped", text(2, customers: "", lines: "cc: string?", map: copied),
      ["drop-attribute:cust.name"], 6
    ),
    (
      "is computed anew",
      text(
        2, lines: "cc: string?",
        map: "cust: {name: {using: \"name || '!'\"}}, line: {cc: {using: cust.name}}"), [], 6
    ),
    (
      "is in a table of another name",
      text(2, table: "people", lines: "cc: string?", map: copied), [], 4
    ),
    (
      "is read by a query",
      text(
        2, customers: renamed, lines: "cc: string?",
        map: "line: {cc: {using: \"(SELECT name FROM cust WHERE id = line.cust)\"}}"), [], 4
    ),
    (
      "is compared as its column says",
      text(
        2, customers: renamed, lines: "cc: string?",
        map: """
          line: {cc: {using: "(SELECT name FROM cust WHERE name = \
          CASE line.cust WHEN 1 THEN 'ANN' WHEN 2 THEN 'bob' END)"}}
          """), [], 4
    ),
  ]
  private static let renamed = "nm: {type: string, renamedFrom: name, sqlType: TEXT}"

  @Test(arguments: changes)
  func `a path reads the values of the previous version for each kind of change`(
    title: String, second: String, allowed: Set<String>, rows: Int64
  ) throws {
    #expect(
      try names(after: second, allowing: allowed, writing: rows)
        == ["'Ann'", "'Bob'", "'Ann'", "NULL"])
  }

  @Test(arguments: ["rowid", "_rowid_", "oid"])
  func `a rowid in a query belongs to the row of its table`(name: String) throws {
    let expression = "(SELECT name FROM cust WHERE \(name) = line.cust)"
    #expect(
      try names(
        after: Self.text(
          2, customers: Self.renamed, lines: "cc: string?",
          map: "line: {cc: {using: \"\(expression)\"}}"))
        == ["'Ann'", "'Bob'", "'Ann'", "NULL"])
  }

  @Test func `a table is read that the statement itself writes anew`() throws {
    let expression = "(SELECT group_concat(o.sku) FROM line AS o WHERE o.cust = line.cust)"
    #expect(
      try names(
        after: Self.text(2, lines: "cc: string?", map: "line: {cc: {using: \"\(expression)\"}}"))
        == ["'a,a'", "'b'", "'a,a'", "NULL"])
  }

  @Test func `the search for a failing row reads the same values`() throws {
    let history = try SchemaHistory(
      Self.text(1),
      Self.text(
        2, customers: "nm: {type: string, renamedFrom: name, sqlType: TEXT}",
        lines: "cc: {type: string, sqlType: TEXT}", map: Self.copied))
    try withDatabase { path in
      let error = #expect(throws: MigrationError.self) {
        _ = try Migrator(history: history, options: .testing { $0.source = Version(1) })
          .apply(to: path)
      }
      #expect(
        error?.diagnostics(of: path).map(\.message) == [
          "1 object gets no value for 'line.cc', which is required"
        ])
    }
  }

  // MARK: Keys

  @Test(
    arguments: [
      (
        text(2, map: "line: {sku: {using: \"nullif(sku, 'a')\"}}"),
        "lost: 2 values of line.sku, of the objects with ord, pos (1, 1), (2, 1)"
      ),
      (
        text(2, map: "cust: {born: {using: 'NULL'}}"),
        "lost: 1 value of cust.born, of the object with id 1"
      ),
      (
        text(2, map: "item: {price: {using: \"nullif(price, 'x')\"}}"),
        "lost: 1 value of item.price, of the object with sku 'it''s'"
      ),
    ])
  func `losses name objects by the key that their table has`(second: String, told: String) throws {
    let history = try SchemaHistory(Self.text(1), second)
    try withDatabase { path in
      let options = MigrationOptions.testing { $0.source = Version(1) }
      let plan = try Migrator(history: history, options: options).plan(for: path)
      #expect(plan.losses.map(\.message) == [told])
    }
  }
}
