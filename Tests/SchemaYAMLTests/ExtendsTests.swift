import Diagnostics
import SchemaModel
import SchemaYAML
import Testing

struct ExtendsTests {
  static let first = """
    schema: Library
    version: 1
    enums:
      Format: [paper, ebook]
    composites:
      Size:
        attributes: {width: int}
    entities:
      Item:
        abstract: true
        doc: Something to keep.
        hashModifier: a
        attributes:
          code: {type: string, unique: true}
          title: string = ""
          pages: {type: int, default: 1, indexed: true, renamedFrom: leaves}
        unique: [[code, title]]
        indexes: [[title, -pages]]
        rules:
          - {name: titled, check: title <> ''}
        initializer: [title, pages]
      Book:
        parent: Item
        attributes:
          format: Format = paper
          size: Size?
        relationships:
          notes: {toMany: Note, inverse: book, delete: cascade}
      Note:
        attributes:
          text: string
        relationships:
          book: {toOne: Book?, inverse: notes}
    queries:
      all: {from: Book}
    migration:
      kind: custom
    """

  private func extended(by text: String) throws -> Schema {
    let folder = try SchemaFolder([
      "V1.yaml": Self.first,
      "V2.yaml": "schema: Library\nversion: 2\nextends: V1.yaml\n" + text,
    ])
    let document = try folder.document("V2.yaml")
    #expect(document.schema.version == Version(2))
    return document.schema
  }

  private func base() throws -> Schema {
    try SchemaReader.read(text: Self.first, name: "V1.yaml").schema
  }

  @Test func `a version that adds nothing is the previous one without its renames and migration`()
    throws
  {
    let folder = try SchemaFolder([
      "V1.yaml": Self.first, "V2.yaml": "schema: Library\nversion: 2\nextends: ./V1.yaml\n",
    ])
    let document = try folder.document("V2.yaml")
    var expected = try base()
    expected.version = Version(2)
    expected.entities[0].attributes[2].renamedFrom = nil
    #expect(document.schema == expected)
    #expect(document.migration == nil)
  }

  @Test func `a part declared again is replaced where it stands, and a new part comes last`() throws
  {
    let schema = try extended(
      by: """
        entities:
          Item:
            attributes:
              title: string?
              year: int?
            unique: [[year], [code, title]]
            rules:
              - {name: dated, check: year > 0}
              - {name: titled, check: length(title) > 1}
          Shelf:
            attributes: {name: string}
        enums:
          Format: [paper, ebook, audio]
          Colour: [red]
        queries:
          all: {from: Shelf}
        """)
    let item = try #require(schema.entity(named: "Item"))
    #expect(item.attributes.map(\.name) == ["code", "title", "pages", "year"])
    #expect(item.attributes[1] == Attribute("title", .string, isOptional: true))
    #expect(item.uniquenessConstraints == [["code"], ["code", "title"], ["year"]])
    #expect(item.rules.map(\.name) == ["titled", "dated"])
    #expect(item.rules[0].check == "length(title) > 1")
    #expect(item.isAbstract && item.documentation == "Something to keep.")
    #expect(schema.entities.map(\.name) == ["Item", "Book", "Note", "Shelf"])
    #expect(schema.enumerations.map(\.name) == ["Format", "Colour"])
    #expect(schema.enumerations[0].cases.map(\.name) == ["paper", "ebook", "audio"])
    #expect(schema.queries == [Query(name: "all", entity: "Shelf")])
  }

  @Test func `a constraint in an attribute is removed when the attribute is replaced`() throws {
    let schema = try extended(by: "entities: {Item: {attributes: {code: string, pages: int}}}")
    let item = try #require(schema.entity(named: "Item"))
    #expect(item.uniquenessConstraints == [["code", "title"]])
    #expect(item.indexes == [Index([.init("title"), .init("pages", isAscending: false)])])
  }

  @Test func `a key of an entity stays unless it is declared again, and null removes it`() throws {
    let schema = try extended(
      by: """
        entities:
          Item: {abstract: false, doc: A thing., hashModifier: null, initializer: null}
          Book: {parent: null, attributes: {code: string}}
        """)
    #expect(schema.entity(named: "Item")?.isAbstract == false)
    #expect(schema.entity(named: "Item")?.documentation == "A thing.")
    #expect(schema.entity(named: "Item")?.hashModifier == nil)
    #expect(schema.entity(named: "Item")?.initializer == nil)
    #expect(schema.entity(named: "Book")?.parent == nil)
  }

  @Test func `a renamed property takes the place of the old property, and lists follow it`() throws
  {
    let schema = try extended(
      by: """
        entities:
          Item:
            attributes:
              name: {type: string, renamedFrom: title}
          Book:
            relationships:
              remarks: {toMany: Note, inverse: book, renamedFrom: notes}
        """)
    let item = try #require(schema.entity(named: "Item"))
    #expect(item.attributes.map(\.name) == ["code", "name", "pages"])
    #expect(item.attributes[1].renamedFrom == "title")
    #expect(item.uniquenessConstraints == [["code"], ["code", "name"]])
    #expect(item.indexes[1].elements.map(\.property) == ["name", "pages"])
    #expect(item.initializer == ["name", "pages"])
    #expect(schema.entity(named: "Book")?.relationships.map(\.name) == ["remarks"])
    #expect(schema.entity(named: "Note")?.relationships[0].inverse == "remarks")
  }

  @Test func `a property renamed to one of the other kind takes its place, and lists follow it`()
    throws
  {
    let schema = try extended(
      by: """
        entities:
          Item:
            relationships:
              name: {toOne: Note?, renamedFrom: title}
          Note:
            attributes:
              bookNumber: {type: int?, renamedFrom: book}
        removed:
          relationships: [Book.notes]
        """)
    let item = try #require(schema.entity(named: "Item"))
    #expect(item.attributes.map(\.name) == ["code", "pages"])
    #expect(item.relationships.map(\.renamedFrom) == ["title"])
    #expect(item.uniquenessConstraints == [["code"], ["code", "name"]])
    #expect(item.initializer == ["name", "pages"])
    let note = try #require(schema.entity(named: "Note"))
    #expect(note.attributes.map(\.name) == ["text", "bookNumber"])
    #expect(note.relationships == [])
  }

  @Test func `two properties can swap their names`() throws {
    let schema = try extended(
      by: """
        entities:
          Item:
            attributes:
              title: {type: string, renamedFrom: code}
              code: {type: string, renamedFrom: title}
        """)
    let item = try #require(schema.entity(named: "Item"))
    #expect(item.attributes.map(\.name) == ["title", "code", "pages"])
    #expect(item.uniquenessConstraints == [["title", "code"]])
    #expect(item.initializer == ["code", "pages"])
  }

  @Test func `a renamed entity keeps what it had, and everything that leads to it follows`() throws
  {
    let schema = try extended(
      by: """
        entities:
          Volume: {renamedFrom: Book, attributes: {weight: double?}}
          Thing: {renamedFrom: Item}
        """)
    #expect(schema.entities.map(\.name) == ["Thing", "Volume", "Note"])
    let volume = try #require(schema.entity(named: "Volume"))
    #expect(volume.renamedFrom == "Book" && volume.parent == "Thing")
    #expect(volume.attributes.map(\.name) == ["format", "size", "weight"])
    #expect(schema.entity(named: "Note")?.relationships[0].destination == "Volume")
    #expect(schema.queries[0].entity == "Volume")
  }

  @Test func `an attribute can become a relationship, and an enumeration a composite`() throws {
    let schema = try extended(
      by: """
        composites:
          Format: {attributes: {name: string}}
        entities:
          Item: {attributes: {pages: int}}
          Book: {attributes: {format: Format?}}
          Note:
            relationships:
              text: {toOne: Book?}
        """)
    #expect(schema.entity(named: "Note")?.attributes == [])
    #expect(schema.entity(named: "Note")?.relationships.map(\.name) == ["book", "text"])
    #expect(schema.enumerations == [])
    #expect(schema.entity(named: "Book")?.attributes[0].type == .composite("Format"))
  }

  @Test func `a removed part is deleted with all its own declarations`() throws {
    let schema = try extended(
      by: """
        entities:
          Item: {initializer: [title]}
        removed:
          attributes: [Item.pages, Book.format, Book.size]
          relationships: [Book.notes]
          entities: [Note]
          enums: [Format]
          composites: [Size]
          queries: [all]
          rules: [Item.titled]
          unique: {Item: [[code]]}
          indexes: {Item: [[title, -pages]]}
        """)
    let item = try #require(schema.entity(named: "Item"))
    #expect(item.attributes.map(\.name) == ["code", "title"])
    #expect(item.uniquenessConstraints == [["code", "title"]])
    #expect(item.indexes == [] && item.rules == [])
    #expect(schema.entity(named: "Book")?.attributes == [])
    #expect(schema.entities.map(\.name) == ["Item", "Book"])
    #expect(schema.enumerations == [] && schema.composites == [] && schema.queries == [])
  }

  @Test func `versions extend each other over any distance and across folders`() throws {
    let folder = try SchemaFolder([
      "old/V1.yaml": Self.first,
      "V2.yaml": "schema: Library\nversion: 2\nextends: old/V1.yaml\nremoved: {queries: [all]}\n",
      "next/V3.yaml":
        "schema: Library\nversion: 3\nextends: ../V2.yaml\nentities: {Shelf: {doc: New.}}\n",
    ])
    let schema = try folder.document("next/V3.yaml").schema
    #expect(schema.entities.map(\.name) == ["Item", "Book", "Note", "Shelf"])
    #expect(schema.queries == [])
  }

  @Test func `a part stands in the file that declared it last`() throws {
    let folder = try SchemaFolder([
      "V1.yaml": Self.first,
      "V2.yaml": """
      schema: Library
      version: 2
      extends: V1.yaml
      entities:
        Item:
          attributes:
            title: string = "x"
      """,
    ])
    let sources = try folder.document("V2.yaml").sources
    func place(_ keys: String...) -> String? {
      sources.exactLocation(of: SchemaPath(keys)).map {
        $0.description.replacing("\(folder.path)/", with: "")
      }
    }
    #expect(place("entities", "Item") == "V2.yaml:5:3")
    #expect(place("entities", "Item", "doc") == "V1.yaml:11:10")
    #expect(place("entities", "Item", "attributes", "title") == "V2.yaml:7:7")
    #expect(place("entities", "Item", "attributes", "title", "default") == "V2.yaml:7:23")
    #expect(place("entities", "Item", "attributes", "code") == "V1.yaml:14:7")
    #expect(place("version") == "V2.yaml:2:10")
  }
}
