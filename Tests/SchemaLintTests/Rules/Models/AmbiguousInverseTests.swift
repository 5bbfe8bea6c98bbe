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
              # + 'Book.author' names no inverse, either
              # + 'Book.editor' names no inverse, either
          Book:
            relationships:
              author: {toOne: Person?, delete: nullify}
              editor: {toOne: Person?, delete: nullify}
        """)
  }

  @Test func `relationships of an entity to itself are one finding`() throws {
    try expect(
      AmbiguousInverse(),
      in: """
        entities:
          Tool:
            relationships:
              main: {toOne: Tool?, delete: nullify}
              # ! 'Tool.main' names no inverse, and 'Tool.whole' and 'Tool.variants' could each be it
              # + write 'inverse: whole' or 'inverse: variants' on 'Tool.main', and give the others an inverse
              #   of their own
              # + 'Tool.whole' names no inverse, either
              # + 'Tool.variants' names no inverse, either
              whole: {toOne: Tool?, delete: nullify}
              variants: {toMany: Tool, delete: nullify}
        """)
  }

  @Test func `a single pair that fits, and ends that are in use, are not ambiguous`() throws {
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
