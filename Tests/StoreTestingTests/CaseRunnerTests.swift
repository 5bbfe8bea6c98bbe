import SchemaModel
import StoreCreation
import StoreTesting
import TestSupport
import Testing

struct CaseRunnerTests {
  @Test func `a case with every kind of row and expectation passes`() throws {
    let found = try Library().problems(
      """
        - name: all of it
          from: 1.0.0
          to: 2.0.0
          rows:
            Author:
              herbert: {name: Frank, pseudonym: null}
              anderson: {name: Kevin}
            Book:
              dune: {isbn: a, title: Dune, cover: AQI=, tags: [sand], authors: [herbert]}
              messiah: {title: Messiah, added: 1970-01-02, prequel: dune, authors: [herbert, anderson]}
            Note:
              last: {text: z, book: dune}
              first: {text: a, book: dune}
              - {}
          expect:
            - {count: Book}
            - {count: Note, equals: 3}
            - {expect: "SELECT count(*) FROM Author", equals: 2}
            - row: dune
              has: {isbn: a, name: Dune, cover: AQI=, tags: [sand], sequel: messiah, prequel: null}
            - {row: messiah, has: {added: 1970-01-02, sequel: null, authors: [anderson, herbert]}}
            - {row: herbert, has: {name: Frank, pseudonym: null, books: [messiah, dune]}}
            - {row: first, has: {text: a, book: dune}}
      """
      .replacing("        - {}\n", with: "").replacing("equals: 3", with: "equals: 2"))
    #expect(found == [])
  }

  @Test func `order counts where a relationship has one, and only there`() throws {
    let rows = """
          from: 1.0.0
          to: 2.0.0
          rows:
            Author: {a: {}, b: {}}
            Note: {}
            Book: {dune: {authors: [a, b]}}
      """
    let found = try Library().problems(
      """
        - name: a
      \(rows)
          expect:
            - {row: dune, has: {authors: [b, a]}}
      """)
    #expect(found == [])
  }

  @Test func `each expectation that does not hold is reported at its place`() throws {
    let found = try Library().problems(
      """
        - name: a
          from: 1.0.0
          to: 2.0.0
          rows:
            Book: {dune: {title: Dune}, emma: {}}
            Note: {fear: {book: dune}}
          expect:
            - {count: Book, equals: 3}
            - {count: Note}
            - {row: dune, has: {name: Emma, added: null, cover: AQI=, notes: []}}
            - {row: fear, has: {book: emma, text: x}}
            - {gone: dune}
            - {expect: SELECT name FROM Book WHERE 0, equals: 1}
            - {expect: SELECT what FROM Book, equals: 1}
      """)
    #expect(
      found == [
        "9: the number of objects of 'Book' is 2, and should be 3 [failed-expectation]",
        "11: 'name' of 'dune' is 'Dune', and should be 'Emma' [failed-expectation]",
        "11: 'added' of 'dune' is 1577836800.0, and should be NULL [failed-expectation]",
        "11: 'cover' of 'dune' is NULL, and should be x'0102' [failed-expectation]",
        "11: 'notes' of 'dune' leads to 'fear', and should lead to nothing [failed-expectation]",
        "12: 'text' of 'fear' is NULL, and should be 'x' [failed-expectation]",
        "12: 'book' of 'fear' leads to 'dune', and should lead to 'emma' [failed-expectation]",
        "13: 'dune' is still there [failed-expectation]",
        "14: 'SELECT name FROM Book WHERE 0' gives no row, and should give 1 [failed-expectation]",
        "15: 'SELECT what FROM Book' cannot be asked: no such column: what [failed-expectation]",
      ])
  }

  @Test func `a loss must be allowed, and objects left behind no longer exist`() throws {
    let library = try Library()
    let rows = "from: 1.0.0, rows: {Book: {dune: {pages: '12'}, old: {isbn: lost, tags: [x]}}}"
    let refused = try library.problems("  - {name: a, \(rows)}\n")
    #expect(
      refused == [
        "2: the migration failed: version 3.0.0 loses 2 values: attribute Book.tags: [string] = [] "
          + "[unapproved-loss]"
      ])
    let expectations = "expect: [{gone: old}, {row: dune, has: {pages: 12}}]"
    let allowed = "allow: [drop-attribute:Book.tags]"
    #expect(try library.problems("  - {name: a, \(rows), \(allowed), \(expectations)}\n") == [])
    let wrong = "expect: [{gone: dune}, {row: old, has: {}}]"
    #expect(
      try library.problems("  - {name: a, \(rows), \(allowed), \(wrong)}\n") == [
        "2: 'dune' is still there [failed-expectation]",
        "2: 'old' is not there any more [failed-expectation]",
      ])
  }

  @Test func `a migration that must fail is checked for how it fails`() throws {
    let library = try Library()
    let start =
      "name: a, from: 1.0.0, rows: {Book: {dune: {pages: '9999'}}}, "
      + "allow: [drop-attribute:Book.tags, change-attribute-type:Book.pages]"
    #expect(
      try library.problems("  - {\(start), fails: {code: failed-check, mentions: ['5000']}}\n")
        == [])
    #expect(
      try library.problems("  - {\(start), fails: {code: failed-check, mentions: [Note]}}\n") == [
        "2: the migration failed, and not with 'failed-check' that speaks of 'Note' "
          + "[failed-expectation]"
      ])
    #expect(
      try library.problems("  - {\(start), to: 2.0.0, fails: {code: duplicates}}\n") == [
        "2: the migration was to fail with 'duplicates', and did not fail [failed-expectation]"
      ])
  }

  @Test func `rows that the model does not allow are reported before anything is migrated`() throws
  {
    let library = try Library()
    let contradicting = try library.problems(
      """
        - name: a
          from: 1.0.0
          rows:
            Book:
              one: {}
              two: {prequel: one}
              three: {prequel: one}
              four: {sequel: two}
      """)
    #expect(
      contradicting == [
        "8: 'one' is linked to two objects by 'sequel', which leads to one [contradicting-links]",
        "9: 'two' is linked to two objects by 'prequel', which leads to one [contradicting-links]",
      ])
    #expect(
      try library.problems("  - {name: a, from: 1.0.0, rows: {Note: {lost: {text: x}}}}\n") == [
        "2: 'lost' needs a 'Book' at 'book', which is required [missing-link]"
      ])
  }

  @Test func `sample data is migrated and verified`() throws {
    let allowed = "allow: [drop-attribute:Book.tags, change-attribute-type:Book.pages]"
    #expect(
      try Library().problems(
        "  - {name: a, from: 2.0.0, sample: 9, \(allowed), expect: [{count: Book}]}\n") == [])
  }

  @Test func `a fixture is a store or a backup, and stays unchanged`() throws {
    let library = try Library()
    let document = try #require(library.history[Version(1)])
    let path = library.folder.path("Library/v1.store")
    try SampleStore.create(at: path, of: document, objects: 5, seed: 2)
    let before = try library.folder.bytes(of: "Library/v1.store")
    let end = "to: 2.0.0, expect: [{count: Book}, {count: Author}]"
    #expect(try library.problems("  - {name: a, fixture: ../v1.store, \(end)}\n") == [])
    #expect(try library.folder.bytes(of: "Library/v1.store") == before)
    #expect(
      try library.problems("  - {name: a, from: 2.0.0, fixture: ../v1.store, \(end)}\n") == [
        "2: 'Library/v1.store' is version 1.0.0, and not 2.0.0 [unknown-version]"
      ])
    #expect(
      try library.problems("  - {name: a, fixture: ../V1.yaml, \(end)}\n") == [
        "2: 'Library/V1.yaml' is neither a store nor a backup [unusable-fixture]"
      ])
    #expect(
      try library.problems("  - {name: a, fixture: none.store, \(end)}\n") == [
        "2: there is no 'Library/tests/none.store' [missing-file]"
      ])
  }
}
