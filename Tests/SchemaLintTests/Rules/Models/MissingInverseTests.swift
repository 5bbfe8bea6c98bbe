import Diagnostics
import SchemaLint
import SchemaModel
import Testing

struct MissingInverseTests {
  static let example = RuleExample(
    bad: library(notes: nil, book: "notes"), good: library(notes: "book", book: "notes"))

  /// Book.notes and Note.book with these inverses.
  static func library(notes: String?, book: String?) -> SchemaDocument {
    document([
      Entity("Book", relationships: [Relationship("notes", .toMany, "Note", inverse: notes)]),
      Entity(
        "Note",
        relationships: [Relationship("book", .toOne, "Book", isOptional: true, inverse: book)]),
    ])
  }

  @Test func `the relationship that claims the place is named`() {
    #expect(
      findings(of: MissingInverse(), in: Self.example.bad) == """
        entities.Book.relationships.notes: 'Book.notes' does not name 'Note.book' as its inverse, \
        which names it
          entities.Note.relationships.book: write 'inverse: book'
        """)
  }

  @Test func `the only relationship that leads back is proposed at both ends`() {
    #expect(
      findings(of: MissingInverse(), in: Self.library(notes: nil, book: nil)) == """
        entities.Book.relationships.notes: 'Book.notes' has no inverse: nothing keeps its links \
        and the links of 'Note' in agreement
          entities.Note.relationships.book: 'Note.book' leads back: write 'inverse: book' here \
        and 'inverse: notes' there, if they are the two ends of one link
        entities.Note.relationships.book: 'Note.book' has no inverse: nothing keeps its links \
        and the links of 'Book' in agreement
          entities.Book.relationships.notes: 'Book.notes' leads back: write 'inverse: notes' here \
        and 'inverse: book' there, if they are the two ends of one link
        """)
  }

  @Test func `where nothing leads back, the relationship to add is written out`() {
    let document = document([
      Entity("Book", relationships: [Relationship("notes", .toMany, "Note")]), Entity("Note"),
    ])
    #expect(
      findings(of: MissingInverse(), in: document) == """
        entities.Book.relationships.notes: 'Book.notes' has no inverse: nothing keeps its links \
        and the links of 'Note' in agreement
          add to 'Note', or its like: 'book: {toOne: Book?, inverse: notes, delete: nullify}'; \
        and here 'inverse: book'
        """)
  }

  @Test func `none of several relationships that lead back is chosen`() {
    let document = document([
      Entity("Book", relationships: [Relationship("notes", .toMany, "Note")]),
      Entity(
        "Note",
        relationships: [
          Relationship("book", .toOne, "Book", inverse: "x"), Relationship("a", .toOne, "Book"),
          Relationship("b", .toOne, "Book"),
        ]),
    ])
    let finding = MissingInverse().findings(in: document)[0]
    #expect(
      finding.notes.map(\.message.description) == [
        "several relationships lead back, one of which may be meant: 'Note.a', 'Note.b'"
      ])
    #expect(finding.fix == nil)
  }

  @Test func `a relationship that an ancestor declares may lead back`() {
    let document = document([
      Entity("Thing", relationships: [Relationship("notes", .toMany, "Note")]),
      Entity("Book", parent: "Thing"),
      Entity("Note", relationships: [Relationship("book", .toOne, "Book")]),
    ])
    #expect(
      MissingInverse().findings(in: document).map(\.fix) == [
        nil,
        Fix(
          .unsafe,
          [
            .set(
              key: "inverse", value: "notes", in: .property("book", of: "Note", .relationships)),
            .set(
              key: "inverse", value: "book", in: .property("notes", of: "Thing", .relationships)),
          ]),
      ])
  }

  @Test(arguments: [
    ("", "error"), ("swiftdata", "warning"), ("coredata", "warning"), ("none", ""),
  ])
  func `in an unlocked model of an app, the source shows what is deleted`(
    platform: String, severity: String
  ) throws {
    let line = platform.isEmpty ? "" : "platform: \(platform)\n"
    let model = try MarkedModel([
      line + "entities: {Book: {}, Note: {relationships: {book: {toOne: Book?, delete: nullify}}}}"
    ])
    let found = model.report().findings.filter { $0.finding.rule == MissingInverse.id }
    #expect(found.map { "\($0.diagnostic.severity)" } == (severity.isEmpty ? [] : [severity]))
  }
}
