import Diagnostics
import SchemaModel
import Testing

struct SchemaValidationTests {
  /// A model with one mistake, the place of the mistake, and its message.
  struct Row: Sendable, CustomTestStringConvertible {
    var schema: Schema
    var path: String
    var text: String
    var testDescription: String { text }

    init(_ schema: Schema, at path: String, _ text: String) {
      self.schema = schema
      self.path = path
      self.text = text
    }
  }

  @Test(
    arguments: names + inheritance + sharedTypes + attributes + defaults + relationships + lists)
  func `a mistake is reported once, at its place`(row: Row) {
    let place = SourceLocation(file: "V1.yaml", line: 7, column: 3)
    let path = SchemaPath(row.path.split(separator: ".").map(String.init))
    let found = row.schema.validate(sources: SourceMap([path: place]))
    #expect(found.map(Self.text) == [row.text])
    #expect(found.first?.location == place)
  }

  private static func text(_ diagnostic: Diagnostic) -> String {
    ([diagnostic.code + ": " + diagnostic.message] + diagnostic.notes.map(\.message))
      .joined(separator: "\n")
  }

  @Test func `a sound model has nothing to report`() {
    #expect(KnownModels.bookmarks1.validate() == [])
    #expect(KnownModels.sampleModel.validate() == [])
    #expect(KnownModels.cocktails.validate() == [])
    #expect(DefinitionDigestTests.schema.validate() == [])
  }

  @Test func `all mistakes are reported in one run, in the order of their places`() {
    let schema = Self.schema([
      Entity("Book", parent: "Thing", attributes: [Attribute("a b", .composite("X"))]),
      Entity("book", relationships: [Relationship("notes", .toMany, "Note")]),
    ])
    var sources = SourceMap()
    for (line, entity) in ["Book", "book"].enumerated() {
      sources.record(
        SourceLocation(file: "V1.yaml", line: line + 1, column: 1), for: .entity(entity))
    }
    #expect(
      schema.validate(sources: sources).map { "\($0.location?.line ?? 0) \($0.code)" } == [
        "1 invalid-identifier", "1 unknown-entity", "1 unknown-type", "2 case-collision",
        "2 unknown-entity",
      ])
  }

  @Test func `ten thousand related entities are checked in linear time`() {
    let entities = (0..<10_000).map { number in
      Entity(
        "E\(number)", attributes: [Attribute("name", .string)],
        relationships: [
          Relationship("next", .toMany, "E\((number + 1) % 10_000)", inverse: "previous"),
          Relationship("previous", .toMany, "E\((number + 9_999) % 10_000)", inverse: "next"),
        ], indexes: [Index(on: "name")])
    }
    #expect(Self.schema(entities).validate() == [])
  }

  static func schema(
    _ entities: [Entity], enumerations: [Enumeration] = [], composites: [Composite] = [],
    queries: [Query] = []
  ) -> Schema {
    Schema(
      name: "Library", version: Version(1), entities: entities, enumerations: enumerations,
      composites: composites, queries: queries)
  }

  static func schema(attribute: Attribute) -> Schema {
    schema(
      [Entity("Book", attributes: [attribute])],
      enumerations: [
        Enumeration("Format", cases: [.init("paperback", rawValue: .string("paper"))])
      ],
      composites: [
        Composite(
          "Place",
          elements: [Attribute("row", .int16), Attribute("note", .string, isOptional: true)])
      ])
  }
}
