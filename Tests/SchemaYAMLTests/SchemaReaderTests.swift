import SchemaModel
import SchemaYAML
import Testing

struct SchemaReaderTests {
  @Test func `a text becomes a schema`() throws {
    let document = try SchemaReader.read(
      text: """
        schema: Library
        version: 1.10
        entities:
          Book:
            attributes:
              title: string = ""
              published: {type: date, optional: true, indexed: true}
            relationships:
              notes: {toMany: Note, inverse: book, delete: cascade}
          Note:
            relationships:
              book: {toOne: Book?, inverse: notes}
        """, name: "library.yaml")
    #expect(
      document.schema
        == Schema(
          name: "Library", version: Version(1, 10),
          entities: [
            Entity(
              "Book",
              attributes: [
                Attribute("title", .string, defaultValue: .literal(.string(""))),
                Attribute("published", .date, isOptional: true),
              ],
              relationships: [
                Relationship("notes", .toMany, "Note", inverse: "book", deleteRule: .cascade)
              ], indexes: [Index(on: "published")]),
            Entity(
              "Note",
              relationships: [
                Relationship("book", .toOne, "Book", isOptional: true, inverse: "notes")
              ]),
          ]))
    #expect(document.migration == nil)
    #expect(document.file == "library.yaml")
  }
}
