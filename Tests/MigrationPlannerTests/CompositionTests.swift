import MigrationPlanner
import SchemaModel
import Testing

struct CompositionTests {
  /// The plan through a chain of versions of one entity, each with a migration.
  private func stages(
    _ versions: [([Attribute], MigrationDeclaration?)]
  ) throws -> [MigrationStage] {
    let documents = versions.enumerated().map { position, version in
      document(
        schema(position + 1, Entity("Book", attributes: version.0)), migration: version.1)
    }
    return try Planner.plan(from: documents[0], through: Array(documents.dropFirst())).stages
  }

  private let title = Attribute("title", .string)

  @Test func `copies, defaults and conversions fuse into one step`() throws {
    let stages = try stages([
      ([title, Attribute("year", .int16)], nil),
      ([title, Attribute("published", .int16, renamedFrom: "year")], nil),
      (
        [
          title, Attribute("published", .int64),
          Attribute("pages", .int64, isOptional: true, defaultValue: .literal(.int(1))),
        ], nil
      ),
      (
        [
          Attribute("name", .string, renamedFrom: "title"), Attribute("published", .string),
          Attribute("pages", .int64, defaultValue: .literal(.int(2))),
        ], nil
      ),
    ])
    #expect(
      stages.map(\.mapping.description) == [
        """
        1.0.0 -> 4.0.0
        Book from Book
          4.0.0 Book
            name = title
            published = year, converted from int16 to int, converted from int to string
            pages = default 1 (int)
        """
      ])
  }

  @Test
  func `a step with an expression or a filter starts a new layer, and the next fuses with it`()
    throws
  {
    let stages = try stages([
      ([title], nil),
      ([Attribute("name", .string, renamedFrom: "title")], nil),
      (
        [Attribute("name", .string)],
        MigrationDeclaration(maps: [
          .init("Book", properties: ["name": "upper(name)"], filter: "name <> ''")
        ])
      ),
      ([Attribute("label", .string, renamedFrom: "name")], nil),
    ])
    #expect(
      stages.map(\.mapping.description) == [
        """
        1.0.0 -> 4.0.0
        Book from Book
          2.0.0 Book
            name = title
          4.0.0 Book
            label = "upper(name)"
            where "name <> ''"
        """
      ])
  }

  @Test func `fresh identifiers keep the step that makes them`() throws {
    let key = Attribute("key", .uuid, defaultValue: .newUUID)
    let stages = try stages([
      ([title], nil), ([title, key], nil),
      ([title, Attribute("id", .uuid, renamedFrom: "key")], nil),
      ([Attribute("id", .uuid)], nil),
    ])
    #expect(
      stages.map(\.mapping.description) == [
        """
        1.0.0 -> 4.0.0
        Book from Book
          2.0.0 Book
            title = title
            key = default uuid() (uuid)
          4.0.0 Book
            id = key
        """
      ])
  }

  @Test func `an expression that reads other tables sees the tables of its version`() throws {
    let stages = try stages([
      ([title], nil), ([title, Attribute("a", .int64, isOptional: true)], nil),
      (
        [title, Attribute("a", .int64, isOptional: true)],
        MigrationDeclaration(maps: [.init("Book", properties: ["a": "(SELECT count(*) FROM Book)"])]
        )
      ),
      ([title, Attribute("a", .int64, isOptional: true)], nil),
    ])
    #expect(
      stages.map { "\($0.mapping.source.version)-\($0.mapping.target.version)" } == [
        "1.0.0-2.0.0", "2.0.0-4.0.0",
      ])
  }

  @Test func `an entity added in between is empty, and an attribute removed again never existed`()
    throws
  {
    let note = Entity("Note", attributes: [title])
    let documents = [
      schema(1, Entity("Book", attributes: [title])),
      schema(2, Entity("Book", attributes: [title]), note),
      schema(
        3, Entity("Book", attributes: [title, Attribute("a", .bool, isOptional: true)]), note),
      schema(4, Entity("Book", attributes: [title]), note),
    ].map { document($0) }
    let stages = try Planner.plan(from: documents[0], through: Array(documents.dropFirst())).stages
    #expect(
      stages.map(\.mapping.description) == [
        """
        1.0.0 -> 4.0.0
        Book from Book
          4.0.0 Book
            title = title
        Note starts empty
        """
      ])
  }

  @Test func `links are followed through the versions between`() throws {
    func library(
      _ version: Int, _ notes: Relationship.Cardinality, _ book: Relationship.Cardinality
    ) -> SchemaDocument {
      document(
        schema(
          version,
          Entity(
            "Book",
            relationships: [
              Relationship("notes", notes, "Note", isOptional: true, inverse: "book")
            ]),
          Entity(
            "Note",
            relationships: [
              Relationship("book", book, "Book", isOptional: true, inverse: "notes")
            ])))
    }
    let stages = try Planner.plan(
      from: library(1, .toMany, .toOne),
      through: [library(2, .toMany, .toMany), library(3, .toMany, .toOne)]
    ).stages
    #expect(
      stages.map(\.mapping.description) == [
        """
        1.0.0 -> 3.0.0
        Book from Book
          3.0.0 Book
        Note from Note
          3.0.0 Note
            book = linked by Note.book
        """
      ])
  }

  @Test func `a chain of two hundred versions stays one step`() throws {
    let versions = (0..<200).map { number in
      (
        [
          Attribute("name\(number)", .string, renamedFrom: number > 0 ? "name\(number - 1)" : nil)
        ] + (0..<20).map { Attribute("a\($0)", .int64) }, MigrationDeclaration?.none
      )
    }
    let stages = try stages(versions)
    #expect(stages.count == 1)
    #expect(stages[0].mapping.entities[0].layers.count == 1)
    #expect(stages[0].mapping.entities[0].layers[0].value(of: "name199") == .copied("name0"))
  }
}
