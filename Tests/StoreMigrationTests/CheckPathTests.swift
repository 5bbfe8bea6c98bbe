import Diagnostics
import SchemaModel
import StoreMigration
import Testing

/// Paths over to-one relationships in the queries of declared checks.
struct CheckPathTests {
  private static let first = """
    schema: Lib
    version: 1.0.0
    entities:
      Book:
        attributes: {title: string}
        relationships: {author: {toOne: Author?, inverse: books}}
      Author:
        attributes: {name: string}
        relationships: {books: {toMany: Book, inverse: author}}

    """
  private static let content = """
    INSERT INTO Author (_id, name) VALUES (1, ''), (2, 'Mary');
    INSERT INTO Book (_id, title, author) VALUES (1, 'a', 1), (2, 'b', 2), (3, 'c', NULL);
    """

  private func failures(of query: String) throws -> [[String]] {
    let history = try SchemaHistory(
      Self.first,
      Self.first.replacing("version: 1.0.0", with: "version: 2.0.0") + """
        migration: {kind: custom, before: [{expect: "\(query)", equals: 0}]}
        """)
    let store = try TestStore(history.oldest, filledBy: Self.content)
    let error = try #require(failure(of: store, history))
    return error.diagnostics(of: store.path).map {
      ["\($0.code): \($0.message)"] + $0.notes.map(\.message)
    }
  }

  @Test(arguments: [
    "SELECT count(*) FROM Book WHERE author.name = ''",
    "SELECT count(*) FROM Book WHERE Book.author.name = ''",
    "SELECT count(*) FROM Book b WHERE b.author.name = ''",
    "SELECT count(*) FROM main.Book AS b WHERE author.name = ''",
    "SELECT count(*) FROM Book WHERE _id IN (SELECT _id FROM Book WHERE author.name = '')",
    "WITH x AS (SELECT _id FROM Book WHERE author.name = '') SELECT count(*) FROM x",
    "SELECT (SELECT count(*) FROM Book WHERE author.name = '')",
    "SELECT count(*) FROM Author a WHERE EXISTS (SELECT 1 FROM Book b WHERE b.author.name = '' AND "
      + "a._id = b.author)",
    "SELECT count(*) FROM Book a, Book b WHERE a.author.name = '' AND b.author.name = 'Mary'",
    "SELECT count(*) FROM Book b LEFT JOIN Author w ON w._id = b.author WHERE b.author.name = ''",
    "SELECT count(*) FROM (SELECT 1 FROM Book WHERE author.name = '' UNION SELECT 2 FROM Book WHERE 0)",
    "SELECT count(*) FROM Book WHERE author IS DISTINCT FROM 2 AND author.name = ''",
  ])
  func `a path is followed in every form of query`(query: String) throws {
    #expect(
      try failures(of: query).map { $0.first } == [
        "failed-check: the before check does not hold: '\(query)' is 1, and should be 0"
      ])
  }

  @Test(arguments: [
    (
      "SELECT count(*) FROM Author WHERE books.title = ''", "books.title",
      "'books' of 'Author' leads to many objects, and a path follows to-one relationships; ask for one "
        + "of them, or for their number, in a query of its own"
    ),
    (
      "SELECT count(*) FROM Book b WHERE b.author.nmae = ''", "b.author.nmae",
      "did you mean 'author.name'?"
    ),
    (
      "SELECT count(*) FROM Book WHERE auhtor.name = ''", "auhtor.name",
      "did you mean 'author.name'?"
    ),
    ("SELECT count(*) FROM Book WHERE titel = ''", "titel", "did you mean 'title'?"),
    (
      "SELECT count(*) FROM Book a JOIN Book b ON a._id = b._id WHERE author.name = ''",
      "author.name", "say whose path it is, as in 'a.author.name'"
    ),
  ])
  func `an invalid path is reported before anything is written, with a suggestion`(
    query: String, name: String, note: String
  ) throws {
    #expect(
      try failures(of: query) == [
        [
          "unusable-check: the before check '\(query)' cannot be made: no such column: \(name)",
          note,
        ]
      ])
  }

  @Test func `a misspelt name in a step is reported with the nearest name`() throws {
    let history = try SchemaHistory(
      Self.first,
      Self.first.replacing("version: 1.0.0", with: "version: 2.0.0") + """
        migration:
          kind: custom
          steps: [{sql: "UPDATE Book SET title = trim(titel)", touches: [Book.title]}]
        """)
    let store = try TestStore(history.oldest, filledBy: Self.content)
    let error = try #require(failure(of: store, history))
    #expect(
      error.diagnostics(of: store.path).map { [$0.code] + $0.notes.map(\.message) } == [
        ["unusable-step", "did you mean 'title'?"]
      ])
  }
}
