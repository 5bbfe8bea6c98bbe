import MigrateKit
import MigrationPlanner
import SchemaModel
import SchemaYAML
import StoreMigration
import Testing
import TestSupport

/// The statistics of `ANALYZE` exist after a migration.
struct QueryStatisticsTests {
  private static let all = "SELECT tbl, idx, stat FROM sqlite_stat1 ORDER BY 1, 2"

  private func analyzedStore(_ document: SchemaDocument) throws -> TestStore {
    let store = try TestStore(document, filledBy: Library.content + "ANALYZE;")
    #expect(try store.lines(Self.all).isEmpty == false)
    return store
  }

  @Test func `tables that are written anew keep their statistics`() throws {
    let history = try Library.history(
      replacing: [("      text: string = \"\"", "      text: string")],
      migration: "  map: {Note: {text: {using: \"text || '!'\"}}}")
    let store = try analyzedStore(history.oldest)
    let before = try store.lines(Self.all)
    let summary = try migrated(store, history)
    #expect(try store.lines(Self.all) == before)
    #expect(summary.remarks.isEmpty)
  }

  @Test func `statistics of a renamed table are lost, and this is reported`() throws {
    let history = try SchemaHistory(
      Library.first,
      Library.first.replacing("version: 1.0.0", with: "version: 2.0.0")
        .replacing("  Note:\n", with: "  Remark:\n    renamedFrom: Note\n")
        .replacing("toMany: Note", with: "toMany: Remark"))
    let store = try analyzedStore(history.oldest)
    let summary = try migrated(store, history)
    #expect(try store.lines(Self.all).allSatisfy { !$0.hasPrefix("Note ") })
    #expect(
      summary.remarks == [
        "the statistics of 1 index are lost with the old name: run 'ANALYZE' again"
      ])
  }

  @Test func `a store without statistics gets none`() throws {
    let store = try TestStore(try Library.withPages().oldest, filledBy: Library.content)
    _ = try migrated(store, Library.withPages())
    #expect(
      try store.lines("SELECT name FROM sqlite_schema WHERE name LIKE 'sqlite_stat%'").isEmpty)
  }
}
