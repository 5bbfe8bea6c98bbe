import SchemaLint
import Testing

struct ChangeOrderingTests {
  private static let library = """
    entities:
      Book:
        relationships: {chapters: {toMany: Chapter, inverse: book, delete: cascade, ordered: true}}
      Chapter:
        relationships: {book: {toOne: Book?, inverse: chapters, delete: nullify}}
    """

  @Test func `a to-many that was ordered loses the order`() throws {
    try expect(
      ChangeOrdering(), in: Self.library,
      """
      extends: V1.yaml
      entities:
        Book:
          relationships:
            chapters: {toMany: Chapter, inverse: book, delete: cascade}
            # ! 'Book.chapters' was ordered and is not now: the order of its objects is lost
            # + to keep it, write 'ordered: true'
            # + if the loss is meant, write '# migrate:ignore change-ordering -- reason' at the end of
            #   the line; 'migrate plan' and 'migrate apply' then take '--allow
            #   change-ordering:Book.chapters'
      """)
  }

  @Test func `a relationship that becomes ordered, or is removed, is not flagged`() throws {
    let unordered = Self.library.replacing(", ordered: true", with: "")
    try expect(ChangeOrdering(), in: unordered, Self.library)
    try expect(ChangeOrdering(), in: Self.library, "entities: {Book: {}, Chapter: {}}")
  }
}
