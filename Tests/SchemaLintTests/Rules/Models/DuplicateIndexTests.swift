import SchemaLint
import Testing

struct DuplicateIndexTests {
  @Test func `an index that begins another one is superfluous`() throws {
    try expect(
      DuplicateIndex(),
      in: """
        entities:
          Book:
            attributes: {author: string, title: string, year: int}
            indexes:
              - [author]
              # ! the index [author] is superfluous next to [author, title]
              # + the one that serves its queries is here
              # > unsafe: remove [author] from entities.Book.indexes
              - [author, title]
              - [-year, -title]
              - [year, title]
              # ! the index [year, title] is superfluous next to [-year, -title]
              # + the one that serves its queries is here
              # > unsafe: remove [year, title] from entities.Book.indexes
        """)
  }

  @Test func `a unique key is an index, too`() throws {
    try expect(
      DuplicateIndex(),
      in: """
        entities:
          Book:
            attributes: {isbn: {type: string, unique: true}, title: string}
            indexes:
              - [-isbn]
              # ! the index [-isbn] is superfluous next to the unique key [isbn]
              # > unsafe: remove [-isbn] from entities.Book.indexes
              - [isbn, title]
        """)
  }

  @Test func `other properties, another order and mixed directions are something else`() throws {
    try expect(
      DuplicateIndex(),
      in: """
        entities:
          Book:
            attributes: {author: string, title: string, year: int}
            indexes: [[author, title], [title, year], [title, -year], [author, -title, year]]
          Film:
            attributes: {title: string, year: int}
            indexes: [[title, year]]
        """)
  }
}
