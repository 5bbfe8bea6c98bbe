import SchemaLint
import Testing

struct RenameSourceMissingTests {
  /// A name that never existed, on properties and on entities; and a name of the other kind, where it is no
  /// column of an existing database.
  @Test(arguments: [
    (
      """
      entities:
        Book:
          attributes: {author: string}
          relationships: {shelf: {toOne: Shelf?, inverse: books, delete: nullify}}
        Shelf:
          relationships: {books: {toMany: Book, inverse: shelf, delete: nullify}}
      """,
      """
      entities:
        Book:
          attributes:
            writer:
              type: string
              renamedFrom: auhtor
              # ! attribute 'writer' is renamed from 'auhtor', but the previous version has neither 'auhtor'
              #   nor 'writer'
              # + did you mean 'author'? Leave renamedFrom out if it is new
          relationships:
            rack:
              toOne: Rack?
              inverse: books
              renamedFrom: shlef
              # ! relationship 'rack' is renamed from 'shlef', but the previous version has neither 'shlef' nor
              #   'rack'
              # + did you mean 'shelf'? Leave renamedFrom out if it is new
        Rack:
          renamedFrom: Shlef
          # ! entity 'Rack' is renamed from 'Shlef', but the previous version has neither 'Shlef' nor 'Rack'
          # + did you mean 'Shelf'? Leave renamedFrom out if it is new
          relationships: {books: {toMany: Book, inverse: rack, delete: nullify}}
      """
    ),
    (
      """
      entities:
        Book:
          attributes: {writer: int?}
          relationships: {shelf: {toOne: Shelf?, inverse: books, delete: nullify}}
        Shelf:
          relationships: {books: {toMany: Book, inverse: shelf, delete: nullify}}
      """,
      """
      entities:
        Book:
          attributes:
            rack:
              type: int?
              renamedFrom: shelf
              # ! attribute 'rack' is renamed from 'shelf', which is a relationship in the previous version: only in a table of an existing database are they one column
              # + leave renamedFrom out, list 'shelf' under 'removed', and give 'rack' its values with 'using' under migration
          relationships:
            author:
              toOne: Shelf?
              renamedFrom: writer
              # ! relationship 'author' is renamed from 'writer', which is an attribute in the previous version: only in a table of an existing database are they one column
              # + leave renamedFrom out, list 'writer' under 'removed', and give 'author' its values with 'using' under migration
        Shelf:
          attributes: {name: string?}
      """
    ),
  ])
  func `a name that the previous version does not have as such is flagged`(
    before: String, after: String
  ) throws {
    try expect(RenameSourceMissing(), in: before, after)
  }

  @Test func `a rename that holds, or is carried along afterwards, is not flagged`() throws {
    let later = "entities: {Book: {attributes: {writer: {type: string, renamedFrom: author}}}}"
    try expect(
      RenameSourceMissing(), in: "entities: {Book: {attributes: {author: string}}}", later, later)
  }
}
