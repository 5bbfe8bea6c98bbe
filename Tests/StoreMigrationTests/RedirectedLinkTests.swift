import MigrationPlanner
import SchemaModel
import StoreLayout
import StoreMigration
import Testing

/// Links that `using` leads to other objects than before.
struct RedirectedLinkTests {
  private static let first = """
    schema: Shelf
    version: 1.0.0
    entities:
      Person: {attributes: {name: string}}
      Book:
        attributes: {title: string}
        relationships: {author: {toOne: Person?}, editor: {toOne: Person?}}

    """
  private static let content = """
    INSERT INTO Person (_id, name) VALUES (1, 'a'), (2, 'b');
    INSERT INTO Book (_id, title, author, editor) VALUES (1, 'x', 1, 2), (2, 'y', 2, 2),
      (3, 'z', NULL, 1), (4, 'w', 1, NULL);
    """

  private func plan(_ map: String) throws -> (history: SchemaHistory, StorePlan, TestStore) {
    let history = try SchemaHistory(
      Self.first,
      Self.first.replacing("version: 1.0.0", with: "version: 2.0.0")
        + "migration: {kind: custom, map: {Book: {\(map)}}}\n")
    let store = try TestStore(history.oldest, filledBy: Self.content)
    return (
      history, try Migrator(history: history, options: .testing()).plan(for: store.path), store
    )
  }

  @Test func `a link that leads elsewhere afterwards is lost, and has to be allowed`() throws {
    let (history, plan, store) = try plan("author: {using: editor}")
    #expect(
      plan.losses.map(\.message) == ["lost: 2 links of Book.author, of the objects with _id 1, 4"])
    #expect(failure(of: store, history)?.exitStatus == 3)
    _ = try migrated(
      store, history, .testing { $0.allowedLosses = ["rewrite-relationship:Book.author"] })
    #expect(
      try store.lines("SELECT _id, author FROM Book ORDER BY 1") == ["1 2", "2 2", "3 1", "4 NULL"])
  }

  @Test(arguments: [
    "author: {using: \"coalesce(author, editor)\"}",
    "author: {using: editor}, editor: {using: author}",
  ])
  func `a link that stays, or that another property takes, is no loss`(map: String) throws {
    let losses = try plan(map).1.losses
    #expect(losses.compactMap(\.count).reduce(0, +) <= 2)
    #expect(losses.allSatisfy { !$0.numbers.contains(1) && !$0.numbers.contains(2) })
  }

  @Test func `an inverse that leads to fewer objects loses the links of the others`() throws {
    func version(_ number: Int, _ holder: String, _ rest: String = "") -> String {
      let author = "relationships: {author: {toOne: Author?, inverse: books}}"
      return """
        schema: Shelf
        version: \(number).0.0
        entities:
          Book: {attributes: {title: string}\(holder == "Book" ? ", " + author : "")}
          Novel: {parent: Book\(holder == "Novel" ? ", " + author : "")}
          Author: {relationships: {books: {toMany: \(holder), inverse: author}}}
        \(rest)

        """
    }
    let history = try SchemaHistory(version(1, "Book"), version(2, "Novel"))
    let store = try TestStore(
      history.oldest,
      filledBy: """
        INSERT INTO Author (_id) VALUES (1), (2);
        INSERT INTO Book (_id, _entity, title, author) VALUES (1, 'Book', 'x', 1), (2, 'Book', 'y', NULL),
          (3, 'Novel', 'z', 2);
        """)
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    #expect(
      plan.losses.map(\.message).sorted() == [
        "lost: 1 link of Author.books, of the object with _id 1", "lost: 1 link of Book.author",
      ])
  }
}
