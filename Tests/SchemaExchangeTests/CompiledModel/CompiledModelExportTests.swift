import SchemaExchange
import SchemaModel
import SchemaYAML
import TestSupport
import Testing

/// Schemas, written as compiled models and read again.
struct CompiledModelExportTests {
  private func schema(_ text: String) throws -> Schema {
    try SchemaReader.read(text: text, name: "V1.yaml").schema
  }

  /// The model read from the exported file.
  private func copy(of schema: Schema) throws -> Schema {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      CompiledModelExport.archive(of: schema, labels: ["1"]), to: "\(schema.name).mom")
    return try CompiledModelImporter.history(of: path).history.versions[0].schema
  }

  @Test func `a model of Core Data is read as it was`() throws {
    let schema = try schema(
      """
      schema: Library
      version: 1.0.0
      platform: coredata
      composites:
        Home: {attributes: {town: string?, code: int?}}
      entities:
        Author:
          attributes:
            born: {type: date, default: 1970-01-02}
            count: {type: int?, derived: books.@count}
            home: Home?
          relationships:
            books: {toMany: Book, inverse: author, ordered: true, delete: cascade, max: 9, min: 1}
        Book:
          abstract: true
          renamedFrom: Volume
          attributes:
            big: {type: decimal, default: "-1250e-2"}
            cover: {type: data, storage: external}
            flag: bool = true
            half: float = 0.5
            key: {type: uuid, default: 00112233-4455-6677-8899-AABBCCDDEEFF}
            number: {type: int16, default: -3, hashModifier: b}
            site: {type: url, default: "https://example.com"}
            title: {type: string, default: none, renamedFrom: name}
            trail: transformable?
            unseen: {type: string?, transient: true}
          relationships: {author: {toOne: Author?, inverse: books, delete: deny}}
          unique: [[title]]
          indexes: [[flag], [flag, author]]
        Novel: {parent: Book, hashModifier: c}
      """)
    let copy = try copy(of: schema)
    #expect(copy.entities == schema.entities)
    #expect(copy.composites == schema.composites)
    #expect(copy.versionHashes() == schema.versionHashes())
  }

  @Test func `an index over a to-many relationship is left out`() throws {
    var schema = try schema(
      """
      schema: Library
      version: 1.0.0
      entities:
        Author:
          attributes: {name: string}
          relationships: {books: {toMany: Book, inverse: author}}
          indexes: [[name]]
        Book: {relationships: {author: {toOne: Author?, inverse: books}}}
      """)
    let indexes = schema.entities[0].indexes
    schema.entities[0].indexes.append(Index(on: "books"))
    #expect(try copy(of: schema).entity(named: "Author")?.indexes == indexes)
  }

  @Test func `enumerations and lists have the form that SwiftData gives them`() throws {
    let schema = try schema(
      """
      schema: Trips
      version: 1.0.0
      enums:
        Mood: {raw: string, cases: [good, bad]}
        Rank: {raw: int, cases: {low: 1, high: 2}}
        Shape: {raw: none, cases: [round, flat]}
      composites:
        Place: {attributes: {town: string?, tags: "[string]?"}}
      entities:
        Trip:
          attributes: {kind: "enum(a, b)", mood: Mood, place: Place, rank: Rank, shape: Shape}
      """)
    let copy = try copy(of: schema)
    #expect(copy.versionHashes() == schema.versionHashes())
    let elements = copy.composites.map { composite in
      "\(composite.name): "
        + composite.elements.map { "\($0.name) \($0.type)" }.joined(separator: ", ")
    }
    #expect(
      elements == [
        "Kind: kind string", "Mood: mood string", "Place: town string, tags data",
        "Rank: rank int64", "Shape: round string, flat string",
      ])
  }
}
