import Diagnostics
import Foundation
import SQLite
import SchemaExchange
import SchemaModel
import SchemaYAML
import StoreCreation
import StoreLayout
import StoreReading
import StoreVerification
import TestSupport
import Testing

/// Stores that are made as the platform would make them.
struct PlatformSampleTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let library = """
    schema: Library
    version: 1.0.0
    platform: coredata
    composites:
      Place: {attributes: {town: string?, code: int?, mark: "uuid?", since: "date?"}}
    entities:
      Author:
        attributes: {name: string, home: "Place?", works: {type: int?, derived: books.@count}}
        relationships:
          books: {toMany: Book, inverse: author, ordered: true}
          portrait: {toOne: "Picture?", inverse: author}
        unique: [[name]]
      Book:
        attributes:
          cover: {type: data, storage: external}
          isRead: bool
          key: uuid
          opinion: transformable
          price: decimal?
          rating: float?
          site: url?
          since: date?
          title: string
        relationships:
          author: {toOne: Author, inverse: books}
          notes: {toMany: Note, inverse: book, ordered: true}
        indexes: [[title, since]]
      Novel: {parent: Book, attributes: {mood: string?}}
      Note:
        attributes: {text: string, weight: double}
        relationships: {book: {toOne: "Book?", inverse: notes}}
      Picture:
        attributes: {bytes: data}
        relationships: {author: {toOne: "Author?", inverse: portrait}}
      Shelf:
        relationships:
          labels: {toMany: Tag}
          tags: {toMany: Tag, inverse: shelves, ordered: true}
      Tag: {attributes: {name: string}, relationships: {shelves: {toMany: Shelf, inverse: tags}}}
    """

  private func document(_ text: String = library) throws -> SchemaDocument {
    try SchemaReader.read(text: text, name: "V1.yaml")
  }

  /// Makes a store with five objects of each entity.
  private func makeStore(_ name: String = "default.store", seed: UInt64 = 1) throws -> String {
    let path = folder.path(name)
    try PlatformSample.create(at: path, of: document(), objects: 5, seed: seed)
    return path
  }

  @Test func `the header has the values that the platform writes`() throws {
    let header = [UInt8](try Data(contentsOf: URL(filePath: makeStore())).prefix(100))
    func number(_ offset: Int) -> Int {
      header[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    #expect(Int(header[16]) << 8 | Int(header[17]) == 4096)
    #expect(header[18...20] == [2, 2, 0], "a write-ahead log, and no reserved bytes")
    #expect(number(44) == 4, "the schema format")
    #expect(number(48) == 0, "the cache size")
    #expect(number(52) > 0 && number(64) == 1, "incremental vacuum")
    #expect(number(56) == 1, "UTF-8")
    #expect(number(60) == 0 && number(68) == 0, "no version, and no application")
  }

  @Test func `tables, rows and counters are as the platform has them`() throws {
    let store = try Connection(path: makeStore(), mode: .readOnly)
    #expect(
      try store.texts("SELECT name FROM sqlite_schema WHERE type = 'table'") == [
        "ZAUTHOR", "ZBOOK", "ZNOTE", "ZPICTURE", "ZSHELF", "Z_6TAGS", "ZTAG", "Z_PRIMARYKEY",
        "Z_METADATA", "Z_MODELCACHE",
      ])
    #expect(
      try store.texts(
        "SELECT Z_ENT || ' ' || Z_NAME || ' ' || Z_SUPER || ' ' || Z_MAX FROM Z_PRIMARYKEY") == [
          "1 Author 0 5", "2 Book 0 50", "3 Novel 2 0", "4 Note 0 500", "5 Picture 0 5",
          "6 Shelf 0 5", "7 Tag 0 5",
        ])
    #expect(
      try store.texts("SELECT DISTINCT Z_ENT || ' ' || Z_OPT FROM ZBOOK ORDER BY 1") == [
        "2 1", "3 1",
      ])
    #expect(
      try store.texts("SELECT Z_VERSION || ' ' || length(Z_UUID) FROM Z_METADATA") == ["1 36"])
  }

  @Test func `links have positions, the numbers of entities, and keys at both ends`() throws {
    let store = try Connection(path: makeStore(), mode: .readOnly)
    func count(_ condition: String) throws -> Int64? {
      try store.integer(SQL(raw: "SELECT count(*) FROM \(condition)"))
    }
    #expect(
      try store.texts(
        "SELECT CAST(Z_FOK_AUTHOR AS TEXT) FROM ZBOOK WHERE ZAUTHOR = 1 ORDER BY Z_FOK_AUTHOR LIMIT 3"
      )
        == ["2048", "3072", "4096"])
    #expect(try count("ZNOTE WHERE (ZBOOK IS NULL) <> (Z2_BOOK IS NULL)") == 0)
    #expect(try count("ZNOTE WHERE Z2_BOOK <> (SELECT Z_ENT FROM ZBOOK WHERE Z_PK = ZBOOK)") == 0)
    #expect(try count("ZPICTURE WHERE ZAUTHOR NOT NULL") ?? 0 > 0)
    #expect(
      try count("ZPICTURE AS p JOIN ZAUTHOR AS a ON a.Z_PK = p.ZAUTHOR AND a.ZPORTRAIT = p.Z_PK")
        == count("ZPICTURE WHERE ZAUTHOR NOT NULL"))
    #expect(try count("Z_6TAGS WHERE Z_FOK_7TAGS < 2048") == 0)
    #expect(try count("Z_6TAGS") ?? 0 > 0)
    #expect(try count("ZTAG WHERE Z6LABELS NOT NULL") ?? 0 > 0)
    #expect(try count("ZAUTHOR WHERE ZWORKS <> 10") == 0)
  }

  @Test func `data is in the row or in a file`() throws {
    let path = try makeStore()
    let store = try Connection(path: path, mode: .readOnly)
    let files = try store.texts(
      "SELECT CAST(substr(ZCOVER, 2, 36) AS TEXT) FROM ZBOOK WHERE substr(ZCOVER, 1, 1) = x'02'")
    let present = try FileManager.default.contentsOfDirectory(
      atPath: folder.path(".default_SUPPORT/_EXTERNAL_DATA"))
    #expect(!files.isEmpty)
    #expect(files.sorted() == present.sorted())
    #expect(
      try store.integer("SELECT count(*) FROM ZBOOK WHERE substr(ZCOVER, 1, 1) = x'01'") ?? 0 > 0)
    #expect(
      try store.texts("SELECT DISTINCT CAST(substr(ZOPINION, 1, 8) AS TEXT) FROM ZBOOK") == [
        "bplist00"
      ])
  }

  @Test func `the objects are the same as the sample data of a native store`() throws {
    let store = try PlatformStore(at: makeStore())
    #expect(store.objects.problems == [])
    #expect(store.hasModelOfMetadata)
    #expect(store.source.metadata.isMade(by: try document().schema) == true)
    #expect(try StoreVerifier.verify(store).findings == [])
    var native = try document()
    native.schema = native.schema.withDataInRows
    let path = folder.path("native.store")
    try SampleStore.create(at: path, of: native, objects: 5, seed: 1)
    let own = try Connection(path: path, mode: .readOnly)
    let queries: [SQL] = [
      "SELECT _id, name, portrait, json_extract(home, '$.town', '$.code', '$.mark') FROM Author ORDER BY 1",
      "SELECT _id, _entity, isRead, key, rating, site, title, author, cover, mood FROM Book ORDER BY 1",
      "SELECT _id, round(since, 3), CAST(price AS REAL) FROM Book ORDER BY 1",
      "SELECT _id, text, weight, book FROM Note ORDER BY 1",
      "SELECT _id, bytes FROM Picture ORDER BY 1",
      "SELECT shelves, tags, rank() OVER (ORDER BY shelves, _order_tags, tags) FROM Shelf_tags",
      "SELECT _id, name FROM Tag ORDER BY 1",
    ]
    for query in queries {
      let expected = try own.rows(query)
      #expect(try store.read { try $0.rows(query) } == expected, "\(query.text)")
    }
  }

  @Test func `the same seed gives the same store, and another seed another`() throws {
    let paths = try [makeStore("a.store"), makeStore("b.store"), makeStore("c.store", seed: 2)]
    let contents = try paths.map { path in
      try Connection(path: path, mode: .readOnly).rows("SELECT * FROM ZBOOK JOIN Z_METADATA")
    }
    #expect(contents[0] == contents[1])
    #expect(contents[0] != contents[2])
  }

  @Test func `an empty store has no rows`() throws {
    let path = folder.path("default.store")
    #expect(try PlatformSample.create(at: path, of: document()) == [:])
    let store = try PlatformStore(at: path)
    let report = try StoreVerifier.verify(store)
    #expect(report.findings == [])
    #expect(report.entities.allSatisfy { $0.count == 0 })
  }

  @Test func `nothing is overwritten, and nothing is left of a store that is refused`() throws {
    try folder.write("x", to: ".default_SUPPORT/y")
    #expect(throws: StoreCreationError.self) { try makeStore() }
    let refused = try document(
      #"schema: A\#nversion: 1.0.0\#nentities: {B: {attributes: {c: "[string]"}}}"#)
    #expect(throws: DiagnosticsError.self) {
      try PlatformSample.create(at: folder.path("a.store"), of: refused)
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path) == [".default_SUPPORT"])
  }

  @Test func `nothing is left of a store that cannot be finished, its files included`() throws {
    struct Ended: Error {}
    #expect(throws: Ended.self) {
      try PlatformSample.create(at: folder.path("a.store"), of: document(), objects: 5) {
        if $0.done == $0.total { throw Ended() }
      }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    try PlatformSample.create(at: folder.path("a.store"), of: document(), objects: 5)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [
        ".a_SUPPORT", "a.store",
      ])
  }

  @Test func `a model of SwiftData keeps enumerations in columns, and says its version`() throws {
    let path = folder.path("default.store")
    let text = """
      schema: Trips
      version: 2.1.0
      platform: swiftdata
      enums:
        Mood: {raw: string, cases: [good, bad]}
        Rank: {raw: int, cases: {low: 1, high: 2}}
        Shape: {raw: none, cases: [round, flat]}
      entities:
        Trip: {attributes: {mood: Mood, rank: "Rank?", shape: Shape}}
      """
    try PlatformSample.create(at: path, of: document(text), objects: 20)
    let store = try PlatformStore(at: path)
    #expect(store.source.metadata.versionIdentifiers == ["2.1.0"])
    #expect(store.source.metadata.isMade(by: try document(text).schema) == true)
    #expect(try StoreVerifier.verify(store).findings == [])
    let values = try store.connection.rows(
      """
      SELECT DISTINCT ZMOOD IN ('good', 'bad'), coalesce(ZRANK, 1) IN (1, 2),
        (ZROUND IS NULL) <> (ZFLAT IS NULL) FROM ZTRIP
      """)
    #expect(values == [[.integer(1), .integer(1), .integer(1)]])
  }
}
