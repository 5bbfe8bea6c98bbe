import SchemaLint
import Testing

struct SyncDenyTests {
  @Test func `deny is flagged and other rules are not`() throws {
    try expect(
      SyncDeny(),
      in: """
        profile: cloudkit
        entities:
          Book:
            relationships:
              notes:
                toMany: Note?
                inverse: book
                delete: deny
                # ! 'Book.notes' refuses deletions, which may have happened on another device: the
                #   container does not load
                # + write 'delete: nullify' or 'cascade', and let the app ask before it deletes
                # > unsafe: set delete to nullify in entities.Book.relationships.notes
          Note:
            relationships: {book: {toOne: Book?, inverse: notes, delete: nullify}}
        """)
  }
}
