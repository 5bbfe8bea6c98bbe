import Diagnostics
import Foundation
import SchemaModel
import SchemaYAML
import TestSupport
import Testing

struct RemovalTests {
  @Test func `what a version removes is remembered with the line that says so`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try """
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
    """.write(to: folder.appending(path: "V1.yaml"), atomically: true, encoding: .utf8)
    let second = folder.appending(path: "V2.yaml")
    try """
    schema: Library
    version: 2.0.0
    extends: V1.yaml
    removed:
      attributes: [Book.pages]
      relationships: [Book.shelf]
      entities:
        - Shelf
    """.write(to: second, atomically: true, encoding: .utf8)

    let document = try SchemaReader.read(file: second.path)
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
