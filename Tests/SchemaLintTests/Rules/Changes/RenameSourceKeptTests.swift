import SchemaLint
import Testing

struct RenameSourceKeptTests {
  private static let library = "entities: {Book: {attributes: {title: string}}}"

  @Test func `a source that still exists is flagged`() throws {
    try expect(
      RenameSourceKept(), in: Self.library,
      """
      entities:
        Book:
          attributes:
            title: string
            sortTitle: {type: string, renamedFrom: title}
            # ! attribute 'sortTitle' is renamed from 'title', but this version still has 'title'
            # + leave renamedFrom out, or remove 'title'
      """)
  }

  @Test func `a source that is removed is not flagged`() throws {
    try expect(
      RenameSourceKept(), in: Self.library,
      "entities: {Book: {attributes: {sortTitle: {type: string, renamedFrom: title}}}}")
  }
}
