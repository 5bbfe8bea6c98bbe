import SchemaLint
import Testing

struct OptionalMadeRequiredTests {
  private static let library = """
    entities:
      Book:
        attributes: {isbn: string?, code: url?, pages: int?}
        relationships: {shelf: {toOne: Shelf?, inverse: books, delete: nullify}}
      Shelf:
        relationships: {books: {toMany: Book?, inverse: shelf, delete: nullify}}
    """

  @Test func `a property that may be empty in old objects is flagged, in SQL by its old name`()
    throws
  {
    try expect(
      OptionalMadeRequired(), in: Self.library,
      """
      entities:
        Book:
          attributes:
            number: {type: string, renamedFrom: isbn}
            # ! 'Book.number' is required from now on, and a 'Book' without a value has none to get
            # + write 'number: {type: string, default: "", renamedFrom: isbn}' with the value that such
            #   objects get, or leave it optional
            # + or fill it: 'number: {using: "coalesce(isbn, …)"}' under 'migration: map: Book:'
            # > unsafe: set default to "" in entities.Book.attributes.number
            code: url
            # ! 'Book.code' is required from now on, and a 'Book' without a value has none to get
            # + write 'code: url = …' with the value that such objects get, or leave it optional
            # + or fill it: 'code: {using: "coalesce(code, …)"}' under 'migration: map: Book:'
            pages: int?
          relationships:
            shelf: {toOne: Shelf, inverse: books, delete: nullify}
            # ! 'Book.shelf' is required from now on, and a 'Book' without a value has none to get
            # + leave it optional: 'toOne: Shelf?'
            # + or fill it: 'shelf: {using: "coalesce(shelf, …)"}' under 'migration: map: Book:'
            # > unsafe: set toOne to Shelf? in entities.Book.relationships.shelf
        Shelf:
          relationships: {books: {toMany: Book, inverse: shelf, delete: cascade}}
      """)
  }

  @Test func `a default, an expression and a to-many are not`() throws {
    try expect(
      OptionalMadeRequired(), in: Self.library,
      """
      entities:
        Book:
          attributes: {isbn: string = none, code: url, pages: int?}
          relationships: {shelf: {toOne: Shelf?, inverse: books, delete: nullify}}
        Shelf:
          relationships: {books: {toMany: Book, inverse: shelf, delete: nullify}}
      migration:
        map:
          Book: {code: {using: "coalesce(code, 'https://example.org')"}}
      """)
  }

  @Test func `a store shows how many values are empty`() throws {
    let versions = [
      "entities: {Book: {attributes: {n: int?}}}", "entities: {Book: {attributes: {n: int}}}",
    ]
    let condition = StoreCondition.lacking(property: "n", entity: "Book")
    #expect(
      try [0, 1].map {
        try StoreOf.one(condition, count: $0).judges(OptionalMadeRequired(), in: versions)
      } == [
        ["note: no object in 'library.store' is affected"],
        ["error: 1 object in 'library.store' is affected"],
      ])
  }
}
