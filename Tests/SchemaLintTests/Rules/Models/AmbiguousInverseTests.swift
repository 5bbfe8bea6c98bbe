import SchemaLint
import Testing

struct AmbiguousInverseTests {
  @Test func `all ends that could belong together are named`() throws {
    try expect(
      AmbiguousInverse(),
      in: """
        entities:
          Person:
            relationships:
              books: {toMany: Book, delete: nullify}
              # ! 'Person.books' names no inverse, and 'Book.author' and 'Book.editor' could each be it
              # + write 'inverse: author' or 'inverse: editor' on 'Person.books', and give the others
              #   an inverse of their own
          Book:
            relationships:
              author: {toOne: Person?, delete: nullify}
              # ! 'Book.author' names no inverse, and 'Person.books' could be the inverse of 'Book.author' and
              #   'Book.editor'
              # + write 'inverse: author' or 'inverse: editor' on 'Person.books', and give the others
              #   an inverse of their own
              editor: {toOne: Person?, delete: nullify}
              # ! 'Book.editor' names no inverse, and 'Person.books' could be the inverse of 'Book.author' and
              #   'Book.editor'
              # + write 'inverse: author' or 'inverse: editor' on 'Person.books', and give the others
              #   an inverse of their own
        """)
  }

  @Test func `one pair that fits, and ends that are taken, are not ambiguous`() throws {
    try expect(
      AmbiguousInverse(),
      in: """
        entities:
          Person:
            relationships:
              books: {toMany: Book, delete: nullify}
              edited: {toMany: Book, inverse: editor, delete: nullify}
          Book:
            relationships:
              author: {toOne: Person?, delete: nullify}
              editor: {toOne: Person?, inverse: edited, delete: nullify}
        """)
  }
}
