import SchemaLint
import Testing

struct ChangeDestinationTests {
  private static let library = """
    entities:
      Book:
        relationships:
          author: {toOne: Author?, inverse: books, delete: nullify}
          editor: {toOne: Author?, delete: nullify}
      Author:
        relationships: {books: {toMany: Book, inverse: author, delete: nullify}}
      Writer: {}
    """

  @Test func `a relationship that leads to another entity loses its links`() throws {
    try expect(
      ChangeDestination(), in: Self.library,
      """
      extends: V1.yaml
      entities:
        Book:
          relationships:
            editor: {toOne: Writer?, delete: nullify}
            # ! 'Book.editor' led to 'Author' and leads to 'Writer' now: its links are lost
            # + if the loss is meant, write '# migrate:ignore change-destination -- reason' at the end
            #   of the line; 'migrate plan' and 'migrate apply' then take '--allow
            #   change-destination:Book.editor'
      """)
  }

  @Test
  func `a relationship whose entity or inverse is removed, or that is filled, is not flagged`()
    throws
  {
    for text in [
      """
      entities:
        Book:
          relationships: {author: {toOne: Writer?, delete: nullify}, editor: {toOne: Writer?, delete: nullify}}
        Writer: {}
      """,
      """
      entities:
        Book:
          relationships:
            author: {toOne: Writer?, inverse: books, delete: nullify}
            editor: {toOne: Author?, delete: nullify}
        Author: {}
        Writer:
          relationships: {books: {toMany: Book, inverse: author, delete: nullify}}
      """,
      """
      extends: V1.yaml
      entities:
        Book:
          relationships: {editor: {toOne: Writer?, delete: nullify}}
      migration:
        map: {Book: {editor: {using: "(SELECT _id FROM Writer LIMIT 1)"}}}
      """,
    ] {
      try expect(ChangeDestination(), in: Self.library, text)
    }
  }

  @Test func `a store without links there makes the finding a note`() throws {
    let changed = Self.library.replacing("editor: {toOne: Author?", with: "editor: {toOne: Writer?")
    let store = StoreOf.one(.having(property: "editor", entity: "Book"), count: 0)
    #expect(
      try store.judges(ChangeDestination(), in: [Self.library, changed]) == [
        "note: no object in 'library.store' is affected"
      ])
  }
}
