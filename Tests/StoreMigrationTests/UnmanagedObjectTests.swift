import Diagnostics
import MigrationPlanner
import SQLite
import SchemaModel
import SchemaYAML
import StoreMigration
import StoreVerification
import Testing

/// Objects that the model does not name belong to the user, and are carried unchanged.
struct UnmanagedObjectTests {
  private static let objects = """
    CREATE TABLE audit (line TEXT);
    CREATE VIEW titles AS SELECT _id, upper(title) AS title FROM Book;
    CREATE INDEX Book_mine ON Book (title DESC) WHERE year IS NOT NULL;
    CREATE TRIGGER book_gone AFTER DELETE ON Book BEGIN INSERT INTO audit VALUES ('gone'); END;
    CREATE TRIGGER book_new AFTER INSERT ON Book BEGIN INSERT INTO audit VALUES (new.title); END;
    CREATE TRIGGER note_new AFTER UPDATE ON Note BEGIN INSERT INTO audit VALUES ('note'); END;
    """

  @Test func `unmanaged objects are kept word for word in a rewrite, and no trigger fires`() throws
  {
    let history = try Library.withNumericYear()
    let store = try TestStore(history.oldest, filledBy: Library.content + Self.objects)
    let before = try definitions(of: store)
    #expect(try migrated(store, history).rowsRewritten == 3)
    #expect(try definitions(of: store) == before)
    #expect(try store.rows("SELECT * FROM audit") == [])
    try store.execute("INSERT INTO Book (_id, title) VALUES (30, 'after')")
    #expect(try store.rows("SELECT * FROM audit") == [[.text("after")]])
    #expect(
      try store.rows("SELECT title FROM titles ORDER BY _id").first == [.text("EMMA")])
  }

  @Test func `every view and trigger of a removed column is reported, and nothing is written`()
    throws
  {
    let history = try Library.withoutYear()
    let store = try TestStore(
      history.oldest,
      filledBy: Library.content
        + """
        CREATE VIEW years AS SELECT year FROM Book;
        CREATE VIEW years_old AS SELECT year FROM Book WHERE year < 1900;
        CREATE TRIGGER forget AFTER DELETE ON Note BEGIN UPDATE Book SET year = NULL; END;
        CREATE VIEW titles AS SELECT title FROM Book;
        """)
    let before = try store.dump()
    let options = MigrationOptions.testing { $0.allowedLosses = ["drop-attribute:Book.year"] }
    let error = try #require(failure(of: store, history, options))
    #expect(
      error.diagnostics(of: store.path).map(\.message) == [
        "trigger 'forget' would no longer work: no such column: year",
        "view 'years' would no longer work: no such column: year",
        "view 'years_old' would no longer work: no such column: year",
      ])
    #expect(error.exitStatus == 3)
    #expect(try store.dump() == before)
    #expect(try store.files == ["library.store"])
  }

  @Test func `a view whose columns would be called otherwise is a refusal`() throws {
    let history = try Library.history(
      replacing: [("title: string", "name: {type: string, renamedFrom: title}")])
    let message = try refusal(history, "CREATE VIEW titles AS SELECT _id, title FROM Book;")
    #expect(
      message == "view 'titles' would no longer work: its columns would be '_id', 'name', without "
        + "'title' where it was")
  }

  @Test func `a view may get columns, and an alias keeps a name`() throws {
    let history = try Library.history(
      replacing: [
        ("title: string", "name: {type: string, renamedFrom: title}"),
        ("isbn: string?", "isbn: string?\n      pages: int = 0"),
      ])
    let store = try TestStore(
      history.oldest,
      filledBy: Library.content
        + "CREATE VIEW titles AS SELECT title AS title FROM Book;"
        + "CREATE VIEW notes AS SELECT * FROM Note;")
    _ = try migrated(store, history)
    #expect(
      try store.rows("SELECT title FROM titles WHERE title = 'Emma'") == [[.text("Emma")]])
  }

  @Test func `a full-text index over the content of a table that changes its columns is a refusal`()
    throws
  {
    let history = try Library.history(
      replacing: [("title: string", "name: {type: string, renamedFrom: title}")])
    let message = try refusal(
      history, "CREATE VIRTUAL TABLE search USING fts5(title, content='Book', content_rowid='_id');"
    )
    #expect(message.hasPrefix("table 'search' would no longer work: "))
  }

  /// The message of the refusal with which a store that has an object more is left as it is.
  private func refusal(_ history: SchemaHistory, _ object: String) throws -> String {
    let store = try TestStore(history.oldest, filledBy: Library.content + object)
    let before = try store.dump()
    let error = try #require(failure(of: store, history))
    #expect(error.exitStatus == 3)
    #expect(error.diagnostics(of: store.path).map(\.code) == ["unmanaged-object"])
    #expect(try store.dump() == before)
    return error.diagnostics(of: store.path).map(\.message).joined(separator: "\n")
  }

  private func definitions(of store: TestStore) throws -> [[SQLValue]] {
    try store.rows(
      """
      SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name IN
        ('audit', 'titles', 'Book_mine', 'book_gone', 'book_new', 'note_new') ORDER BY type, name
      """)
  }
}
