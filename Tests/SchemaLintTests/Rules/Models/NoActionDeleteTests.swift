import SchemaLint
import SchemaModel
import Testing

struct NoActionDeleteTests {
  static let example = RuleExample(bad: library(.noAction), good: library(.cascade))

  private static func library(_ deleteRule: DeleteRule) -> SchemaDocument {
    document([
      Entity(
        "Book",
        relationships: [
          Relationship("notes", .toMany, "Note", inverse: "book", deleteRule: deleteRule)
        ]),
      Entity(
        "Note",
        relationships: [Relationship("book", .toOne, "Book", isOptional: true, inverse: "notes")]),
    ])
  }

  @Test func `the harm is described, with the other rules`() {
    #expect(
      findings(of: NoActionDelete(), in: Self.example.bad) == """
        entities.Book.relationships.notes.delete: deleting a 'Book' leaves the objects of \
        'Book.notes' with references to the deleted object
          write 'delete: nullify' to empty those references, 'cascade' to delete every 'Note' \
        too, or 'deny' to refuse the deletion
        """)
  }

  @Test(arguments: [DeleteRule.nullify, .cascade, .deny])
  func `no other delete rule is flagged`(deleteRule: DeleteRule) {
    #expect(findings(of: NoActionDelete(), in: Self.library(deleteRule)) == "")
  }
}
