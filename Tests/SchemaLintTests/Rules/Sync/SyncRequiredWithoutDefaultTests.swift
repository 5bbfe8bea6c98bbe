import SchemaLint
import Testing

struct SyncRequiredWithoutDefaultTests {
  @Test func `a required attribute without a default is flagged`() throws {
    try expect(
      SyncRequiredWithoutDefault(),
      in: """
        profile: cloudkit
        entities:
          Book:
            attributes:
              title: string
              # ! 'Book.title' is required and has no default, and objects come from CloudKit without a
              #   value
              # + write 'title: string = ""' or 'title: string?'
              # > unsafe: set default to "" in entities.Book.attributes.title
              cover: data
              # ! 'Book.cover' is required and has no default, and objects come from CloudKit without a
              #   value
              # + write 'cover: data = …' or 'cover: data?'
              pages: int = 0
              isbn: string?
              cache: {type: int, transient: true}
            initializer: [title]
        """)
  }
}
