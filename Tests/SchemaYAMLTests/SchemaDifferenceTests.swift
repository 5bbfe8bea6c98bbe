import SchemaModel
import SchemaYAML
import Testing

struct SchemaDifferenceTests {
  private static let first = Schema(
    name: "Library", version: Version(1),
    entities: [
      Entity(
        "Book", documentation: "A book.",
        attributes: [
          Attribute("title", .string), Attribute("year", .int64, isOptional: true),
          Attribute("isbn", .string, isOptional: true),
        ],
        uniquenessConstraints: [["title", "year"]], indexes: [Index(on: "isbn")],
        rules: [ValidationRule(name: "titled", check: "title <> ''")]),
      Entity("Shelf", attributes: [Attribute("name", .string)]),
    ])

  @Test func `a version consists of new, renamed, changed and removed parts`() {
    var second = Self.first
    second.version = Version(2)
    second.entities.removeLast()
    second.entities[0].attributes = [
      Attribute("name", .string, renamedFrom: "title"),
      Attribute("year", .int64, defaultValue: .literal(.int(0))),
      Attribute("pages", .int64, defaultValue: .literal(.int(0))),
    ]
    second.entities[0].uniquenessConstraints = [["name", "year"]]
    second.entities[0].indexes = [Index(on: "pages")]
    second.entities[0].rules = [ValidationRule(name: "titled", check: "name <> ''")]
    let difference = SchemaDifference(
      of: SchemaDocument(schema: second), extending: Self.first, file: "V1.yaml")
    #expect(difference.obstacles == [])
    #expect(
      difference.yaml == """
        schema: Library
        version: 2.0.0
        extends: V1.yaml

        entities:
          Book:
            attributes:
              name: {type: string, renamedFrom: title}
              year: int = 0
              pages: int = 0
            indexes: [[pages]]
            rules:
              - name: titled
                check: name <> ''

        removed:
          attributes: [Book.isbn]
          entities: [Shelf]

        """)
  }

  @Test func `a key or an index over a removed attribute alone is not listed`() {
    var second = Self.first
    second.version = Version(2)
    second.entities[0].attributes.removeLast()
    second.entities[0].indexes = []
    let difference = SchemaDifference(
      of: SchemaDocument(schema: second), extending: Self.first, file: "V1.yaml")
    #expect(
      difference.yaml == """
        schema: Library
        version: 2.0.0
        extends: V1.yaml

        removed:
          attributes: [Book.isbn]

        """)
  }

  @Test func `a difference that no key can remove is an obstacle`() {
    var second = Self.first
    second.version = Version(2)
    second.entities[0].documentation = nil
    let difference = SchemaDifference(
      of: SchemaDocument(schema: second), extending: Self.first, file: "V1.yaml")
    #expect(difference.obstacles == ["'Book' has no 'doc'"])
  }
}
