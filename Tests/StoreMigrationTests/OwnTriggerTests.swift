import SQLite
import Diagnostics
import MigrateKit
import MigrationPlanner
import SchemaModel
import SchemaYAML
import StoreMigration
import Testing

/// Triggers of the user's own: only declared steps set them off, and what they change besides is never
/// committed.
struct OwnTriggerTests {
  private static let first = """
    schema: Shelf
    version: 1.0.0
    entities:
      Author: {attributes: {name: string}}
      Book: {attributes: {title: string, pages: int?}}

    """
  private static let content = """
    INSERT INTO Author (_id, name) VALUES (1, 'Jane'), (2, 'Mary');
    INSERT INTO Book (_id, title, pages) VALUES (1, 'x', 1), (2, 'x', 2);
    """

  private func problems(
    _ migration: String, _ trigger: String, _ options: MigrationOptions = .testing()
  ) throws -> [String] {
    let history = try SchemaHistory(
      Self.first,
      Self.first.replacing("version: 1.0.0", with: "version: 2.0.0")
        + "migration: {kind: custom, \(migration)}\n")
    let store = try TestStore(history.oldest, filledBy: Self.content + trigger)
    let before = try store.dump()
    let error = failure(of: store, history, options)
    if error != nil { #expect(try store.dump() == before) }
    return (error?.diagnostics(of: store.path) ?? []).map { "\($0.code): \($0.message)" }
  }

  @Test func `triggers do not act while objects are merged`() throws {
    let history = try SchemaHistory(
      Self.first,
      Self.first.replacing("version: 1.0.0", with: "version: 2.0.0")
        + "migration: {kind: custom, map: {Book: {dedupe: {by: [title], keep: first}}}}\n")
    let store = try TestStore(
      history.oldest,
      filledBy: Self.content + """
        CREATE TABLE note (book INTEGER, text TEXT);
        INSERT INTO note VALUES (2, 'kept');
        CREATE TRIGGER own AFTER DELETE ON Book BEGIN
          UPDATE note SET text = NULL WHERE book = old._id;
          UPDATE Author SET name = '';
        END;
        """)
    _ = try migrated(store, history)
    #expect(try store.lines("SELECT _id FROM Book") == ["1"])
    #expect(try store.lines("SELECT text FROM note") == ["kept"])
    #expect(try store.lines("SELECT name FROM Author ORDER BY _id") == ["Jane", "Mary"])
    try store.execute("DELETE FROM Book")
    #expect(try store.lines("SELECT DISTINCT name FROM Author") == [""])
  }

  @Test func `a trigger that changes other objects during a closure undoes the migration`() throws {
    let options = MigrationOptions.testing {
      $0.closures["c"] = MigrationClosure { $0.objects[0]["title"] = .text("y") }
    }
    #expect(
      try problems(
        "steps: [{closure: c, on: Book, touches: [Book.title]}]",
        "CREATE TRIGGER own AFTER UPDATE ON Book BEGIN UPDATE Author SET name = ''; END;", options
      ) == [
        "failed-step: the closure 'c' changes rows of 'Author' that 'touches' does not name, by a "
          + "trigger"
      ])
  }
}
