import SchemaLint
import Testing

struct SyncRequiredRelationshipTests {
  @Test func `a to-one and a to-many that are not optional are flagged`() throws {
    try expect(
      SyncRequiredRelationship(),
      in: """
        profile: cloudkit
        entities:
          Book:
            relationships:
              notes: {toMany: Note, inverse: book, delete: cascade}
              # ! 'Book.notes' is not optional, which CloudKit requires: the container does not load
              # + write 'toMany: Note?'
              # > unsafe: set toMany to Note? in entities.Book.relationships.notes
              tags: {toMany: Tag?, inverse: books, delete: nullify}
          Note:
            relationships:
              book: {toOne: Book, inverse: notes, delete: nullify}
              # ! 'Note.book' is not optional, which CloudKit requires: the container does not load
              # + write 'toOne: Book?'
              # > unsafe: set toOne to Book? in entities.Note.relationships.book
          Tag:
            relationships: {books: {toMany: Book?, inverse: tags, delete: nullify}}
        """)
  }
}
