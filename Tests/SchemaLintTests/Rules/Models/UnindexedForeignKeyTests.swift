import SchemaLint
import Testing

struct UnindexedForeignKeyTests {
  @Test func `a column of an existing table without an index is flagged`() throws {
    try expect(
      UnindexedForeignKey(),
      in: """
        entities:
          Book:
            table: books
            primaryKey: [id]
            attributes: {id: int, year: int}
            relationships:
              shelf: {toOne: Shelf?, inverse: books, delete: nullify, column: shelf_id}
              # ! no declared index begins with 'Book.shelf': deleting a 'Shelf' scans every 'Book'
              # + add '[shelf]' under 'indexes'
              # > safe: append [shelf] to entities.Book.indexes
            indexes: [[year, shelf]]
          Shelf:
            table: shelves
            relationships:
              books: {toMany: Book, inverse: shelf, delete: nullify}
        """)
  }

  @Test(arguments: [
    "table: books, indexes: [[shelf, year]]", "table: books, unique: [[shelf]]",
    "table: books, primaryKey: [shelf_id]", "doc: laid out by migrate",
  ])
  func `an index, a key, and a table that migrate lays out are not flagged`(
    entity: String
  ) throws {
    let column = entity.contains("table") ? ", column: shelf_id" : ""
    try expect(
      UnindexedForeignKey(),
      in: """
        entities:
          Book: {\(entity), attributes: {year: int}, relationships: {shelf: {toOne: Shelf?, inverse: books, delete: nullify\(column)}}}
          Shelf:
            relationships:
              books: {toMany: Book, inverse: shelf, delete: nullify}
        """)
  }
}
