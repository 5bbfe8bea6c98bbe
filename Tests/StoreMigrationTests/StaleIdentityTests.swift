import Diagnostics
import MigrateKit
import MigrationPlanner
import SchemaModel
import SchemaYAML
import StoreLayout
import StoreMigration
import TestSupport
import Testing

/// Values that hold the `_id`s of objects which get new ones, as objects of several entities come
/// together.
struct StaleIdentityTests {
  private static let media = """
    schema: Media
    version: 1.0.0
    entities:
      Book: {attributes: {title: string?}}
      Note:
        attributes: {number: int?, text: string?}
        relationships: {film: {toOne: Film?, inverse: notes}}
      Film:
        attributes: {title: string?}
        relationships: {notes: {toMany: Note, inverse: film}}

    """

  private static func version(
    books: String, films: String = "", notes: String, _ map: String
  ) -> String {
    """
    schema: Media
    version: 2.0.0
    entities:
      Book: {attributes: {title: string?}\(books)}
    \(films)  Note: {attributes: {text: string?\(notes)}
    migration: {kind: custom, map: {\(map)}}

    """
  }

  /// Films become books, and an expression links notes to them.
  private static func gathering(_ expression: String) -> String {
    version(
      books: ", relationships: {about: {toMany: Note, inverse: subject}}",
      notes: "}, relationships: {subject: {toOne: Book?, inverse: about}}",
      "Book: {from: {Film: {}}}, Note: {subject: {using: \"\(expression)\"}}")
  }

  private static let content = """
    INSERT INTO Book (_id, title) VALUES (1, 'b1'), (2, 'b2');
    INSERT INTO Film (_id, title) VALUES (1, 'f1'), (2, 'f2'), (7, 'f7');
    INSERT INTO Note (_id, number, text, film) VALUES (1, 1, 'f1', 1), (2, 2, 'f2', 2), (3, 7, 'f7', 7);
    """

  private static let options = MigrationOptions.testing {
    $0.allowedLosses = [
      "drop-attribute:Note.number", "drop-relationship:Note.film", "drop-entity:Film",
    ]
  }

  private func problems(_ history: SchemaHistory) throws -> [Diagnostic] {
    let store = try TestStore(history.oldest, filledBy: Self.content)
    let before = try store.dump()
    do {
      _ = try Migrator(history: history, options: Self.options).plan(for: store.path)
      return []
    } catch {
      let applied = failure(of: store, history, Self.options)
      #expect(
        applied?.diagnostics(of: store.path).map(\.message)
          == error.diagnostics(of: store.path).map(\.message))
      #expect(try store.dump() == before)
      return error.diagnostics(of: store.path)
    }
  }

  @Test(arguments: [
    ("number", "'number'"), ("CASE WHEN text IS NULL THEN film ELSE number END", "'number'"),
    ("coalesce(film, 1)", "1"),
    ("(SELECT n.number FROM Note AS n WHERE n._id = Note.film)", "'number'"),
    ("json_extract(text, '$')", "'text'"), ("(SELECT count(f._id) FROM Film AS f)", "'count'"),
    ("(WITH t(_id) AS (SELECT number FROM Note) SELECT _id FROM t LIMIT 1)", "'number'"),
  ])
  func `a link made from another kind of value is refused`(
    expression: String, given: String
  ) throws {
    let history = try SchemaHistory(Self.media, Self.gathering(expression))
    let found = try problems(history)
    #expect(
      found.map(\.message) == [
        "'Note.subject' would lead to other objects: objects of 'Film' may get a new _id in this "
          + "version, and \(given) does not follow as a link does"
      ])
    #expect(found.first?.code == "stale-identity")
    #expect(found.first?.location != nil)
  }

  @Test(arguments: [
    "(SELECT Film._id FROM Film WHERE Film._id = number)",
    "(SELECT Film._id FROM Film WHERE Film._id IN (number, 3))",
    "CASE film WHEN 2 THEN film END", "CASE WHEN film % 2 = 0 THEN film END",
    "CASE 2 WHEN film THEN film END", "CASE WHEN (film) = 3 THEN film END",
  ])
  func `an expression that compares an _id with another value is refused`(expression: String) throws
  {
    let history = try SchemaHistory(Self.media, Self.gathering(expression))
    #expect(
      try problems(history).map(\.message) == [
        "the expression for 'Note.subject' would find other objects: objects of 'Film' may get a new "
          + "_id in this version, and what it compares an _id with does not follow as a link does"
      ])
  }

  @Test(arguments: [
    "film", "CASE WHEN number > 1 THEN film END", "iif(text = 'f1', NULL, film)",
    "CASE WHEN (SELECT count(f._id) FROM Film AS f) > 1 THEN film END",
    "(SELECT Film._id FROM Film WHERE Film.title = text)",
    "(SELECT f._id FROM Film AS f WHERE f._id = Note.film AND f.title IN ('f1', 'f2'))",
    "(SELECT n.film FROM Note AS n WHERE n._id = Note._id ORDER BY n._id LIMIT 1)",
  ])
  func `links, and objects that are found by their values, follow`(expression: String) throws {
    let history = try SchemaHistory(Self.media, Self.gathering(expression))
    let store = try TestStore(history.oldest, filledBy: Self.content)
    _ = try migrated(store, history, Self.options)
    let told = try store.lines(
      "SELECT Note.text, Book.title FROM Note JOIN Book ON Book._id = subject ORDER BY 1")
    #expect(!told.isEmpty)
    #expect(told.allSatisfy { $0.split(separator: " ").count == 2 && $0.prefix(2) == $0.suffix(2) })
  }

  @Test func `an attribute that becomes a link to one entity follows its objects`() throws {
    let history = try SchemaHistory(
      Self.media,
      Self.version(
        books: "",
        films: """
            Film:
              parent: Book
              relationships: {notes: {toMany: Note, inverse: film}, about: {toMany: Note, inverse: subject}}

          """,
        notes: "}, relationships: {film: {toOne: Film?, inverse: notes}, subject: {toOne: Film?, "
          + "inverse: about}}", "Note: {subject: {using: number}}"))
    let store = try TestStore(history.oldest, filledBy: Self.content)
    let summary = try migrated(
      store, history, .testing { $0.allowedLosses = ["drop-attribute:Note.number"] })
    #expect(summary.effects.named("renumbered").map(\.count) == [2])
    #expect(
      try store.lines(
        "SELECT text, title FROM Note JOIN Book ON Book._id = subject ORDER BY 1")
        == ["f1 f1", "f2 f2", "f7 f7"])
  }

  @Test func `an attribute that stays is not changed, and so makes no link`() throws {
    let history = try SchemaHistory(
      Self.media,
      Self.version(
        books: "",
        films: """
            Film:
              parent: Book
              relationships: {notes: {toMany: Note, inverse: film}, about: {toMany: Note, inverse: subject}}

          """,
        notes: ", number: int?}, relationships: {film: {toOne: Film?, inverse: notes}, subject: "
          + "{toOne: Film?, inverse: about}}", "Note: {subject: {using: number}}"))
    #expect(try problems(history).map(\.code) == ["stale-identity"])
  }
}
