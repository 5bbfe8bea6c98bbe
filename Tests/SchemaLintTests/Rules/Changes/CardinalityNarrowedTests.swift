import SchemaLint
import Testing

struct CardinalityNarrowedTests {
  private static let library = """
    entities:
      Book:
        relationships: {shelves: {toMany: Shelf, inverse: books, delete: nullify}}
      Shelf:
        relationships: {books: {toMany: Book, inverse: shelves, delete: nullify}}
    """
  private static let narrowed = """
    entities:
      Book:
        relationships:
          shelf: {toOne: Shelf?, inverse: books, delete: nullify, renamedFrom: shelves}
          # ! 'Book.shelf' led to many and leads to one now: which one stays?
          # + say which one, 'shelf: {keep: …}' under 'migration: map: Book:', or keep it to-many
      Shelf:
        relationships: {books: {toMany: Book, inverse: shelf, delete: nullify}}
    """

  @Test func `a to-many that becomes a to-one is flagged`() throws {
    try expect(CardinalityNarrowed(), in: Self.library, Self.narrowed)
  }

  @Test func `a to-one that takes over the links of a to-many by their other end is flagged`()
    throws
  {
    let taking = """
      entities:
        Book:
          relationships:
            shelf: {toOne: Shelf?, inverse: books, delete: nullify}
            # ! 'Book.shelves' led to many, and 'Book.shelf' takes over its links and leads to one: which one stays?
            # + say which one, 'shelf: {keep: …}' under 'migration: map: Book:', or keep it to-many
        Shelf:
          relationships: {books: {toMany: Book, inverse: shelf, delete: nullify}}
      """
    try expect(CardinalityNarrowed(), in: Self.library, taking)
    let chosen = taking.split(separator: "\n").filter { !$0.contains("# ") }.joined(separator: "\n")
    try expect(
      CardinalityNarrowed(), in: Self.library,
      chosen + "\nmigration:\n  map: {Book: {shelf: {keep: first}}}")
  }

  @Test func `the other way round, and a choice at either end, are not`() throws {
    let toOne = Self.narrowed.split(separator: "\n").filter { !$0.contains("# ") }
      .joined(separator: "\n")
    try expect(
      CardinalityNarrowed(), in: Self.library,
      toOne + "\nmigration:\n  map: {Book: {shelf: {using: \"(SELECT max(_id) FROM Shelf)\"}}}")
    let first = toOne.replacing(", renamedFrom: shelves", with: "")
    try expect(
      CardinalityNarrowed(), in: first,
      """
      entities:
        Book:
          relationships: {shelf: {toMany: Shelf, inverse: books, delete: nullify}}
        Shelf:
          relationships: {books: {toMany: Book, inverse: shelf, delete: nullify}}
      """)
    try expect(
      CardinalityNarrowed(), in: first,
      """
      entities:
        Book:
          relationships: {shelf: {toOne: Shelf?, inverse: books, delete: nullify}}
        Shelf:
          relationships: {books: {toOne: Book?, inverse: shelf, delete: nullify}}
      migration:
        map: {Book: {shelf: {using: shelf}}}
      """)
  }

  @Test func `a store without objects linked to several makes the finding a note`() throws {
    #expect(
      try StoreOf.one(.linkedToSeveral(relationship: "shelves", entity: "Book"), count: 0)
        .judges(CardinalityNarrowed(), in: [Self.library, Self.narrowed])
        == ["note: no object in 'library.store' is affected"])
  }
}
