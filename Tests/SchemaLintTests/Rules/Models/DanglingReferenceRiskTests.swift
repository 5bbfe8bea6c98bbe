import SchemaLint
import SchemaModel
import Testing

struct DanglingReferenceRiskTests {
  static let model = """
    entities:
      Shelf:
        relationships:
          books: {toMany: Book, inverse: shelf, delete: cascade}
      Book:
        relationships:
          shelf: {toOne: Shelf?, inverse: books, delete: nullify}
      Reminder:
        relationships:
          book: {toOne: Book?, delete: nullify}
          # ! 'Reminder.book' has no inverse and goes on leading to a 'Book' that deleting a 'Shelf'
          #   takes along
          # + 'Shelf.books' deletes it
          # + give 'Book' a relationship that leads back, as its inverse
    """

  @Test func `the relationship that deletes is named`() throws {
    try expect(DanglingReferenceRisk(), in: Self.model)
  }

  @Test func `nothing is reported where missing-inverse reports it`() throws {
    let report = try MarkedModel([Self.model]).report()
    #expect(report.findings.map(\.finding.rule) == ["missing-inverse"])
  }

  @Test func `an object that nothing cascades to, and one with an inverse, are not at risk`() throws
  {
    try expect(
      DanglingReferenceRisk(),
      in: """
        entities:
          Shelf:
            relationships:
              books: {toMany: Book, inverse: shelf, delete: nullify}
              boxes: {toMany: Box, inverse: shelf, delete: cascade}
          Book:
            relationships:
              shelf: {toOne: Shelf?, inverse: books, delete: nullify}
          Box:
            relationships:
              shelf: {toOne: Shelf?, inverse: boxes, delete: nullify}
              lid: {toOne: Lid?, inverse: box, delete: cascade}
          Lid:
            relationships:
              box: {toOne: Box?, inverse: lid, delete: nullify}
          Reminder:
            relationships:
              book: {toOne: Book?, delete: nullify}
        """)
  }
}
