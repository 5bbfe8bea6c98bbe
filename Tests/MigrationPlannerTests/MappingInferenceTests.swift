import MigrationPlanner
import SchemaModel
import Testing

struct MappingInferenceTests {
  private func mapping(
    _ old: Schema, _ new: Schema, _ migration: MigrationDeclaration? = nil
  ) throws -> MigrationStage {
    try #require(try plan(old, new, migration).stages.first)
  }

  @Test func `names, renames, defaults and conversions decide where a value comes from`() throws {
    let old = schema(
      1,
      Entity(
        "Book",
        attributes: [
          Attribute("title", .string), Attribute("published", .int16),
          Attribute("pages", .int64, isOptional: true), Attribute("cover", .data),
          Attribute("seen", .bool, isTransient: true),
        ]))
    let new = schema(
      2,
      Entity(
        "Volume", renamedFrom: "Book",
        attributes: [
          Attribute("title", .string), Attribute("year", .int64, renamedFrom: "published"),
          Attribute("pages", .int64, defaultValue: .literal(.int(0))),
          Attribute("cover", .data, storage: .external),
          Attribute("seen", .bool, isOptional: true),
          Attribute("key", .uuid, defaultValue: .newUUID),
          Attribute("note", .string, isOptional: true),
        ]), Entity("Shelf"))
    let stage = try mapping(old, new)
    #expect(
      stage.mapping.description == """
        1.0.0 -> 2.0.0
        Volume from Book
          2.0.0 Volume
            title = title
            year = published, converted from int16 to int
            pages = pages, else 0 (int)
            cover = cover, moved to external
            seen = none
            key = default uuid() (uuid)
            note = none
        Shelf starts empty
        """)
    #expect(stage.requirements == [])
  }

  @Test func `expressions and filters of an entity hold for its sub-entities too`() throws {
    let entities = [
      Entity("Medium", attributes: [Attribute("title", .string), Attribute("cover", .data)]),
      Entity("Book", parent: "Medium", attributes: [Attribute("pages", .int64)]),
    ]
    var changed = entities
    changed[0].attributes[1].storage = .external
    let migration = MigrationDeclaration(maps: [
      .init("Medium", properties: ["title": "upper(title)", "cover": "zeroblob(1)"], filter: "a"),
      .init("Book", properties: ["title": "lower(title)"], filter: "b"),
    ])
    let stage = try mapping(
      Schema(name: "Library", version: Version(1), entities: entities),
      Schema(name: "Library", version: Version(2), entities: changed), migration)
    #expect(
      stage.mapping.description == """
        1.0.0 -> 2.0.0
        Medium from Medium
          2.0.0 Medium
            title = "upper(title)"
            cover = "zeroblob(1)", moved to external
            where "a"
        Book from Book
          2.0.0 Book
            title = "lower(title)"
            cover = "zeroblob(1)", moved to external
            pages = pages
            where "(a) AND (b)"
        """)
  }

  @Test func `values of shared types are recoded and recomposed`() throws {
    func state(_ cases: [Enumeration.Case]) -> Enumeration {
      Enumeration("State", rawType: .int, cases: cases)
    }
    let attributes = [
      Attribute("state", .enumeration(.named("State"))), Attribute("place", .composite("Place")),
    ]
    let old = schema(
      1, Entity("Book", attributes: attributes),
      enumerations: [
        state([
          .init("a", rawValue: .int(0)), .init("b", rawValue: .int(1)),
          .init("c", rawValue: .int(2)),
        ])
      ],
      composites: [
        Composite("Place", elements: [Attribute("x", .int16), Attribute("z", .int16)])
      ])
    let new = schema(
      2,
      Entity(
        "Book",
        attributes: attributes + [
          Attribute("other", .enumeration(.named("State")), defaultValue: .literal(.string("b")))
        ]),
      enumerations: [state([.init("a", rawValue: .int(0)), .init("b", rawValue: .int(9))])],
      composites: [
        Composite(
          "Place",
          elements: [
            Attribute("east", .int64, renamedFrom: "x"),
            Attribute("y", .int64, defaultValue: .literal(.int(1))),
          ])
      ])
    #expect(
      try mapping(old, new).mapping.description == """
        1.0.0 -> 2.0.0
        Book from Book
          2.0.0 Book
            state = state, recoded 0 as 0, 1 as 9
            place = place, of (east = x, converted from int16 to int; y = default 1 (int))
            other = default 9 (int)
        """)
  }

  @Test func `a value that nothing decides is required of the data, with the line to add`() throws {
    let old = schema(
      1,
      Entity(
        "Book",
        attributes: [Attribute("day", .date), Attribute("pages", .int64, isOptional: true)],
        relationships: [Relationship("shelf", .toOne, "Shelf", isOptional: true)]), Entity("Shelf"))
    let new = schema(
      2,
      Entity(
        "Book",
        attributes: [
          Attribute("day", .bool), Attribute("pages", .int64), Attribute("title", .string),
        ],
        relationships: [
          Relationship("shelf", .toOne, "Shelf"), Relationship("room", .toOne, "Shelf"),
        ]
      ), Entity("Shelf", isAbstract: true))
    let stage = try mapping(old, new)
    #expect(
      stage.requirements == [
        Requirement(
          .noValues(property: "day", entity: "Book"),
          because: "attribute 'Book.day' changes from date to bool, which has no one conversion",
          remedy: "write 'day: {using: \"…\"}' under 'migration: map: Book:'"),
        Requirement(
          .valueEverywhere(property: "pages", entity: "Book"),
          because: "attribute 'Book.pages' becomes required and has no default",
          remedy: "write 'pages: {using: \"…\"}' under 'migration: map: Book:'"),
        Requirement(
          .noObjects(entity: "Book"),
          because: "new required attribute 'Book.title' has no default and no expression",
          remedy: "write 'title: {using: \"…\"}' under 'migration: map: Book:'"),
        Requirement(
          .valueEverywhere(property: "shelf", entity: "Book"),
          because: "to-one 'Book.shelf' becomes required",
          remedy: "write 'shelf: {using: \"…\"}' under 'migration: map: Book:'"),
        Requirement(
          .noObjects(entity: "Book"),
          because: "new required to-one 'Book.room' has no object to lead to",
          remedy: "write 'room: {using: \"…\"}' under 'migration: map: Book:'"),
        Requirement(
          .noObjects(entity: "Shelf"),
          because: "entity 'Shelf' becomes abstract and can have no objects of its own",
          remedy:
            "delete them before, or let 'Shelf' stay concrete and give the entities below it a "
            + "new parent"),
      ])
    let decided = MigrationDeclaration(maps: [
      .init(
        "Book",
        properties: ["day": "1", "pages": "0", "title": "''", "shelf": "1", "room": "1"])
    ])
    #expect(
      try mapping(old, new, decided).requirements.map(\.condition) == [.noObjects(entity: "Shelf")])
  }

  @Test func `a changed structure is reported by the elements that its values do not fit`() throws {
    func version(_ number: Int, _ elements: Attribute...) -> Schema {
      schema(
        number,
        Entity(
          "Book",
          attributes: [
            Attribute("place", .composite("Place")), Attribute("all", .array(.composite("Place"))),
          ]), composites: [Composite("Place", elements: elements)])
    }
    let stage = try mapping(
      version(
        1, Attribute("x", .date), Attribute("y", .int64, isOptional: true), Attribute("w", .string)),
      version(2, Attribute("x", .bool), Attribute("y", .int64), Attribute("z", .int64)))
    #expect(
      stage.requirements.map(\.because) == [
        "attribute 'Book.place' cannot keep its values: 'x' of 'Place' changes from date to bool, "
          + "'y' of 'Place' becomes required and has no default, 'z' of 'Place' is new, required and "
          + "has no default",
        "attribute 'Book.all' cannot keep its values: 'x', 'y', 'z', 'w' of 'Place' changed, and the "
          + "values of a list are not rebuilt",
      ])
  }

  @Test func `objects that move into another existing table need distinct identities`() throws {
    func requirements(inTable table: String?) throws -> [Requirement] {
      try mapping(
        schema(1, Entity("Film", table: table), Entity("Book")),
        schema(2, Entity("Film", table: table), Entity("Book", parent: "Film"))
      ).requirements
    }
    #expect(
      try requirements(inTable: "films") == [
        Requirement(
          .distinctIdentities(entities: ["Book", "Film"]),
          because: "'Book', 'Film' come together below 'Film', where an identity may occur once",
          remedy: "let one of them stay apart from 'Film', or give its objects other identities in "
            + "the store before")
      ])
    #expect(try requirements(inTable: nil) == [])
  }
}

struct LinkInferenceTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var old: Schema
    var new: Schema
    var lines: [String]

    init(
      _ name: String, _ old: (Relationship?, Relationship?), _ new: (Relationship?, Relationship?),
      _ lines: String...
    ) {
      testDescription = name
      self.old = Self.schema(1, old)
      self.new = Self.schema(2, new)
      self.lines = lines
    }

    private static func schema(_ version: Int, _ ends: (Relationship?, Relationship?)) -> Schema {
      Schema(
        name: "Library", version: Version(version),
        entities: [
          Entity("Book", relationships: ends.0.map { [$0] } ?? []),
          Entity("Note", relationships: ends.1.map { [$0] } ?? []),
        ])
    }
  }

  static func notes(
    _ cardinality: Relationship.Cardinality = .toMany, inverse: String? = "book"
  ) -> Relationship {
    Relationship("notes", cardinality, "Note", isOptional: true, inverse: inverse)
  }
  static func book(
    _ cardinality: Relationship.Cardinality = .toOne, inverse: String? = "notes",
    isOptional: Bool = true
  ) -> Relationship {
    Relationship("book", cardinality, "Book", isOptional: isOptional, inverse: inverse)
  }

  static let cases = [
    Case(
      "links stay where they are", (notes(), book()), (notes(), book()), "Note.book = book"),
    Case("an inverse is added", (nil, book(inverse: nil)), (notes(), book()), "Note.book = book"),
    Case(
      "two that each stored their links are united", (notes(inverse: nil), book(inverse: nil)),
      (notes(), book()), "Note.book = linked by Note.book and Book.notes reversed"),
    Case(
      "to-one becomes many-to-many", (notes(), book()), (notes(), book(.toMany)),
      "links Book.notes = Note.book reversed"),
    Case(
      "many-to-many becomes to-one", (notes(), book(.toMany)), (notes(), book()),
      "Note.book = linked by Book.notes reversed"),
    Case(
      "the other end of a one-to-one stores the links",
      (notes(.toOne), book(isOptional: false)), (notes(.toOne), book()),
      "Book.notes = linked by Note.book reversed"),
    Case(
      "the storing end goes, and its inverse keeps the links", (notes(), book()),
      (notes(inverse: nil), nil), "links Book.notes = Note.book reversed"),
    Case(
      "new links start empty", (nil, nil), (notes(inverse: nil), nil), "links Book.notes = none"),
  ]

  @Test(arguments: cases)
  func `links follow their association, whichever end stores it`(test: Case) throws {
    let mapping = try #require(try plan(test.old, test.new).stages.first).mapping
    var lines: [String] = []
    for entity in mapping.entities {
      for value in entity.layers[0].values {
        lines.append("\(entity.entity).\(value.property) = \(value.value)")
      }
    }
    lines += mapping.description.split(separator: "\n").filter { $0.hasPrefix("links") }.map(
      String.init)
    #expect(lines == test.lines)
  }
}
