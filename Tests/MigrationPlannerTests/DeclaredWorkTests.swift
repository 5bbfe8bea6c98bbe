import MigrationPlanner
import SchemaModel
import Testing

/// Declared work, 'dedupe' and 'from': its effect on a plan, and the names that it must not use.
struct DeclaredWorkTests {
  private typealias Map = MigrationDeclaration.EntityMap
  private typealias Origin = MigrationDeclaration.Origin

  private static func library(_ version: Int, table: String? = nil) -> Schema {
    schema(
      version,
      Entity(
        "Book",
        attributes: [
          Attribute("title", .string), Attribute("isbn", .string, isOptional: true),
          Attribute("cover", .data, isOptional: true, storage: .external),
          Attribute("mood", .string, isTransient: true),
        ],
        relationships: [
          Relationship("notes", .toMany, "Note", inverse: "book"),
          Relationship("label", .toOne, "Label", isOptional: true, inverse: "books"),
        ], table: table),
      Entity("Novel", parent: "Book"),
      Entity(
        "Note", attributes: [Attribute("text", .string)],
        relationships: [Relationship("book", .toOne, "Book", isOptional: true, inverse: "notes")]),
      Entity(
        "Label", attributes: [Attribute("name", .string, isOptional: true)],
        relationships: [Relationship("books", .toMany, "Book", inverse: "label")]))
  }

  private static func planned(
    _ migrations: [MigrationDeclaration?], isRead: Bool = true
  ) throws -> MigrationPlan {
    let documents = (0...migrations.count).map { position in
      document(
        library(position + 1), migration: position > 0 ? migrations[position - 1] : nil,
        isRead: isRead)
    }
    return try Planner.plan(from: documents[0], through: Array(documents.dropFirst()))
  }

  private static let merge = MigrationDeclaration(maps: [
    Map("Note", deduplication: Deduplication(by: ["book", "text"], keep: [.first])),
    Map("Book", deduplication: Deduplication(by: ["isbn"], keep: [.newest("title")])),
  ])
  private static let addition = MigrationDeclaration(maps: [
    Map(
      "Label",
      origins: [
        Origin("Book", properties: ["name": "isbn"], filter: "isbn <> ''", link: "Book.label")
      ])
  ])

  @Test func `a merge and the making of objects end a stage, and making objects begins one`() throws
  {
    func spans(_ migrations: MigrationDeclaration?...) throws -> [String] {
      try Self.planned(migrations).stages.map {
        "\($0.mapping.source.version)-\($0.mapping.target.version)"
      }
    }
    #expect(try spans(nil, Self.merge, nil) == ["1.0.0-3.0.0", "3.0.0-4.0.0"])
    #expect(try spans(nil, Self.addition, nil) == ["1.0.0-2.0.0", "2.0.0-3.0.0", "3.0.0-4.0.0"])
  }

  @Test func `an entity in the key of another entity is merged before it`() throws {
    let plan = try Self.planned([Self.merge])
    #expect(plan.stages[0].mapping.merges.map(\.entity) == ["Book", "Note"])
    #expect(plan.hops.map(\.classification) == [.custom])
    #expect(plan.hops.map(\.risk) == [.possible])
  }

  @Test func `objects are made from every sub-entity, and its links lead to the new objects`()
    throws
  {
    let mapping = try Self.planned([Self.addition]).stages[0].mapping
    #expect(mapping.additions.map(\.source) == ["Book", "Novel"])
    #expect(
      mapping.additions.map { $0.layers.map(\.values) } == [
        [[PropertyMapping("name", .expression("isbn"))]],
        [[PropertyMapping("name", .expression("isbn"))]],
      ])
    let link = ValueSource.expression("CASE WHEN (isbn <> ''\n) THEN _id ELSE \"label\" END")
    #expect(
      ["Book", "Novel"].map { mapping.entity($0)?.layers.last?.value(of: "label") } == [link, link])
  }

  @Test func `different declarations have different digests`() throws {
    let declarations = [
      Self.merge, Self.addition, MigrationDeclaration(),
      MigrationDeclaration(maps: [Map("Label", origins: [Origin("Book")])]),
      MigrationDeclaration(maps: [Map("Label", origins: [Origin("Book", link: "Book.label")])]),
      MigrationDeclaration(maps: [Map("Label", origins: [Origin("Book", filter: "Book.label")])]),
      MigrationDeclaration(maps: [
        Map("Label", deduplication: Deduplication(by: ["name"], keep: [.first]))
      ]),
      MigrationDeclaration(maps: [
        Map("Label", deduplication: Deduplication(by: ["name"], keep: [.oldest("name")]))
      ]),
    ]
    #expect(Set(declarations.map(\.digest)).count == declarations.count)
    #expect(try Set(declarations.map { try Self.planned([$0]).digest }).count == declarations.count)
  }

  @Test func `a name that a declaration must not use is reported with a suggestion`() throws {
    let migration = MigrationDeclaration(maps: [
      Map(
        "Book",
        deduplication: Deduplication(
          by: ["cover", "mood", "notes", "titel"], keep: [.newest("mood"), .prefer("1")])),
      Map("Label", origins: [Origin("Boook"), Origin("Book", properties: ["nam": "1"])]),
      Map("Note", origins: [Origin("Book", link: "Book.label"), Origin("Book", link: "Book")]),
    ])
    let found = problems { _ = try Self.planned([migration], isRead: false) }
    #expect(
      found == [
        "unknown-entity: version 1.0.0 has no entity 'Boook'\n  did you mean 'Book'?",
        """
        unknown-link: 'Book' is no to-one relationship between 'Note' and what becomes of 'Book'
          name one as 'Entity.relationship', or leave 'link' out
        """,
        """
        unknown-link: 'Book.label' is no to-one relationship between 'Note' and what becomes of \
        'Book'
          name one as 'Entity.relationship', or leave 'link' out
        """,
        "unknown-property: entity 'Book' has no property 'titel'\n  did you mean 'title'?",
        "unknown-property: entity 'Label' has no property 'nam'\n  did you mean 'name'?",
        """
        unstored-key: 'Book.cover' is not stored with its object, and cannot distinguish two objects
        """,
        """
        unstored-key: 'Book.mood' is not stored with its object, and cannot distinguish two objects
        """,
        """
        unstored-key: 'Book.mood' is not stored with its object, and cannot distinguish two objects
        """,
        """
        unstored-key: 'Book.notes' is not stored with its object, and cannot distinguish two objects
        """,
      ])
  }

  @Test func `the name of a file decides nothing about which object stays`() throws {
    let keep: [Deduplication.Choice] = [
      .newest("cover"), .prefer("length(cover) > 3"), .prefer("title <> '' AND cover IS NOT NULL"),
    ]
    let migration = MigrationDeclaration(maps: [
      Map("Book", deduplication: Deduplication(by: ["isbn"], keep: keep))
    ])
    let found = problems { _ = try Self.planned([migration]) }
    #expect(
      found == [
        """
        unstored-key: 'Book.cover' is not stored with its object, and cannot distinguish two objects
        """,
        """
        unstored-key: the bytes of 'Book.cover' are not stored with its object, and cannot decide \
        which object stays
          ask only whether it 'IS NULL' or 'IS NOT NULL'
        """,
      ])
  }

  @Test func `objects of an existing database cannot be made of others`() throws {
    let migration = MigrationDeclaration(maps: Self.merge.maps.dropFirst() + Self.addition.maps)
    let found = problems {
      _ = try Planner.plan(
        from: document(Self.library(1, table: "BOOKS")),
        through: [document(Self.library(2, table: "BOOKS"), migration: migration)])
    }
    #expect(
      found == [
        """
        unmakeable-objects: objects of 'Label' cannot be made of others in an existing database, \
        to which the table 'Book' belongs
          make them in the database, and drop 'from'
        """,
        """
        unmergeable-objects: objects of 'Book' cannot be merged in an existing database, to \
        which the table 'Book' belongs
          merge them in the database, and drop 'dedupe'
        """,
      ])
  }
}
