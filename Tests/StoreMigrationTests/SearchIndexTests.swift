import Diagnostics
import MigrateKit
import MigrationPlanner
import SchemaModel
import SchemaYAML
import StoreMigration
import StoreVerification
import Testing

/// Full-text indexes of a store's own, whose rows change in a migration.
struct SearchIndexTests {
  private static let first = """
    schema: Library
    version: 1.0.0
    entities:
      Book: {attributes: {title: string, pages: int?}}

    """
  private static let content = """
    INSERT INTO Book (_id, title, pages) VALUES (1, 'old', 1), (2, 'old', 2);
    CREATE VIRTUAL TABLE words USING fts5(title, content='Book', content_rowid='_id');
    INSERT INTO words(words) VALUES('rebuild');

    """
  private static let note =
    "make it anew afterwards: INSERT INTO \"words\"(\"words\") VALUES('rebuild')"
  private static let warning =
    "the search index 'words', which the model does not name, may know the rows of 'Book' as they "
    + "were before"

  private func migration(
    _ migration: String, _ attributes: String = "title: string, pages: int?"
  ) throws -> (SchemaHistory, TestStore) {
    let history = try SchemaHistory(
      Self.first,
      Self.first.replacing("version: 1.0.0", with: "version: 2.0.0")
        .replacing("title: string, pages: int?", with: attributes)
        + (migration.isEmpty ? "" : "migration: {kind: custom, \(migration)}\n"))
    return (history, try TestStore(history.oldest, filledBy: Self.content))
  }

  @Test(arguments: [
    "map: {Book: {title: {using: \"title || ' and new'\"}}}", "map: {Book: {where: pages = 1}}",
    "map: {Book: {dedupe: {by: [title], keep: first}}}",
    "steps: [{sql: \"UPDATE Book SET title = 'new'\", touches: [Book.title]}]",
  ])
  func `plan and apply report that the index must be rebuilt`(declared: String) throws {
    let (history, store) = try migration(declared)
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    let told = plan.warnings.filter { $0.code == "stale-search-index" }
    #expect(told.map(\.message) == [Self.warning])
    #expect(told.flatMap(\.notes).map(\.message) == [Self.note])
    let summary = try migrated(store, history)
    #expect(summary.remarks == ["\(Self.warning): \(Self.note)"])
  }

  @Test func `the command in the note repairs the index`() throws {
    let (history, store) = try migration("map: {Book: {title: {using: \"title || ' and new'\"}}}")
    _ = try migrated(store, history)
    #expect(try store.lines("SELECT rowid FROM words WHERE words MATCH 'new'") == [])
    try store.execute("INSERT INTO \"words\"(\"words\") VALUES('rebuild')")
    #expect(try store.lines("SELECT rowid FROM words WHERE words MATCH 'new'") == ["1", "2"])
  }

  @Test(arguments: [
    ("map: {Book: {pages: {using: pages + 1}}}", "title: string, pages: int?"),
    ("", "title: string, pages: double?, rating: int?"),
  ])
  func `where the indexed values stay, nothing is reported`(
    declared: String, attributes: String
  ) throws {
    let (history, store) = try migration(declared, attributes)
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    #expect(plan.staleSearchIndexes == [])
    #expect(try migrated(store, history).remarks == [])
    #expect(try store.lines("SELECT rowid FROM words WHERE words MATCH 'old'") == ["1", "2"])
  }
}
