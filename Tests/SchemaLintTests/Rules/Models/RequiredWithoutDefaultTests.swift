import SchemaLint
import Testing

struct RequiredWithoutDefaultTests {
  @Test func `a property that the initializer sets by itself is flagged`() throws {
    try expect(
      RequiredWithoutDefault(),
      in: """
        entities:
          Book:
            attributes:
              title: string
              copies: int
              # ! 'Book.copies' is required and has no default, and the initializer does not take its value
              # + give it a default in its declaration, here 'copies: int = …': the value that the
              #   initializer sets reaches no row of a migration, a sync or an import
            initializer: [title]
        """)
  }

  @Test func `a property with a value, optional or taken by the initializer is not flagged`() throws
  {
    try expect(
      RequiredWithoutDefault(),
      in: """
        entities:
          Book:
            attributes:
              title: string
              copies: int = 1
              isbn: string?
              cache: {type: int, transient: true}
            initializer: [title]
          Film:
            attributes: {title: string}
        """)
  }
}
