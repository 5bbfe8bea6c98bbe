import MigrationPlanner
import SQLite
import StoreScript
import SchemaModel
import SchemaYAML
import StoreArchive
import StoreLayout
import StoreMigration
import Testing
import TestSupport

/// Stores that are many versions behind, where each version computes a value of the one before.
struct LongChainTests {
  private func history(_ count: Int, _ expression: String) throws -> SchemaHistory {
    SchemaHistory(
      try (1...count).map { version in
        try SchemaReader.read(
          text: """
            schema: X
            version: \(version).0.0
            entities: {E: {attributes: {p: int?, q: string?}}}
            \(version == 1 ? "" : "migration: {kind: custom, map: {E: {p: {using: \"\(expression)\"}}}}")

            """, name: "V\(version).yaml")
      })
  }

  @Test func `the effects of each version are reported, and rows are written as planned`() throws {
    let count = Mapping.stepLimit + 5
    let history = try history(count, "CASE WHEN p > 50 THEN p - 1 ELSE p + 1 END")
    let store = try TestStore(
      history.oldest, filledBy: "INSERT INTO E VALUES (1, 1, 'a'), (2, 90, 'b'), (3, NULL, 'c')")
    let options = MigrationOptions.testing { $0.allowedLosses = ["rewrite-attribute:E.p"] }
    let plan = try Migrator(history: history, options: options).plan(for: store.path)
    #expect(plan.obstacles == [])
    #expect(plan.migration.stages.count == 2)
    #expect(plan.statements.joined().filter { $0.sql.hasPrefix("INSERT") }.count == 2)
    #expect(plan.estimatedRows == 6)
    #expect(plan.effects.named("rewritten").map(\.count) == Array(repeating: 2, count: count - 1))
    let size = plan.statements.joined().reduce(0) { $0 + $1.sql.utf8.count }
    #expect(size < 200 * count)
    _ = try migrated(store, history, options)
    #expect(try store.lines("SELECT * FROM E ORDER BY _id") == ["1 51 a", "2 50 b", "3 NULL c"])
    #expect(try store.lines("SELECT rowsRewritten FROM _migrate_history") == ["6"])
  }

  @Test func `a statement that fails is shown by its beginning and its end`() {
    let statement = ScriptStatement(
      "SELECT 1" + String(repeating: ", 1", count: 1000), reason: "the rows of 'E'", table: "E")
    let message = StoreScriptError.failingStatement(
      statement, SQLiteError(.error, "parser stack overflow")
    ).message
    #expect(
      message == "the rows of 'E' fails: parser stack overflow in: SELECT 1"
        + String(repeating: ", 1", count: 47) + ", … " + String(repeating: ", 1", count: 50)
        + " (3008 bytes)")
  }
}
