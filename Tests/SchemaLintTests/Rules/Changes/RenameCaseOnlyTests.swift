import SchemaLint
import Testing

struct RenameCaseOnlyTests {
  private static let library = "entities: {Book: {attributes: {ISBN: string, Title: string}}}"

  @Test func `a declared and an undeclared rename are flagged`() throws {
    try expect(
      RenameCaseOnly(), in: Self.library,
      """
      entities:
        book:
          # ! 'book' was 'Book': only the case differs, and SQL ignores case
          # + keep the name 'Book', or choose one that differs by more than case
          renamedFrom: Book
          attributes:
            isbn: {type: string, renamedFrom: ISBN}
            # ! 'isbn' was 'ISBN': only the case differs, and SQL ignores case
            # + keep the name 'ISBN', or choose one that differs by more than case
            Title: string
      """)
    try expect(
      RenameCaseOnly(), in: Self.library,
      """
      entities:
        Book:
          attributes:
            ISBN: string
            title: int?
            # ! 'title' was 'Title': only the case differs, and SQL ignores case
            # + keep the name 'Title', or choose one that differs by more than case
      """)
  }

  @Test func `a name that differs by more is not`() throws {
    try expect(
      RenameCaseOnly(), in: Self.library,
      """
      entities:
        Book:
          attributes: {isbn13: {type: string, renamedFrom: ISBN}, Title: string, tItle2: string?}
      """)
  }
}
