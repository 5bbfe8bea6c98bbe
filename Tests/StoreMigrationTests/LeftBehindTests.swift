import SQLite
import MigrateKit
import MigrationPlanner
import SchemaModel
import SchemaYAML
import StoreLayout
import StoreMigration
import StoreVerification
import TestSupport
import Testing

/// Objects that a 'where' leaves behind: they are declared, and every report on the migration
/// counts them.
struct LeftBehindTests {
  private static let first = """
    schema: Shelf
    version: 1.0.0
    entities:
      Book: {attributes: {title: string, pages: int?}}
      Ebook: {parent: Book}
      Note: {attributes: {text: string}}

    """
  private static let content = """
    INSERT INTO Book (_id, _entity, title, pages) VALUES (1, 'Book', 'a', 3), (2, 'Book', 'b', 0),
      (3, 'Book', 'c', NULL), (4, 'Ebook', 'd', NULL), (5, 'Ebook', 'e', 5);
    INSERT INTO Note (_id, text) VALUES (1, 'x');
    """

  private static func next(_ version: Int, where condition: String) -> String {
    first.replacing("version: 1.0.0", with: "version: \(version).0.0")
      + "migration:\n  kind: custom\n  map: {Book: {where: \"\(condition)\"}}\n"
  }

  @Test func `objects for which a condition is false or NULL are counted and reported`() throws {
    let history = try SchemaHistory(Self.first, Self.next(2, where: "pages > 0"))
    let store = try TestStore(history.oldest, filledBy: Self.content)
    let expected = ["Book 2", "Ebook 1"]
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    #expect(plan.effects.named("left-behind").counts == expected)
    #expect(plan.migration.hops.map(\.risk) == [.possible])
    #expect(plan.obstacles == [])
    let summary = try migrated(store, history)
    #expect(summary.effects.named("left-behind").counts == expected)
    #expect([summary.rowsRewritten, summary.rowsProved] == [2, 6])
    #expect(try store.rows("SELECT _id FROM Book ORDER BY _id") == [[.integer(1)], [.integer(5)]])
    #expect(
      try store.rows("SELECT outcome FROM _migrate_history") == [
        [
          .text(
            "migrated; 2 objects of 'Book' are left behind by 'where'; "
              + "1 object of 'Ebook' is left behind by 'where'")
        ]
      ])
  }

  @Test func `where every object passes, nothing is reported`() throws {
    let history = try SchemaHistory(Self.first, Self.next(2, where: "title <> ''"))
    let store = try TestStore(history.oldest, filledBy: Self.content)
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    #expect(plan.effects.named("left-behind").counts == [])
    #expect(try migrated(store, history).effects.named("left-behind").counts == [])
    #expect(try store.rows("SELECT outcome FROM _migrate_history") == [[.text("migrated")]])
  }

  @Test func `conditions of several versions are counted together where they are one stage`() throws
  {
    let history = try SchemaHistory(
      Self.first, Self.next(2, where: "pages > 0"), Self.next(3, where: "title <> 'a'"))
    let store = try TestStore(history.oldest, filledBy: Self.content)
    #expect(
      try migrated(store, history).effects.named("left-behind").counts == [
        "Book 3", "Ebook 1",
      ])
  }

  @Test func `a condition that fails on an object is left to the migration to explain`() throws {
    let history = try SchemaHistory(
      Self.first, Self.next(2, where: "json_extract(title, '$.a') IS NULL"))
    let store = try TestStore(history.oldest, filledBy: Self.content)
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    #expect(
      plan.effects.named("left-behind").map(\.message) == [
        "objects of 'Book' may be left behind by 'where'",
        "objects of 'Ebook' may be left behind by 'where'",
      ])
  }
}
