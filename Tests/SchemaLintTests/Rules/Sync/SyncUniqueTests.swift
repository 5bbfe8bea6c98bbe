import SchemaLint
import Testing

struct SyncUniqueTests {
  @Test func `every key is flagged at its place`() throws {
    try expect(
      SyncUnique(),
      in: """
        profile: cloudkit
        entities:
          Book:
            attributes:
              isbn:
                type: string
                optional: true
                unique: true
                # ! 'Book(isbn)' is unique, which CloudKit cannot keep: the container does not load
                # + take the key out, and let the app merge duplicates after an import
              title: string?
              year: int?
            unique:
              - [title, year]
              # ! 'Book(title, year)' is unique, which CloudKit cannot keep: the container does not load
              # + take the key out, and let the app merge duplicates after an import
        """)
  }

  @Test func `an index is not`() throws {
    try expect(
      SyncUnique(), in: "entities: {Book: {attributes: {isbn: string?}, indexes: [[isbn]]}}")
  }
}
