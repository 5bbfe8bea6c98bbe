import SchemaLint
import Testing

struct DropRelationshipTests {
  private static let library = """
    entities:
      Book:
        relationships: {readers: {toMany: Reader, inverse: books, delete: nullify}}
      Reader:
        relationships: {books: {toMany: Book, inverse: readers, delete: nullify}}
    """

  @Test func `the first of two removed ends is named`() throws {
    try expect(
      DropRelationship(), in: Self.library,
      """
      extends: V1.yaml
      removed:
        relationships:
          - Reader.books
          - Book.readers
          # ! the links of 'Book.readers' are lost in 2.0.0
          # + if it has another name now, write 'renamedFrom: readers' at the new name; if the loss is
          #   meant, write '# migrate:ignore drop-relationship -- reason' at the end of the line;
          #   'migrate plan' and 'migrate apply' then take '--allow drop-relationship:Book.readers'
      """)
  }

  @Test func `an end whose inverse keeps the links, or whose entity is removed, is not flagged`()
    throws
  {
    for text in [
      "entities:\n  Book:\n    relationships: {readers: {toMany: Reader, delete: nullify}}\n  Reader: {}",
      "entities:\n  Book: {}", "entities:\n  Reader: {}",
      """
      entities:
        Book:
          relationships:
            members: {toMany: Reader, inverse: books, delete: nullify, renamedFrom: readers}
        Reader:
          relationships: {books: {toMany: Book, inverse: members, delete: nullify}}
      """,
    ] {
      try expect(DropRelationship(), in: Self.library, text)
    }
  }

  @Test func `a store without links there makes the finding a note`() throws {
    let versions = [Self.library, "entities: {Book: {}, Reader: {}}"]
    let store = StoreOf.one(.having(property: "readers", entity: "Book"), count: 0)
    #expect(
      try store.judges(DropRelationship(), in: versions) == [
        "note: no object in 'library.store' is affected"
      ])
  }
}
