import Diagnostics
import SchemaLint
import Testing

struct RequiredAddedWithoutDefaultTests {
  private static let library = """
    entities:
      Book: {attributes: {title: string, cache: {type: int, transient: true}}}
      Shelf: {}
    """

  @Test func `attributes and to-ones that objects cannot get are flagged`() throws {
    try expect(
      RequiredAddedWithoutDefault(), in: Self.library,
      """
      entities:
        Book:
          attributes:
            title: string
            copies: int
            # ! 'Book.copies' is new and required, and an existing 'Book' has no value for it
            # + write 'copies: int = 0' with the value that fits, or 'copies: int?'
            # + or say where the values come from: 'copies: {using: …}' under 'migration: map: Book:'
            # > unsafe: set default to 0 in entities.Book.attributes.copies
            site: url
            # ! 'Book.site' is new and required, and an existing 'Book' has no value for it
            # + write 'site: url = …' with the value that fits, or 'site: url?'
            # + or say where the values come from: 'site: {using: …}' under 'migration: map: Book:'
            cache: int
            # ! 'Book.cache' is new and required, and an existing 'Book' has no value for it
            # + write 'cache: int = 0' with the value that fits, or 'cache: int?'
            # + or say where the values come from: 'cache: {using: …}' under 'migration: map: Book:'
            # > unsafe: set default to 0 in entities.Book.attributes.cache
          relationships:
            shelf: {toOne: Shelf, inverse: books, delete: nullify}
            # ! 'Book.shelf' is new and required, and an existing 'Book' has no value for it
            # + write 'toOne: Shelf?'
            # + or say where the values come from: 'shelf: {using: …}' under 'migration: map: Book:'
            # > unsafe: set toOne to Shelf? in entities.Book.relationships.shelf
        Shelf:
          relationships: {books: {toMany: Book, inverse: shelf, delete: cascade}}
      """)
  }

  @Test(arguments: [
    ("coredata", "custom", Diagnostic.Severity.warning), ("coredata", "lightweight", .error),
    ("swiftdata", "custom", .error),
  ])
  func `a mapping model may give the values`(
    platform: String, kind: String, severity: Diagnostic.Severity
  ) throws {
    let model = try MarkedModel([
      "platform: \(platform)\nentities: {Book: {attributes: {title: string}}}",
      "platform: \(platform)\nentities: {Book: {attributes: {title: string, copies: int}}}\n"
        + "migration: {kind: \(kind)}",
    ])
    let found = model.report().findings.filter { $0.finding.rule == RequiredAddedWithoutDefault.id }
    #expect(found.map(\.diagnostic.severity) == [severity])
  }

  @Test func `a unique attribute is not advised a default`() throws {
    try expect(
      RequiredAddedWithoutDefault(), in: Self.library,
      """
      entities:
        Book:
          attributes:
            title: string
            code: {type: string, unique: true}
            # ! 'Book.code' is new and required, and an existing 'Book' has no value for it
            # + write 'code: {type: string?, unique: true}', and give each object a value of its own
            # + or say where the values come from: 'code: {using: …}' under 'migration: map: Book:'
        Shelf: {}
      """)
  }

  @Test func `a to-one that 'link' fills is not flagged, and one that it fills in part is`() throws
  {
    let lamp = "entities: {Lamp: {attributes: {name: string, kind: string?}}}"
    func target(_ filter: String, _ mark: String) -> String {
      """
      entities:
        Kind:
          attributes: {name: string}
          relationships: {lamps: {toMany: Lamp, inverse: type, delete: cascade}}
        Lamp:
          attributes: {name: string, kind: string?}
          relationships:
            type: {toOne: Kind, inverse: lamps, delete: nullify}
      \(mark)migration:
        map:
          Kind:
            from: {Lamp: {name: {using: "coalesce(kind, '')"}, \(filter)link: Lamp.type}}
        after: [{count: Kind}]
      """
    }
    try expect(RequiredAddedWithoutDefault(), in: lamp, target("", ""))
    try expect(
      RequiredAddedWithoutDefault(), in: lamp,
      target(
        "where: kind <> '', ",
        """
              # ! 'Lamp.type' is new and required, and an existing 'Lamp' has no value for it
              # + write 'toOne: Kind?'
              # + or say where the values come from: 'type: {using: …}' under 'migration: map: Lamp:'
              # > unsafe: set toOne to Kind? in entities.Lamp.relationships.type

        """))
  }

  @Test func `a property with a value, or optional, of a new entity or from SQL is not flagged`()
    throws
  {
    try expect(
      RequiredAddedWithoutDefault(), in: Self.library,
      """
      entities:
        Book:
          attributes:
            title: string
            copies: int = 1
            isbn: string?
            added: date = now()
            sortTitle: string
            note: {type: string, transient: true}
          relationships: {shelf: {toOne: Shelf?, inverse: books, delete: nullify}}
        Shelf:
          relationships: {books: {toMany: Book, inverse: shelf, delete: nullify}}
        Reader:
          attributes: {name: string}
      migration:
        map:
          Book: {sortTitle: {using: lower(title)}}
      """)
  }

  @Test func `a store without objects makes the finding a note`() throws {
    let versions = [
      Self.library, "entities: {Book: {attributes: {title: string, n: int}}, Shelf: {}}",
    ]
    #expect(
      try StoreOf.one(.objects(entity: "Book"), count: 0)
        .judges(RequiredAddedWithoutDefault(), in: versions)
        == ["note: no object in 'library.store' is affected"])
  }
}
