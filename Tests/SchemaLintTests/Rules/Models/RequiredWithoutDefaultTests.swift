import SchemaLint
import Testing

struct RequiredWithoutDefaultTests {
  @Test func `what the initializer sets by itself is flagged`() throws {
    try expect(
      RequiredWithoutDefault(),
      in: """
        entities:
          Book:
            attributes:
              title: string
              copies: int
              # ! 'Book.copies' is required, and neither a default nor the initializer gives it a value
              # + write 'copies: int = …' with the value that the initializer sets, or name it under
              #   'initializer'
            initializer: [title]
        """)
  }

  @Test func `what has a value, may have none or is taken by the initializer is not`() throws {
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
