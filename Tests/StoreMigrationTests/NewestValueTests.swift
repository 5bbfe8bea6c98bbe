import Diagnostics
import MigrationPlanner
import SchemaModel
import StoreMigration
import StoreVerification
import Testing

/// Which of several values is the newest: numbers are compared as numbers, however they are kept.
struct NewestValueTests {
  private static func model(_ version: Int, _ size: String, _ rest: String = "") -> String {
    """
    schema: Shelf
    version: \(version).0.0
    entities:
      Book: {attributes: {title: string, size: \(size)}}
    \(rest)

    """
  }

  private static func merging(_ keep: String, _ using: String = "") -> String {
    "migration: {kind: custom, map: {Book: {\(using)dedupe: {by: [title], keep: \(keep)}}}}"
  }

  @Test(arguments: [
    ("int?", "string?", "9", "10", "9223372036854775807"),
    ("decimal?", "decimal?", "'9'", "'10'", "'1e3'"),
    ("double?", "string?", "-9.5", "-1.0", "1e20"),
    ("decimal?", "string?", "'-10'", "'-9'", "'0.5'"),
    ("int?", "decimal?", "-10", "-9", "0"),
  ])
  func `numbers are compared as numbers, even if they become texts`(
    before: String, after: String, oldest: String, middle: String, newest: String
  ) throws {
    for (keep, survivor) in [("newest(size)", "3"), ("oldest(size)", "1")] {
      let history = try SchemaHistory(
        Self.model(1, before), Self.model(2, after, Self.merging(keep)))
      let store = try TestStore(
        history.oldest,
        filledBy: """
          INSERT INTO Book (_id, title, size) VALUES (1, 'x', \(oldest)), (2, 'x', \(middle)),
            (3, 'x', \(newest)), (4, 'x', NULL);
          """)
      _ = try migrated(store, history)
      #expect(try store.lines("SELECT _id FROM Book") == [survivor], "\(keep)")
    }
  }

  @Test func `texts of the previous version are compared as texts, at once and step by step`()
    throws
  {
    let third = Self.model(3, "string?", Self.merging("newest(size)"))
    for ways in [[Version(3)], [Version(2), Version(3)]] {
      let history = try SchemaHistory(Self.model(1, "int?"), Self.model(2, "string?"), third)
      let store = try TestStore(
        history.oldest, filledBy: "INSERT INTO Book (title, size) VALUES ('x', 9), ('x', 10);")
      for target in ways { _ = try migrated(store, history, .testing { $0.target = target }) }
      #expect(try store.lines("SELECT size FROM Book") == ["9"])
    }
  }

  @Test(arguments: [("int?", "a number"), ("date?", "a date")])
  func `a choice by a number or date that an expression makes a text is refused`(
    type: String, kind: String
  ) throws {
    let history = try SchemaHistory(
      Self.model(1, type),
      Self.model(2, "string?", Self.merging("newest(size)", "size: {using: \"size || 'x'\"}, ")))
    let store = try TestStore(history.oldest)
    let error = #expect(throws: MigrationError.self) {
      _ = try Migrator(history: history, options: .testing()).plan(for: store.path)
    }
    #expect(
      error?.diagnostics(of: store.path).map(\.message) == [
        "'Book.size' was \(kind) and is made a text, which does not say which object is newer"
      ])
  }

  @Test func `numbers of linked objects are compared as numbers, too`() throws {
    func version(_ number: Int, _ author: String, _ rest: String = "") -> String {
      """
      schema: Shelf
      version: \(number).0.0
      entities:
        Author:
          attributes: {worth: decimal?}
          relationships: {books: {toMany: Book, inverse: author}}
        Book: {attributes: {title: string}, relationships: {author: {\(author), inverse: books}}}
      \(rest)

      """
    }
    let history = try SchemaHistory(
      version(1, "toMany: Author"),
      version(
        2, "toOne: Author?",
        "migration: {kind: custom, map: {Book: {author: {keep: newest(worth)}}}}"))
    let store = try TestStore(
      history.oldest,
      filledBy: """
        INSERT INTO Author (_id, worth) VALUES (1, '9'), (2, '10'), (3, NULL);
        INSERT INTO Book (_id, title) VALUES (1, 'x');
        INSERT INTO Author_books (author, books) VALUES (1, 1), (2, 1), (3, 1);
        """)
    _ = try migrated(store, history)
    #expect(try store.lines("SELECT author FROM Book") == ["2"])
  }
}
