import SchemaLint
import Testing

struct RequiredToOneNullifiedTests {
  @Test func `the required end and the other rules are named`() throws {
    try expect(
      RequiredToOneNullified(),
      in: """
        entities:
          Book:
            relationships:
              notes: {toMany: Note, inverse: book, delete: nullify}
              # ! deleting a 'Book' empties 'Note.book', which is required
              # + write 'delete: cascade' to delete every 'Note' too, or 'deny' to refuse the deletion
              # + or write 'toOne: Book?' to let it be empty
              # > unsafe: set delete to cascade in entities.Book.relationships.notes
          Note:
            relationships:
              book: {toOne: Book, inverse: notes, delete: nullify}
        """)
  }

  @Test(arguments: [
    ("cascade", "Book"), ("deny", "Book"), ("noAction", "Book"), ("nullify", "Book?"),
  ])
  func `another rule, or a link that may be empty, is not flagged`(
    deleteRule: String, book: String
  ) throws {
    try expect(
      RequiredToOneNullified(),
      in: """
        entities:
          Book:
            relationships:
              notes: {toMany: Note, inverse: book, delete: \(deleteRule)}
          Note:
            relationships:
              book: {toOne: \(book), inverse: notes, delete: nullify}
        """)
  }
}
