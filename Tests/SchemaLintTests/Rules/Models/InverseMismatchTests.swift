import SchemaLint
import SchemaModel
import Testing

struct InverseMismatchTests {
  static let example = RuleExample(
    bad: library(draftsInverse: "book"), good: library(draftsInverse: "draftOf"))

  private static func library(draftsInverse: String) -> SchemaDocument {
    document([
      Entity(
        "Book",
        relationships: [
          Relationship("notes", .toMany, "Note", inverse: "book", deleteRule: .cascade),
          Relationship("drafts", .toMany, "Note", inverse: draftsInverse, deleteRule: .cascade),
        ]),
      Entity(
        "Note",
        relationships: [toBook("book", "notes")]
          + (draftsInverse == "book" ? [] : [toBook(draftsInverse, "drafts")])),
    ])
  }

  private static func toBook(_ name: String, _ inverse: String) -> Relationship {
    Relationship(name, .toOne, "Book", isOptional: true, inverse: inverse, deleteRule: .nullify)
  }

  @Test func `both ends are named, with what the other end says`() {
    #expect(
      findings(of: InverseMismatch(), in: Self.example.bad).split(separator: "\n") == [
        """
        entities.Book.relationships.drafts.inverse: 'Book.drafts' names 'Note.book' as its \
        inverse, and that names 'Book.notes'
        """,
        """
          entities.Note.relationships.book: 'Note.book' would have to lead to 'Book' and say \
        'inverse: drafts'
        """,
      ])
  }
}
