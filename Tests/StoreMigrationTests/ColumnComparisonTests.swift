import Diagnostics
import MigrateKit
import MigrationPlanner
import SchemaModel
import SchemaYAML
import StoreMigration
import Testing

/// A plan compares the future values of tables as their columns compare them.
struct ColumnComparisonTests {
  private static let checks = """
    after:
        - {expect: "SELECT count(*) FROM book WHERE fresh = '7'", equals: 2}
        - {expect: "SELECT count(*) FROM book WHERE twice = '4'", equals: 1}
        - {expect: "SELECT count(*) FROM book WHERE spelled = 2", equals: 1}
    """
  private static let attributes = "fresh: int = 7, twice: int?, spelled: string?"
  private static let map =
    "map: {book: {twice: {using: 'pages * 2'}, spelled: {using: \"pages || ''\"}}}"

  @Test func `values of a native store are compared as its columns compare them`() throws {
    func version(_ number: Int, _ attributes: String, _ rest: String = "") -> String {
      """
      schema: Shelf
      version: \(number).0.0
      entities: {book: {attributes: {pages: int?\(attributes)}}}
      \(rest)

      """
    }
    let history = try SchemaHistory(
      version(1, ""),
      version(2, ", " + Self.attributes, "migration:\n  \(Self.map)\n  \(Self.checks)"))
    let store = try TestStore(
      history.oldest, filledBy: "INSERT INTO book (pages) VALUES (2), (3);")
    _ = try migrated(store, history)
  }

  @Test func `values of an existing database are compared as its columns compare them`() throws {
    func version(_ attributes: String, _ rest: String = "") -> String {
      """
      entities:
        book:
          table: book
          primaryKey: [id]
          attributes:
            {id: {type: int, sqlType: INTEGER}, pages: {type: int, optional: true, sqlType: INT}\(attributes)}
      \(rest)

      """
    }
    let store = try ExistingStore(
      """
      CREATE TABLE book (id INTEGER PRIMARY KEY, pages INT);
      INSERT INTO book VALUES (1, 2), (2, 3);
      """,
      [
        version(""), version(", " + Self.attributes, "migration:\n  \(Self.map)\n  \(Self.checks)"),
      ])
    #expect(try store.told().codes == [])
    #expect(
      try store.migrated("SELECT pages, fresh, twice, spelled FROM book") == [
        "2 7 4 '2'", "3 7 6 '3'",
      ])
  }

  @Test func `values that a later stage cannot convert are reported, too`() throws {
    func version(_ title: String, _ more: String = "", _ rest: String = "") -> String {
      """
      entities:
        book:
          table: book
          primaryKey: [id]
          attributes: {id: {type: int, sqlType: INTEGER}, title: {type: \(title), optional: true}\(more)}
      \(rest)

      """
    }
    let store = try ExistingStore(
      """
      CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT);
      INSERT INTO book VALUES (1, '1'), (2, 'x');
      """,
      [
        version("string"),
        version(
          "string", ", pages: int = 1",
          "migration: {after: [{expect: 'SELECT count(*) FROM book', equals: 2}]}"),
        version("int", ", pages: int = 1"),
      ])
    #expect(try store.told().codes == ["inconvertible-value"])
  }

  @Test(arguments: [
    ("SELECT count(rowid) FROM Note", "2"), ("SELECT max(oid) FROM Note", "3"),
    ("SELECT count(*) FROM sqlite_schema WHERE name = 'Note'", "1"),
    ("SELECT count(*) FROM pragma_table_info('Note') WHERE name = 'more'", "1"),
  ])
  func `a check of columns that only the new tables have is made on a copy`(
    sql: String, value: String
  ) throws {
    func version(_ number: Int, _ more: String, _ rest: String = "") -> String {
      """
      schema: Shelf
      version: \(number).0.0
      entities: {Note: {attributes: {text: string\(more)}}}
      \(rest)

      """
    }
    let check = "migration: {after: [{expect: \"\(sql)\", equals: \(value)}]}"
    let history = try SchemaHistory(version(1, ""), version(2, ", more: int?", check))
    let store = try TestStore(
      history.oldest, filledBy: "INSERT INTO Note (text) VALUES ('x'), ('y');")
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    #expect(plan.obstacles.count == (value == "3" ? 1 : 0))
    guard value == "3" else {
      _ = try migrated(store, history)
      return
    }
    let error = try #require(failure(of: store, history))
    #expect(error.diagnostics(of: store.path).map(\.code) == ["failed-check"])
  }
}
