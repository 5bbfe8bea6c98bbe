import MigrateKit
import Diagnostics
import MigrationPlanner
import SchemaModel
import SchemaYAML
import StoreMigration
import StoreVerification
import Testing

/// SQL in schema files that SQLite does not accept is reported before anything is written.
struct DeclaredSQLTests {
  @Test func `all mistakes are reported at once, each with its place`() throws {
    let history = try Library.history(
      replacing: [
        ("      isbn: string?", "      isbn: string?\n      stars: int?\n      shelf: int?"),
        (
          "    relationships:\n      notes",
          "    rules:\n      - {name: has a year, check: \"yaer > 0\"}\n    relationships:\n      notes"
        ),
      ],
      migration: """
          kind: custom
          before:
            - {expect: "SELECT count(*) FROM Boks", equals: 0}
          map:
            Book:
              stars: {using: "count(title)"}
              shelf: {using: "length(titel"}
              where: "isbm <> ''"
          after:
            - {count: Book}
            - {expect: "DELETE FROM Book RETURNING 1", equals: 1}
            - {expect: "SELECT stars FROM Book; SELECT 1", equals: 1}
        """)
    let store = try TestStore(history.oldest, filledBy: Library.content)
    let before = try store.dump()
    let error = try #require(failure(of: store, history))
    #expect(
      error.diagnostics(of: store.path).map(\.rendered) == [
        "V2.yaml:12:9: the rule 'has a year' of 'Book' cannot be checked: no such column: yaer "
          + "[unusable-rule]",
        "V2.yaml:23:7: the before check 'SELECT count(*) FROM Boks' cannot be made: "
          + "no such table: Boks [unusable-check]\n- did you mean 'Book'?",
        "V2.yaml:26:22: the expression for 'Book.stars' cannot be used: "
          + "it makes one row of all, as aggregates do [unusable-expression]",
        "V2.yaml:27:22: the expression for 'Book.shelf' cannot be used: "
          + "incomplete input [unusable-expression]",
        "V2.yaml:28:14: the condition for the objects of 'Book' cannot be used: "
          + "no such column: isbm [unusable-expression]\n- did you mean 'isbn'?",
        "V2.yaml:31:7: the after check 'DELETE FROM Book RETURNING 1' cannot be made: "
          + "it would write to the store [unusable-check]",
        "V2.yaml:32:7: the after check 'SELECT stars FROM Book; SELECT 1' cannot be made: "
          + "more than one statement in the text [unusable-check]",
      ])
    #expect(error.exitStatus == 2)
    #expect(
      error.standing(of: "my.store")
        == StoreStanding(
          "'my.store' is unchanged", after: "correct V2.yaml:12:9", next: "migrate plan my.store"))
    #expect(try store.dump() == before)
    #expect(try store.files == ["library.store"])
  }

  /// The number of numbers from 1 on, while a condition holds.
  private static func series(_ condition: String) -> String {
    "(WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM t WHERE \(condition)) "
      + "SELECT count(*) FROM t)"
  }

  @Test func `SQL that never ends is refused with its place`() throws {
    let history = try Library.history(
      replacing: [("      isbn: string?", "      isbn: string?\n      stars: int?")],
      migration: """
          kind: custom
          before:
            - {expect: "SELECT \(Self.series("1"))", equals: 0}
          map:
            Book:
              stars: {using: "year + \(Self.series("n > 0"))"}
              where: "year < \(Self.series("n > ifnull(year, 0)"))"
          steps:
            - {sql: "INSERT INTO Note (text) SELECT \(Self.series("1"))", touches: [Note]}
            - {sql: "UPDATE Note SET text = \(Self.series("1"))", touches: [Note.text]}
        """)
    let error = try #require(failure(of: try TestStore(history.oldest), history))
    let end =
      "cannot be used: it does not end: SQLite has taken 50 million instructions for it where no "
      + "other object exists [unusable-expression]"
    #expect(
      error.diagnostics(of: "").map(\.rendered) == [
        "V2.yaml:20:7: the before check 'SELECT \(Self.series("1"))' cannot be made: it does not "
          + "end: SQLite has taken 50 million instructions for it where no other object exists "
          + "[unusable-check]",
        "V2.yaml:23:22: the expression for 'Book.stars' \(end)",
        "V2.yaml:24:14: the condition for the objects of 'Book' \(end)",
        "V2.yaml:26:13: the statement 'INSERT INTO Note (text) SELECT \(Self.series("1"))' cannot be run: "
          + "it does not end: SQLite has taken 50 million instructions for it where no other object "
          + "exists [unusable-step]",
      ])
  }

  @Test(
    arguments: [
      "n < year", "n IS NOT year + 5", "n < 1000000", "n < 100 OR (year > 0 AND n < year * 1000)",
    ])
  func `SQL that ends for at least one object is accepted`(condition: String) throws {
    let history = try Library.history(
      migration: "  map: {Book: {year: {using: \"\(Self.series(condition))\"}}}")
    #expect(failure(of: try TestStore(history.oldest), history) == nil)
  }

  @Test(
    arguments: [
      (
        "notes.text",
        "'notes' of 'Book' leads to many objects, and a path follows to-one relationships; ask for"
          + " one of them, or for their number, in a query of its own"
      ),
      (
        "notes",
        "'notes' of 'Book' leads to many objects, and a path follows to-one relationships;"
          + " ask for one of them, or for their number, in a query of its own"
      ),
      ("yaer", "did you mean 'year'?"),
    ])
  func `the intended name is suggested`(name: String, hint: String) throws {
    let history = try Library.history(
      migration: "  map: {Book: {year: {using: \"\(name)\"}}}")
    let error = try #require(failure(of: try TestStore(history.oldest), history))
    #expect(error.diagnostics(of: "").flatMap(\.notes).map(\.message) == [hint])
  }

  @Test(
    arguments: [
      ("book.titel", "did you mean 'book.title'?"),
      ("book.x", "'Book' has: title, year, isbn, notes"),
      (
        "book.notes.text",
        "'notes' of 'Book' leads to many objects, and a path follows to-one relationships; ask for"
          + " one of them, or for their number, in a query of its own"
      ),
    ])
  func `a suggestion for a path is about its wrong part`(path: String, hint: String) throws {
    let history = try Library.history(
      migration: "  map: {Note: {text: {using: \"\(path)\"}}}")
    let error = try #require(failure(of: try TestStore(history.oldest), history))
    #expect(error.diagnostics(of: "").flatMap(\.notes).map(\.message) == [hint])
  }

  @Test func `a check of the objects of one entity follows paths, as a condition does`() throws {
    func history(_ before: String, _ after: String) throws -> SchemaHistory {
      try Library.history(
        migration: """
            before: [{expect: "SELECT count(*) FROM Note WHERE \(before)", equals: 2}]
            after: [{expect: "SELECT max(book.title) FROM Note \(after)", equals: Emma}]
          """)
    }
    let sound = try history("book.title = 'Emma'", "WHERE text <> ''")
    _ = try migrated(try TestStore(sound.oldest, filledBy: Library.content), sound)
    let failing = try history("book.title IS NULL", "")
    let error = try #require(
      failure(of: try TestStore(failing.oldest, filledBy: Library.content), failing))
    #expect(error.diagnostics(of: "").map(\.code) == ["failed-check"])
  }

  @Test func `an expression sees the properties of the previous version, and no later ones`() throws
  {
    let second = Library.first.replacing("version: 1.0.0", with: "version: 2.0.0")
      .replacing(
        "      year: string?",
        with: "      printed: {type: string, optional: true, renamedFrom: year}")
    let third =
      second.replacing("version: 2.0.0", with: "version: 3.0.0")
      .replacing("renamedFrom: year", with: "doc: when")
      + "\nmigration:\n  kind: custom\n  map: {Book: {printed: {using: \"trim(EXPRESSION)\"}}}"
    let right = try SchemaHistory(
      Library.first, second, third.replacing("EXPRESSION", with: "printed"))
    let store = try TestStore(right.oldest, filledBy: Library.content)
    let wrong = try SchemaHistory(
      Library.first, second, third.replacing("EXPRESSION", with: "year"))
    let error = try #require(failure(of: store, wrong))
    #expect(
      error.diagnostics(of: store.path).map(\.message) == [
        "the expression for 'Book.printed' cannot be used: no such column: year"
      ])
    #expect(try migrated(store, right).target == Version(3))
  }

  @Test func `an unusable rule that the previous version had as well is no obstacle`() throws {
    let rule = "    rules: [{name: odd, check: \"missing > 0\"}]\n    relationships:\n      notes"
    let first = Library.first.replacing("    relationships:\n      notes", with: rule)
    let second = first.replacing("version: 1.0.0", with: "version: 2.0.0")
      .replacing("      isbn: string?", with: "      isbn: string?\n      pages: int?")
    let history = try SchemaHistory(first, second)
    let store = try TestStore(history.oldest, filledBy: Library.content)
    #expect(
      try migrated(store, history).knownFindings.map(\.problem) == [
        .unusableRule(entity: "Book", rule: "odd", reason: "no such column: missing")
      ])
  }

  @Test(arguments: ["?", "?1", ":kind", "@kind", "$kind"])
  func `a parameter is refused, as no value is bound to it`(parameter: String) throws {
    for (migration, place) in [
      ("map: {Book: {where: \"title = \(parameter)\"}}", "the condition for the objects of 'Book'"),
      ("map: {Book: {title: {using: \"\(parameter)\"}}}", "the expression for 'Book.title'"),
      (
        "map: {Book: {dedupe: {by: [title], keep: \"prefer(title = \(parameter))\"}}}",
        "the preference among the objects of 'Book'"
      ),
      (
        "after: [{expect: \"SELECT count(*) FROM Book WHERE title = \(parameter)\", equals: 0}]",
        "the after check"
      ),
    ] {
      let history = try Library.history(migration: "  \(migration)")
      let store = try TestStore(history.oldest, filledBy: Library.content)
      let messages = try #require(failure(of: store, history)).diagnostics(of: "").map(\.message)
      #expect(messages.count == 1)
      #expect(messages.first?.hasPrefix(place) == true)
      #expect(
        messages.first?.hasSuffix(": there is nothing to put in the place of a parameter") == true)
    }
  }

  @Test func `SQL that is valid only inside the surrounding statement is refused`() throws {
    let history = try Library.history(
      migration: "  map: {Book: {where: \"title = 'x') OR (1 = 1\"}}")
    let store = try TestStore(history.oldest, filledBy: Library.content)
    #expect(
      try #require(failure(of: store, history)).diagnostics(of: "").map(\.message) == [
        "the condition for the objects of 'Book' cannot be used: near \")\": syntax error"
      ])
  }

  @Test func `a condition may end in a comment`() throws {
    let history = try Library.history(
      migration: "  map: {Note: {where: \"text <> '' -- those with a text\"}}")
    let store = try TestStore(history.oldest, filledBy: Library.content)
    _ = try migrated(store, history)
  }
}
