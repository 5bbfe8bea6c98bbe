import MigrationPlanner
import SchemaModel
import Testing

struct StageTests {
  typealias Check = MigrationDeclaration.Check

  private let title = Attribute("title", .string)

  /// The stages of a chain of versions of `Book` and `Note`, each with a migration.
  private func stages(
    _ migrations: MigrationDeclaration?...,
    changing change: (Int, inout Schema) -> Void = { _, _ in }
  ) throws -> [MigrationStage] {
    let documents = (0...migrations.count).map { position in
      var schema = schema(
        position + 1, Entity("Book", attributes: [title]), Entity("Note", attributes: [title]))
      change(position + 1, &schema)
      return document(schema, migration: position > 0 ? migrations[position - 1] : nil)
    }
    return try Planner.plan(from: documents[0], through: Array(documents.dropFirst())).stages
  }

  private func spans(_ stages: [MigrationStage]) -> [String] {
    stages.map { "\($0.mapping.source.version)-\($0.mapping.target.version)" }
  }

  private let expect = Check.expect(sql: "SELECT 1", equals: .int(1))

  @Test func `hops without checks are one stage`() throws {
    #expect(spans(try stages(nil, nil, nil)) == ["1.0.0-4.0.0"])
  }

  @Test func `an expectation after a hop, or before the next, is a barrier between them`() throws {
    let after = MigrationDeclaration(after: [expect])
    let before = MigrationDeclaration(before: [expect])
    #expect(spans(try stages(nil, after, nil)) == ["1.0.0-3.0.0", "3.0.0-4.0.0"])
    #expect(spans(try stages(nil, before, nil)) == ["1.0.0-2.0.0", "2.0.0-4.0.0"])
    #expect(spans(try stages(before, nil, after)) == ["1.0.0-4.0.0"])
  }

  @Test func `an expectation is checked at the end of its stage`() throws {
    let stages = try stages(
      MigrationDeclaration(before: [expect]), MigrationDeclaration(after: [expect]))
    #expect(stages.map { $0.before.map(\.check) } == [[expect]])
    #expect(stages.map { $0.after.map(\.check) } == [[expect]])
  }

  @Test func `a count is no barrier and follows its entity through renames`() throws {
    let count = MigrationDeclaration(
      before: [.count(entity: "Volume", equals: nil)],
      after: [.count(entity: "Volume", equals: nil), .count(entity: "Volume", equals: nil)])
    let stages = try stages(nil, count, nil) { version, schema in
      if version > 1 { schema.entities[0].name = "Volume" }
      if version == 2 { schema.entities[0].renamedFrom = "Book" }
      if version == 4 {
        schema.entities[0].name = "Tome"
        schema.entities[0].renamedFrom = "Volume"
      }
    }
    #expect(spans(stages) == ["1.0.0-4.0.0"])
    #expect(stages[0].before.map(\.check) == [.count(entity: "Book", equals: nil)])
    #expect(stages[0].after.map(\.check) == [.count(entity: "Tome", equals: nil)])
  }

  @Test func `a count to compare is taken before the stage, and is zero for a new entity`() throws {
    let count = MigrationDeclaration(after: [
      .count(entity: "Book", equals: nil), .count(entity: "New", equals: nil),
      .count(entity: "Note", equals: 3),
    ])
    let stages = try stages(count) { version, schema in
      if version == 2 { schema.entities.append(Entity("New")) }
    }
    #expect(stages[0].before.map(\.check) == [.count(entity: "Book", equals: nil)])
    #expect(
      stages[0].after.map(\.check) == [
        .count(entity: "Book", equals: nil), .count(entity: "New", equals: 0),
        .count(entity: "Note", equals: 3),
      ])
  }

  @Test func `objects left behind between a count and the stage's end make a barrier`() throws {
    let count = MigrationDeclaration(
      before: [.count(entity: "Book", equals: nil)], after: [.count(entity: "Book", equals: nil)])
    let books = MigrationDeclaration(maps: [.init("Book", filter: "title <> ''")])
    let notes = MigrationDeclaration(maps: [.init("Note", filter: "title <> ''")])
    #expect(spans(try stages(count, books)) == ["1.0.0-2.0.0", "2.0.0-3.0.0"])
    #expect(spans(try stages(books, count)) == ["1.0.0-2.0.0", "2.0.0-3.0.0"])
    #expect(spans(try stages(count, notes)) == ["1.0.0-3.0.0"])
  }

  @Test func `a count of an entity that is removed later is taken while it exists`() throws {
    let count = MigrationDeclaration(after: [.count(entity: "Note", equals: nil)])
    let stages = try stages(count, nil) { version, schema in
      if version == 3 { schema.entities.removeLast() }
    }
    #expect(spans(stages) == ["1.0.0-2.0.0", "2.0.0-3.0.0"])
  }

  @Test func `a requirement of a later hop is checked in the source, under the source's names`()
    throws
  {
    let required = { (version: Int, schema: inout Schema) in
      schema.entities[0].name = version == 1 ? "Book" : "Volume"
      if version == 2 { schema.entities[0].renamedFrom = "Book" }
      if version == 3 { schema.entities[0].attributes.append(Attribute("year", .int64)) }
    }
    #expect(
      try stages(nil, nil, changing: required).map { $0.requirements.map(\.condition) } == [
        [.noObjects(entity: "Book")]
      ])
  }

  @Test func `a value from an earlier hop meets the requirement of the next`() throws {
    let becomesRequired = { (version: Int, schema: inout Schema) in
      let value = DefaultValue.literal(.int(1))
      let year = Attribute("year", .int64, isOptional: true, defaultValue: value)
      if version == 2 { schema.entities[0].attributes.append(year) }
      if version == 3 { schema.entities[0].attributes.append(Attribute("year", .int64)) }
    }
    #expect(
      try stages(nil, nil, changing: becomesRequired).map { $0.requirements.map(\.condition) } == [
        []
      ]
    )
  }

  @Test func `nothing is required of an entity that is added during the migration`() throws {
    let stages = try stages(nil, nil) { version, schema in
      if version > 1 { schema.entities.append(Entity("New")) }
      if version > 2 { schema.entities[2].attributes.append(Attribute("year", .int64)) }
    }
    #expect(stages.map(\.requirements) == [[]])
  }

  @Test func `a requirement is checked after the stage that leaves objects behind`() throws {
    let filter = MigrationDeclaration(maps: [.init("Book", filter: "0")])
    let stages = try stages(filter, nil) { version, schema in
      if version == 3 { schema.entities[0].attributes.append(Attribute("year", .int64)) }
    }
    #expect(spans(stages) == ["1.0.0-2.0.0", "2.0.0-3.0.0"])
  }
}
