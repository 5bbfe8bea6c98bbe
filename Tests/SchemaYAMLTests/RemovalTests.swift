import Diagnostics
import SchemaModel
import Testing

struct RemovalTests {
  @Test func `what a version removes is remembered with the line that says so`() throws {
    let folder = try SchemaFolder([
      "V1.yaml": """
      schema: Library
      version: 1.0.0
      entities:
        Book:
          attributes: {title: string, pages: int}
          relationships:
            shelf: {toOne: Shelf?, inverse: books, delete: nullify}
        Shelf:
          relationships:
            books: {toMany: Book, inverse: shelf, delete: nullify}
      """,
      "V2.yaml": """
      schema: Library
      version: 2.0.0
      extends: V1.yaml
      removed:
        attributes: [Book.pages]
        relationships: [Book.shelf]
        entities:
          - Shelf
      """,
    ])
    let document = try folder.document("V2.yaml")
    #expect(
      document.removals == [
        .entity("Shelf"), .property("pages", of: "Book", .attributes),
        .property("shelf", of: "Book", .relationships),
      ])
    let places = document.removals.map { document.sources.exactLocation(of: removed($0)) }
    #expect(Set(places.map { $0?.line }) == [5, 6, 8])
  }

  private func removed(_ path: SchemaPath) -> SchemaPath {
    SchemaPath(["removed"] + path.components)
  }
}
