import SQLite
import StoreLayout
import SchemaModel
import SchemaYAML
import StoreCreation
import StoreVerification
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The links of sample data: as many as each relationship must have, and no more than it may.
struct SampleLinksTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  // MARK: - Whatever the schema

  @Test func `verification finds nothing in sample data of any version of any model`() throws {
    for model in try RepositorySchemas.names() {
      for document in try RepositorySchemas.history(of: model).versions {
        let name = "\(model) \(document.schema.version)"
        #expect(try findings(document, objects: 3) == [], "\(name)")
      }
    }
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `verification finds nothing in sample data of random schemas`(seed: UInt64) throws {
    let schema = randomSchema(seed: seed, identifiersAlone: true)
    #expect(try findings(SchemaDocument(schema: schema), objects: 4) == [])
  }

  @Test func `sample data keeps to random bounds, or is refused`() throws {
    var made = 0
    for seed in 0..<120 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let schema = bounded(randomSchema(seed: seed, identifiersAlone: true), &random)
      do {
        #expect(try findings(SchemaDocument(schema: schema), objects: 4) == [], "seed \(seed)")
        made += 1
      } catch let error as StoreCreationError {
        guard case .unsatisfiableCount = error else { throw error }
      }
    }
    #expect(made == 94)
  }

  private func bounded(_ schema: Schema, _ random: inout SeededGenerator) -> Schema {
    var schema = schema
    for entity in schema.entities.indices {
      for index in schema.entities[entity].relationships.indices
      where schema.entities[entity].relationships[index].cardinality == .toMany {
        let least = Int.random(in: 0...2, using: &random)
        schema.entities[entity].relationships[index].minimumCount = least
        schema.entities[entity].relationships[index].maximumCount =
          random.bool() ? max(1, least + Int.random(in: 0...2, using: &random)) : nil
      }
    }
    return schema
  }

  // MARK: - Edges

  @Test func `an entity and its sub-entities share the parts of their owners, each in bounds`()
    throws
  {
    let document = try read(
      """
      Team:
        relationships:
          players: {toMany: Player, inverse: team, delete: cascade, min: 2, max: 3}
      Club: {parent: Team}
      League: {parent: Team}
      Player:
        abstract: true
        relationships:
          team: {toOne: Team, inverse: players, delete: nullify}
      Keeper: {parent: Player}
      Striker: {parent: Player}
      """)
    let counts = try create(document, objects: 5)
    #expect(
      counts == ["Team": 5, "Club": 5, "League": 5, "Player": 0, "Keeper": 23, "Striker": 22])
    #expect(try findings(document, objects: 5) == [])
    let store = try Connection(path: newestPath, mode: .readOnly)
    let perTeam: SQL =
      "SELECT n, count(*) FROM (SELECT count(*) n FROM Player GROUP BY team) GROUP BY n"
    #expect(try store.rows(perTeam) == [[.integer(3), .integer(15)]])
  }

  @Test func `a link that is required at both ends exists at both ends`() throws {
    let document = try read(
      """
      Person: {relationships: {passport: {toOne: Passport, inverse: holder, delete: cascade}}}
      Child: {parent: Person}
      Passport: {relationships: {holder: {toOne: Person, inverse: passport, delete: deny}}}
      """)
    #expect(try findings(document, objects: 4) == [])
    let store = try Connection(path: newestPath, mode: .readOnly)
    #expect(try store.integer("SELECT count(*) FROM Passport") == 8)
    #expect(try store.integer("SELECT count(*) FROM Person") == 8)
  }

  @Test(
    arguments: [
      "next: {toMany: Node, inverse: previous, min: 1}, previous: {toOne: Node?, inverse: next}",
      "next: {toMany: Node, inverse: previous, max: 1}, previous: {toOne: Node?, inverse: next}",
      "next: {toMany: Node, inverse: previous, max: 2}, previous: {toOne: Node, inverse: next}",
      "next: {toMany: Node, inverse: previous, min: 2, max: 3}, "
        + "previous: {toMany: Node, inverse: next, min: 1, max: 3}",
      "next: {toOne: Node, inverse: previous}, previous: {toOne: Node, inverse: next}",
      "friends: {toMany: Node, inverse: friends, min: 3, max: 3}",
      "friends: {toMany: Node, inverse: friends, min: 2, max: 2, ordered: true}",
      "friends: {toMany: Node, inverse: friends, min: 7}",
      "others: {toMany: Node, min: 1}",
    ], [1, 6])
  func `objects of one entity are linked as often as they must be`(
    relationships: String, objects: Int
  ) throws {
    let document = try read(
      "Node: {relationships: {\(relationships)}}\nLeaf: {parent: Node}")
    #expect(try findings(document, objects: objects) == [])
    let store = try Connection(path: newestPath, mode: .readOnly)
    #expect(try #require(try store.integer("SELECT count(*) FROM Node")) >= Int64(objects))
  }

  @Test func `links in tables of their own keep to the bounds at both ends`() throws {
    let document = try read(
      """
      Student:
        relationships: {courses: {toMany: Course, inverse: students, min: 3, max: 4, ordered: true}}
      Course: {relationships: {students: {toMany: Student, inverse: courses, min: 5, max: 6}}}
      Bag: {relationships: {stones: {toMany: Stone, min: 2, max: 2}}}
      Stone: {attributes: {weight: double}}
      """)
    #expect(try findings(document, objects: 10) == [])
    let store = try Connection(path: newestPath, mode: .readOnly)
    #expect(try store.integer("SELECT count(DISTINCT stones) FROM Bag_stones") == 20)
    #expect(try store.integer("SELECT count(*) FROM Stone") == 20)
  }

  @Test func `a unique key over a relationship allows as many objects as there are others`() throws
  {
    let document = try read(
      """
      House:
        relationships: {doors: {toMany: Door, inverse: house, delete: cascade, min: 2}}
      Door:
        attributes: {color: "enum(red, green, blue)"}
        relationships: {house: {toOne: House, inverse: doors, delete: nullify}}
        unique: [[house, color]]
      """)
    #expect(try create(document, objects: 7) == ["House": 7, "Door": 21])
    #expect(try findings(document, objects: 7) == [])
  }

  @Test func `impossible bounds are reported with the relationship that needs too much`() throws {
    let document = try read(
      """
      House: {relationships: {doors: {toMany: Door, inverse: house, delete: cascade, min: 3}}}
      Door:
        relationships: {house: {toOne: House, inverse: doors, delete: nullify}}
        unique: [[house]]
      """)
    let error = StoreCreationError.unsatisfiableCount(relationship: "doors", entity: "House")
    #expect(throws: error) { try create(document, objects: 5) }
    #expect(
      error.message == """
        no sample objects of 'House' can be made: no number of them has the links that \
        'House.doors' needs, and that other relationships and unique keys allow
        """)
  }

  @Test func `a required link to an entity that can have no objects is named`() throws {
    let document = try read(
      """
      Door: {relationships: {house: {toOne: House}}}
      House: {abstract: true}
      """)
    #expect(throws: StoreCreationError.noDestination(relationship: "house", entity: "Door")) {
      try create(document, objects: 5)
    }
  }

  @Test func `fewer objects than wanted are made where a unique key allows no more`() throws {
    let document = try read(
      """
      Week: {relationships: {days: {toMany: Day, inverse: week, delete: cascade, min: 3}}}
      Day:
        attributes: {name: "enum(mon, tue, wed, thu, fri, sat, sun)"}
        relationships: {week: {toOne: Week?, inverse: days, delete: nullify}}
        unique: [[name]]
      """)
    #expect(try create(document, objects: 40) == ["Week": 2, "Day": 7])
    #expect(try findings(document, objects: 40) == [])
  }

  @Test func `an ancestor without the links that it must have has no objects of its own`() throws {
    let document = try read(
      """
      Shelter: {relationships: {pets: {toMany: Pet, inverse: home, min: 1}}}
      CatShelter: {parent: Shelter}
      Pet: {relationships: {home: {toOne: CatShelter?, inverse: pets}}}
      """)
    #expect(try findings(document, objects: 3) == [])
    let store = try Connection(path: newestPath, mode: .readOnly)
    #expect(try store.texts("SELECT DISTINCT _entity FROM Shelter") == ["CatShelter"])
  }

  @Test func `values keep to their bounds, unique ones too`() throws {
    let document = try read(
      """
      Thing:
        attributes:
          tiny: {type: int16, max: -5}
          wide: {type: int, min: -9223372036854775808, max: 9223372036854775807}
          low: {type: int, max: -1000000}
          cold: {type: double, max: -273.5}
          half: {type: float, min: 0.1, max: 0.1}
          price: {type: decimal, min: "0.01", max: "0.02"}
          born: {type: date, max: 1990-01-01T00:00:00Z}
          code: {type: string, min: 3, max: 3, unique: true}
          note: {type: string, min: 400}
          rank: {type: int, min: 1, max: 4000, unique: true}
          mark: {type: data, unique: true}
          ratio: {type: double, min: 0, max: 1, unique: true}
          day: {type: date, min: 2030-01-01T00:00:00Z, unique: true}
          cost: {type: decimal, min: "7.5", unique: true}
      """)
    #expect(try findings(document, objects: 300) == [])
    let store = try Connection(path: newestPath, mode: .readOnly)
    #expect(try store.integer("SELECT count(*) FROM Thing") == 300)
  }

  // MARK: - Making

  private func read(_ entities: String) throws -> SchemaDocument {
    let indented = entities.split(separator: "\n").map { "  \($0)\n" }.joined()
    return try SchemaReader.read(
      text: "schema: Edge\nversion: 1\nentities:\n\(indented)", name: "edge.yaml")
  }

  private var newestPath: String { folder.path("newest.store") }

  @discardableResult
  private func create(_ document: SchemaDocument, objects: Int) throws -> [String: Int] {
    for file in [newestPath, ExternalFolder(ofStoreAt: newestPath).path] {
      if FileManager.default.fileExists(atPath: file) {
        try FileManager.default.removeItem(atPath: file)
      }
    }
    return try SampleStore.create(at: newestPath, of: document, objects: objects, seed: 7)
  }

  /// The findings of a verification of a new store with sample data, in words.
  private func findings(_ document: SchemaDocument, objects: Int) throws -> [String] {
    try create(document, objects: objects)
    return try StoreVerifier.verify(storeAt: newestPath).findings.map(\.message)
  }
}
