import SQLite
import SchemaExchange
import SchemaModel
import StoreCreation
import StoreLayout
import StoreReading
import StoreVerification
import TestSupport
import Testing

/// Stores that the platform made, made once more from the model that each carries.
@Suite(.enabled(if: Corpora.folder != nil, "\(Corpora.absence)"))
struct PublicStoreTests {
  /// The comparison of the definitions in stores with the ones that are made for their models.
  private struct Comparison: Equatable {
    /// Equal byte by byte.
    var equal = 0
    /// Indexes and unique keys in the form of frameworks of before 2018.
    var old = 0
    /// Definitions that are made and have no such counterpart, or have one and are not made.
    var others: [String] = []
  }

  /// A relationship that leads from an entity to many of the same: its table cannot be named.
  private static let refused: Set = ["Bookmarks_V4.sqlite", "Bookmarks_V5.sqlite"]

  private static let stores = Corpora.stores.filter { path in
    !refused.contains { path.hasSuffix("/" + $0) }
  }

  @Test func `definitions are equal byte by byte`() throws {
    var sum = Comparison()
    for path in Self.stores { try Self.compare(path, &sum) }
    #expect(sum == Comparison(equal: 229, old: 27))
  }

  private static func compare(_ path: String, _ sum: inout Comparison) throws {
    let store = try PlatformStore(at: Corpora.path(path))
    let definitions = try CoreDataDefinitions(of: store.model)
    let made =
      definitions.tables + definitions.indexes + definitions.triggers
      + CoreDataDefinitions.systemTables
    let found = try store.connection.texts(
      """
      SELECT sql FROM sqlite_schema
      WHERE sql NOT NULL AND tbl_name NOT IN ('ACHANGE', 'ATRANSACTION', 'ATRANSACTIONSTRING')
      """)
    let isOld = store.source.metadata.frameworkVersion.map { $0 < 800 } ?? true
    let (own, theirs) = (Set(made.flatMap(meanings)), Set(found.flatMap(meanings)))
    for definition in found {
      switch definition {
      case _ where made.contains(definition): sum.equal += 1
      case _ where isOld && own.isSuperset(of: meanings(of: definition)): sum.old += 1
      default: sum.others.append("\(path): \(definition)")
      }
    }
    sum.others += made.filter { !theirs.isSuperset(of: meanings(of: $0)) }
      .map { "made for \(path): \($0)" }
  }

  /// What a definition says beyond its name and form: one for the table, and one for each key over it.
  private static func meanings(of definition: String) -> [String] {
    let text = definition.replacing(" COLLATE BINARY ASC", with: "")
    if text.contains("INDEX "), let columns = text.firstRange(of: " ON ") {
      return [String(text[columns.upperBound...])]
    }
    guard let key = text.firstRange(of: ", CONSTRAINT "),
      let columns = text[key.upperBound...].firstRange(of: " UNIQUE ")
    else { return [text] }
    let table = text.split(separator: " ")[2]
    return [text[..<key.lowerBound] + " )", "\(table) \(text[columns.upperBound...].dropLast())"]
  }

  @Test func `the tables of the history are defined as in a store of the platform`() throws {
    let path = try #require(Self.stores.first { $0.hasSuffix("/SampleModel2_V1.sqlite") })
    let store = try PlatformStore(at: Corpora.path(path))
    var schema = store.model
    schema.declaredPlatform = .swiftData
    let found = try store.connection.texts(
      "SELECT sql FROM sqlite_schema WHERE tbl_name LIKE 'A%' AND sql NOT NULL")
    #expect(try CoreDataDefinitions(of: schema).history == found)
  }

  @Test(arguments: stores)
  func `a store that is made has the same model, hashes and numbers, and no faults`(
    _ path: String
  ) throws {
    let folder = try TemporaryFolder()
    let store = try PlatformStore(at: Corpora.path(path))
    let document = SchemaDocument(schema: store.model)
    for objects in [nil, 3] {
      let copy = folder.path("\(objects ?? 0).sqlite")
      try PlatformSample.create(at: copy, of: document, objects: objects)
      let made = try PlatformStore(at: copy)
      #expect(made.model.entities == store.model.entities)
      #expect(made.model.composites == store.model.composites)
      #expect(made.hasModelOfMetadata)
      #expect(try Self.numbers(of: made) == Self.numbers(of: store))
      let report = try StoreVerifier.verify(made)
      #expect(report.findings == [])
      // Its model was made in code, with a maximum of -1, which a schema does not have.
      guard !path.contains("/SampleModel2_V") else { continue }
      let (own, theirs) = (made.source.metadata, store.source.metadata)
      #expect(own.versionHashes == theirs.versionHashes)
      #expect(theirs.versionHashesDigest.map { $0 == own.versionHashesDigest } ?? true)
      #expect(theirs.modelChecksum.map { $0 == own.modelChecksum } ?? true)
    }
  }

  /// The numbers of the entities and of those they inherit from, without the tables of the history.
  private static func numbers(of store: PlatformStore) throws -> [[SQLValue]] {
    try store.connection.rows("SELECT Z_ENT, Z_SUPER FROM Z_PRIMARYKEY WHERE Z_ENT < 16000")
  }

  @Test(arguments: Corpora.stores.filter { path in refused.contains { path.hasSuffix($0) } })
  func `a store whose table of links has no certain name is refused`(_ path: String) throws {
    let schema = try PlatformStore(at: Corpora.path(path)).model
    let error = #expect(throws: CoreDataObstacles.self) { try CoreDataDefinitions(of: schema) }
    #expect(
      error?.reasons
        == ["favoriteFolders", "favorites"].map {
          .linkToItself(entity: "BookmarkEntity", relationship: $0)
        })
  }
}
