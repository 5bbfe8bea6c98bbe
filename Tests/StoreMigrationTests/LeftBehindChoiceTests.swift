import Diagnostics
import MigrateKit
import MigrationPlanner
import SchemaModel
import SchemaYAML
import StoreMigration
import Testing

/// 'keep' that chooses an object which a condition leaves behind: no other object loses its link
/// for it.
struct LeftBehindChoiceTests {
  private static func version(_ number: Int, _ authors: String, _ books: String, _ rest: String)
    -> String
  {
    """
    schema: Shelf
    version: \(number).0.0
    entities:
      Book: {attributes: {title: string}, relationships: {authors: {\(books), inverse: book}}}
      Author: {attributes: {age: int?}, relationships: {book: {\(authors), inverse: authors}}}
    \(rest)

    """
  }

  private static func next(_ keep: String, _ condition: String) -> String {
    version(
      2, "toOne: Book?", "toOne: Author?",
      "migration: {kind: custom, map: {Book: {authors: {keep: \(keep)}}, "
        + "Author: {where: \"\(condition)\"}}}")
  }

  private static let own = "UPDATE Author SET book = 1;"
  private static let joined =
    "INSERT INTO Book_authors (authors, book) SELECT _id, 1 FROM Author;"

  private func store(
    _ authors: String, _ links: String, _ keep: String, _ condition: String
  ) throws -> (TestStore, SchemaHistory) {
    let history = try SchemaHistory(
      Self.version(1, authors, "toMany: Author", ""), Self.next(keep, condition))
    let store = try TestStore(history.oldest)
    let table = try store.lines(
      "SELECT name FROM sqlite_schema WHERE name LIKE '%\\_%' ESCAPE '\\' AND sql LIKE '%WITHOUT ROWID%'"
    )
    try store.execute(
      """
      INSERT INTO Book (_id, title) VALUES (1, 'x');
      INSERT INTO Author (_id, age) VALUES (1, 9), (2, 1), (3, 1);
      \(links.replacing("Book_authors", with: table.first ?? ""))
      """)
    return (store, history)
  }

  @Test(arguments: [("toOne: Book?", own), ("toMany: Book", joined)])
  func `a migration without the chosen object is undone, and its plan says so`(
    authors: String, links: String
  ) throws {
    let (store, history) = try store(authors, links, "first", "age <> 9")
    let error = try #require(failure(of: store, history))
    let told = error.diagnostics(of: store.path)
    #expect(told.map(\.code) == ["inconvertible-value"])
    #expect(
      told.first?.message.hasSuffix(
        "cannot be converted: what 'keep' chooses is left behind, and they would be without a link")
        == true)
  }

  @Test(arguments: [("toOne: Book?", own), ("toMany: Book", joined)])
  func `where an object that stays is preferred, it keeps its link`(
    authors: String, links: String
  ) throws {
    let (store, history) = try store(authors, links, "[prefer(age <> 9), first]", "age <> 9")
    _ = try migrated(store, history)
    #expect(try store.lines("SELECT _id, book FROM Author ORDER BY 1") == ["2 1", "3 NULL"])
  }
}
