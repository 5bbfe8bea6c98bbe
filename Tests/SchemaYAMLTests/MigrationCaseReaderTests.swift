import Diagnostics
import SchemaModel
import SchemaYAML
import TestSupport
import Testing

struct MigrationCaseReaderTests {
  private static let first = """
    schema: Library
    version: 1.0.0
    composites: {Size: {attributes: {width: double}}}
    entities:
      Thing: {abstract: true}
      Book:
        attributes: {title: string = "", added: date?, size: Size?, cover: data?}
        relationships: {notes: {toMany: Note, inverse: book, delete: cascade}}
      Note:
        attributes: {text: string?}
        relationships: {book: {toOne: Book?, inverse: notes, delete: nullify}}
    """

  private static let second = """
    schema: Library
    version: 2.0.0
    extends: V1.yaml
    entities:
      Volume: {renamedFrom: Book, attributes: {year: int?}}
    """

  private static func history() throws -> SchemaHistory {
    let first = try SchemaReader.read(text: first, name: "V1.yaml")
    let second = try SchemaReader.read(
      text: Self.first.replacing("1.0.0", with: "2.0.0")
        .replacing("  Book:\n", with: "  Volume:\n    renamedFrom: Book\n")
        .replacing("toOne: Book?", with: "toOne: Volume?"), name: "V2.yaml")
    return SchemaHistory([first, second])
  }

  private static func read(_ text: String) throws -> [MigrationCase] {
    let folder = try TemporaryFolder()
    let path = try folder.write(text, to: "cases.yaml")
    return try MigrationCaseReader.read(file: path, of: history())
  }

  @Test func `a case is read with the types of its versions`() throws {
    let item = try #require(
      try Self.read(
        """
        cases:
          - name: all of it
            from: 1.0.0
            rows:
              Book:
                dune: {title: no, added: 1970-01-02, size: {width: 2}, cover: AQI=}
                emma:
              Note:
                - {text: null, book: dune}
            allow: [drop-attribute:Book.pages]
            expect:
              - {count: Volume}
              - {row: dune, has: {title: "1.10", notes: [], year: null}}
              - {row: emma, of: Note, has: {text: x}}
              - {gone: emma}
              - {expect: SELECT 1, equals: 1}
        """
        .replacing(", year: null", with: "")
      ).first)
    #expect(item.name == "all of it")
    #expect(item.source == Version(1))
    #expect(item.target == Version(2))
    #expect(item.allowedLosses == ["drop-attribute:Book.pages"])
    guard case .rows(let rows) = item.start else {
      Issue.record("the case has rows")
      return
    }
    #expect(rows.map(\.name) == ["dune", "emma", nil])
    #expect(rows.map(\.entity) == ["Book", "Book", "Note"])
    #expect(
      rows[0].content.values.map(\.literal) == [
        .string("no"), .date(86_400), .object(["width": .double(2)]), .data([1, 2]),
      ])
    #expect(rows[2].content.values.map(\.literal) == [nil])
    #expect(rows[2].content.links.map(\.rows) == [["dune"]])
    #expect(
      item.expectations.map { "\($0.kind)".prefix { $0 != "(" } }
        == ["check", "row", "row", "gone", "check"])
  }

  @Test func `samples, fixtures and failures are read`() throws {
    let cases = try Self.read(
      """
      cases:
        - {name: a, from: 1.0.0, sample: 3}
        - {name: b, from: 1.0.0, sample: 3, seed: 9, to: 1.0.0}
        - {name: c, fixture: ../v1.store, fails: {code: failed-check, mentions: [Book]}}
      """)
    #expect(
      cases.map(\.start).prefix(2) == [
        .sample(objects: 3, seed: 1), .sample(objects: 3, seed: 9),
      ])
    #expect(cases[2].source == nil)
    #expect(cases[2].failure?.code == "failed-check")
    #expect(cases[2].failure?.mentions == ["Book"])
  }

  struct BadFile: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let problems: [String]

    init(_ name: String, _ text: String, _ problems: String...) {
      (testDescription, self.text, self.problems) = (name, text, problems)
    }
  }

  static let badFiles = [
    BadFile("no cases", "cases: []", "1:1: the file has no cases [missing-key]"),
    BadFile("no key", "doc: x", "1:1: a file of tests has no 'cases' [missing-key]"),
    BadFile(
      "no start", "cases: [{name: a, from: 1.0.0}]",
      "1:9: the case does not say what the store holds: add 'rows', 'fixture' or 'sample' "
        + "[missing-key]"),
    BadFile(
      "two starts", "cases: [{name: a, from: 1.0.0, sample: 1, fixture: x}]",
      "1:9: a case has only one of 'rows', 'fixture' or 'sample' [conflicting-keys]"),
    BadFile(
      "no version", "cases: [{name: a, sample: 1}]",
      "1:9: the case does not say of which version its store is: add 'from' [missing-key]"),
    BadFile(
      "an unknown version", "cases: [{name: a, from: 3.0.0, sample: 1}]",
      "1:25: the model has no version 3.0.0 [unknown-version]"),
    BadFile(
      "backwards", "cases: [{name: a, from: 2.0.0, to: 1.0.0, sample: 1}]",
      "1:32: version 1.0.0 does not come after 2.0.0, and a store is never migrated backwards "
        + "[older-target]"),
    BadFile(
      "one name twice",
      "cases: [{name: a, from: 1.0.0, sample: 1}, {name: a, from: 1.0.0, sample: 1}]",
      "1:44: there are two cases 'a' [duplicate-key]"),
    BadFile(
      "both ends", "cases: [{name: a, from: 1.0.0, sample: 1, expect: [], fails: {code: x}}]",
      "1:55: a migration that fails leaves nothing to 'expect' [conflicting-keys]"),
    BadFile(
      "no expectation", "cases: [{name: a, from: 1.0.0, sample: 1, expect: [{equals: 1}]}]",
      "1:52: nothing is expected: write 'count', 'expect', 'row' or 'gone' [missing-key]"),
    BadFile(
      "wrong names",
      """
      cases:
        - name: a
          from: 1.0.0
          rows:
            Boook: {}
            Thing: {thing: {}}
            Book: {dune: {titel: x}}
            Note: {fear: {book: duen}, worms: {book: fear}}
          expect:
            - {count: Bok}
            - {row: dine, has: {}}
            - {row: dune, of: Bok, has: {}}
            - {gone: worm}
      """,
      "5:7: version 1.0.0 has no entity 'Boook', did you mean 'Book'? [unknown-name]",
      "6:7: 'Thing' is abstract, only its sub-entities have objects [wrong-value]",
      "7:21: 'Book' has no 'titel' in version 1.0.0, did you mean 'title'? [unknown-name]",
      "8:27: there is no row 'duen', did you mean 'dune'? [unknown-name]",
      "8:48: 'book' leads to a 'Book', and 'fear' is a 'Note' [wrong-value]",
      "10:9: version 2.0.0 has no entity 'Bok' [unknown-name]",
      "11:15: there is no row 'dine', did you mean 'dune'? [unknown-name]",
      "12:21: version 2.0.0 has no entity 'Bok' [unknown-name]",
      "13:16: there is no row 'worm', did you mean 'worms'? [unknown-name]"),
    BadFile(
      "a row before what it names",
      """
      cases:
        - name: a
          from: 1.0.0
          rows:
            Note: {fear: {book: dune}}
            Book: {dune: {}, emma: {notes: fear}}
      """,
      "5:27: 'book' leads to 'dune', which is inserted only later [insert-before-relate]",
      "6:38: 'notes' takes a list, and not 'fear' [wrong-value]"),
    BadFile(
      "several rows for one", "cases: [{name: a, from: 1.0.0, rows: {Note: {n: {book: [x]}}}}]",
      "1:56: 'book' leads to one row at most [wrong-value]"),
    BadFile(
      "a value of another type",
      "cases: [{name: a, from: 1.0.0, rows: {Book: [{added: soon}]}}]",
      "1:54: 'soon' is no value of type 'date': write 2026-01-31, 2026-01-31T10:00:00Z or now() [invalid-literal]"
    ),
  ]

  @Test(arguments: badFiles)
  func `all problems of a file are reported with their places`(file: BadFile) throws {
    do {
      _ = try Self.read(file.text)
      Issue.record("nothing was found")
    } catch let error as DiagnosticsError {
      let found = error.diagnostics.map {
        "\($0.location?.line ?? 0):\($0.location?.column ?? 0): \($0.message) [\($0.code)]"
      }
      #expect(found == file.problems)
    }
  }
}
