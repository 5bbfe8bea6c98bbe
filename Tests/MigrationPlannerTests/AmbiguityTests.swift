import MigrationPlanner
import SchemaModel
import Testing

struct AmbiguityTests {
  private let old = schema(
    1, Entity("Book", attributes: [Attribute("publishedYear", .int64, isOptional: true)]))
  private let new = schema(
    2,
    Entity(
      "Book",
      attributes: [
        Attribute("year", .int64, isOptional: true), Attribute("title", .string, isOptional: true),
      ]))
  private let path = SchemaPath.property("publishedYear", of: "Book", .attributes)

  @Test func `a drop next to an addition of the same shape is reported with the line that decides`()
  {
    let year = SchemaPath.property("year", of: "Book", .attributes)
    #expect(
      problems {
        _ = try SchemaDiff(from: document(old), to: document(new, places: [year: 7]))
      } == [
        """
        V2.yaml:7:3: probable-rename: attribute 'Book.publishedYear' is missing while 'year' of the \
        same shape is new: renamed or removed?
          if it is 'year' now, write: year: {type: int?, renamedFrom: publishedYear}
          if it is meant to go, write 'extends: V1.yaml' below the version, and at the end: \
        removed: {attributes: [Book.publishedYear]} # migrate:ignore drop-attribute -- reason
        """
      ])
  }

  @Test func `a drop that is listed or allowed is a drop`() throws {
    let changes = [
      "- attribute Book.publishedYear: int?", "+ attribute Book.title: string?",
      "+ attribute Book.year: int?",
    ]
    let listed = try SchemaDiff(from: document(old), to: document(new, removals: [path]))
    #expect(listed.changes.map(\.description) == changes)
    let allowed = try SchemaDiff(
      from: document(old), to: document(new), allowedDrops: ["drop-attribute:Book.publishedYear"])
    #expect(allowed == listed)
  }

  @Test func `an addition whose values an expression gives is not a rename`() throws {
    let migration = MigrationDeclaration(maps: [
      .init("Book", properties: ["year": "publishedYear - 1"])
    ])
    let diff = try SchemaDiff(from: document(old), to: document(new, migration: migration))
    #expect(diff.changes.count == 3)
  }

  @Test func `relationships and entities may be renamed too`() {
    let attributes = [Attribute("name", .string), Attribute("size", .int64)]
    let old = schema(
      1, Entity("Book", relationships: [Relationship("notes", .toMany, "Note")]),
      Entity("Note"), Entity("Shelf", attributes: attributes + [Attribute("room", .string)]))
    let new = schema(
      2, Entity("Book", relationships: [Relationship("remarks", .toMany, "Note")]),
      Entity("Note"), Entity("Case", attributes: attributes + [Attribute("floor", .string)]))
    #expect(
      problems { _ = try SchemaDiff(from: document(old), to: document(new)) } == [
        """
        probable-rename: entity 'Shelf' is missing while 'Case' of the same shape is new: renamed or \
        removed?
          if it is 'Case' now, write under 'Case:' the line: renamedFrom: Shelf
          if it is meant to go, write under 'removed': entities: [Shelf] # migrate:ignore drop-entity -- reason
        """,
        """
        probable-rename: relationship 'Book.notes' is missing while 'remarks' of the same shape is \
        new: renamed or removed?
          if it is 'remarks' now, write: remarks: {toMany: Note, renamedFrom: notes}
          if it is meant to go, write under 'removed': relationships: [Book.notes] # migrate:ignore \
        drop-relationship -- reason
        """,
      ])
  }

  @Test func `the answers for a model of SwiftData say what the source needs`() {
    let size = Attribute("size", .int64)
    let old = schema(
      1, Entity("Book", attributes: [Attribute("planted", .date)]),
      Entity("Shelf", attributes: [size, Attribute("room", .string)]))
    var new = schema(
      2, Entity("Book", attributes: [Attribute("plantedOn", .date)]),
      Entity("Case", attributes: [size, Attribute("room", .string)]))
    new.declaredPlatform = .swiftData
    #expect(
      problems { _ = try SchemaDiff(from: document(old), to: document(new)) } == [
        """
        probable-rename: attribute 'Book.planted' is missing while 'plantedOn' of the same shape is new: \
        renamed or removed?
          if it is 'plantedOn' now, write: plantedOn: {type: date, renamedFrom: planted}, and \
        '@Attribute(originalName: "planted")' before it in the Swift source
          if it is meant to go, write under 'removed': attributes: [Book.planted] # migrate:ignore \
        drop-attribute -- reason
          'plantedOn' then needs a default, or to be optional: existing objects have no value for it
        """,
        """
        probable-rename: entity 'Shelf' is missing while 'Case' of the same shape is new: renamed or \
        removed?
          if it is 'Case' now, give the class its old name 'Shelf' again, as SwiftData has no original \
        name for a class; or carry the objects over in a custom stage, and write under 'Case:' the line: \
        renamedFrom: Shelf
          if it is meant to go, write under 'removed': entities: [Shelf] # migrate:ignore drop-entity -- \
        reason
        """,
      ])
  }
}
