import SQLite
import MigrateKit
import MigrationPlanner
import StoreLayout
import Diagnostics
import SchemaModel
import SchemaYAML
import StoreMigration
import Testing

/// A declared expression deletes no value without approval.
struct DeclaredLossTests {
  // MARK: Files

  private static let firstFiles = """
    schema: Files
    version: 1.0.0
    entities:
      A: {attributes: {n: string, d: {type: data, optional: true, storage: external}}}
    """

  private static func files(_ entities: String, map: String) -> String {
    "schema: Files\nversion: 2.0.0\nentities: {\(entities)}\nmigration: {map: {A: {\(map)}}}\n"
  }

  private static let sameFiles =
    "A: {attributes: {n: string, d: {type: data, optional: true, storage: external}}}"

  private func filledFiles(_ history: SchemaHistory) throws -> TestStore {
    let store = try TestStore(history.oldest)
    let folder = ExternalFolder(ofStoreAt: store.path)
    let contents: [[UInt8]] = [[1, 2, 3], [4]]
    let names = try contents.map { try folder.keep($0).name }
    try store.execute(
      "INSERT INTO A (n, d) VALUES ('x', '\(names[0])'), ('y', '\(names[1])'), ('z', NULL)")
    return store
  }

  private func bytes(in store: TestStore) throws -> [[UInt8]?] {
    let folder = ExternalFolder(ofStoreAt: store.path)
    return try store.rows("SELECT d FROM A ORDER BY _id").map { row in
      guard case .text(let name) = row[0] else { return nil }
      return try folder.read(name)
    }
  }

  @Test func `an expression that only names a value in a file keeps the file`() throws {
    let history = try SchemaHistory(
      Self.firstFiles, Self.files(Self.sameFiles, map: "d: {using: 'd'}"))
    let store = try filledFiles(history)
    _ = try migrated(store, history)
    #expect(try bytes(in: store) == [[1, 2, 3], [4], nil])
  }

  @Test func `an expression sees the bytes of a file, and writes them to one`() throws {
    let history = try SchemaHistory(
      Self.firstFiles,
      Self.files(
        """
        A: {attributes: {n: string, d: {type: data, optional: true, storage: external}, \
        size: {type: int, optional: true}}}
        """,
        map: "d: {using: \"CAST(d || x'21' AS BLOB)\"}, size: {using: 'length(d)'}"))
    let store = try filledFiles(history)
    _ = try migrated(store, history)
    #expect(try bytes(in: store) == [[1, 2, 3, 0x21], [4, 0x21], nil])
    #expect(
      try store.rows("SELECT size FROM A ORDER BY _id") == [[.integer(3)], [.integer(1)], [.null]])
  }

  @Test func `a condition judges the bytes of a file and not its name`() throws {
    let history = try SchemaHistory(
      Self.firstFiles, Self.files(Self.sameFiles, map: "where: 'length(d) < 3'"))
    let store = try filledFiles(history)
    _ = try migrated(store, history)
    #expect(try bytes(in: store) == [[4]])
  }

  @Test func `a value that is not data cannot become the content of a file`() throws {
    let history = try SchemaHistory(
      Self.firstFiles, Self.files(Self.sameFiles, map: "d: {using: \"'hello'\"}"))
    let store = try filledFiles(history)
    let before = try store.dump()
    let error = try #require(failure(of: store, history))
    #expect(
      error.diagnostics(of: store.path).contains {
        $0.message.contains("only data can be kept in a file")
          || $0.notes.contains { $0.message.contains("only data can be kept in a file") }
      })
    #expect(try store.dump() == before)
    #expect(try bytes(in: store) == [[1, 2, 3], [4], nil])
  }

  // MARK: Positions

  private static func ordered(_ version: Int, back: String, map: String = "") -> String {
    """
    schema: Lists
    version: \(version).0.0
    entities:
      A:
        attributes: {n: string}
        relationships: {bs: {toMany: B, inverse: as, delete: nullify, ordered: true}}
      B:
        attributes: {n: string}
        relationships: {as: {\(back), inverse: bs, delete: nullify}}
    \(map.isEmpty ? "" : "migration: {map: {B: {as: {using: \"\(map)\"}}}}")
    """
  }

  private static let toOne = "toOne: A?"

  private static let lists = """
    INSERT INTO A (n) VALUES ('one'), ('two');
    INSERT INTO B (n, "as", _order_as) VALUES ('x', 1, 1), ('y', 1, 0), ('z', 2, 0), ('w', NULL, NULL);
    """

  @Test func `objects that keep their link keep their positions`() throws {
    let history = try SchemaHistory(
      Self.ordered(1, back: Self.toOne), Self.ordered(2, back: Self.toOne, map: "\\\"as\\\""))
    let store = try TestStore(history.oldest, filledBy: Self.lists)
    let before = try store.rows("SELECT _id, \"as\", _order_as FROM B ORDER BY _id")
    _ = try migrated(store, history)
    #expect(try store.rows("SELECT _id, \"as\", _order_as FROM B ORDER BY _id") == before)
  }

  @Test func `objects that an expression links to another object are placed last`() throws {
    let history = try SchemaHistory(
      Self.ordered(1, back: Self.toOne),
      Self.ordered(2, back: Self.toOne, map: "CASE n WHEN 'y' THEN NULL ELSE 2 END"))
    let store = try TestStore(history.oldest, filledBy: Self.lists)
    _ = try migrated(
      store, history, .testing { $0.allowedLosses = ["rewrite-relationship:B.as"] })
    #expect(
      try store.rows("SELECT n FROM B WHERE \"as\" = 2 ORDER BY _order_as") == [
        [.text("z")], [.text("x")], [.text("w")],
      ])
    #expect(
      try store.rows("SELECT count(*) FROM B WHERE (\"as\" IS NULL) <> (_order_as IS NULL)") == [
        [.integer(0)]
      ])
  }

  // MARK: Links

  @Test
  func `links of which an expression keeps one are counted, and the kept one keeps its position`()
    throws
  {
    let history = try SchemaHistory(
      Self.ordered(1, back: "toMany: A"), Self.ordered(2, back: Self.toOne, map: "1"))
    let store = try TestStore(
      history.oldest,
      filledBy: """
        INSERT INTO A (n) VALUES ('one'), ('two');
        INSERT INTO B (n) VALUES ('x'), ('y'), ('z');
        INSERT INTO A_bs VALUES (1, 1, 2), (1, 2, 1), (2, 2, 0), (2, 3, 1);
        """)
    let error = try #require(failure(of: store, history))
    #expect(error.exitStatus == 3)
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    let approvals = plan.migration.hops.flatMap(\.changes).compactMap(\.approval)
    // That of 'y' to 'two', and that of 'z', which leads to 'one' now.
    #expect(plan.losses.map(\.count) == [2])
    _ = try migrated(store, history, .testing { $0.allowedLosses = Set(approvals) })
    #expect(
      try store.rows("SELECT n FROM B WHERE \"as\" = 1 ORDER BY _order_as") == [
        [.text("y")], [.text("x")], [.text("z")],
      ])
  }

  // MARK: Inheritance

  @Test func `a renamed value does not remain as an inherited value`() throws {
    let history = try SchemaHistory(
      """
      schema: Heirs
      version: 1.0.0
      entities:
        P: {attributes: {n: string?}}
        C: {parent: P, attributes: {x: string?}}
      """,
      """
      schema: Heirs
      version: 2.0.0
      entities:
        P: {attributes: {n: string?, x: string?}}
        C: {parent: P, attributes: {y: {type: string, optional: true, renamedFrom: x}}}
      """)
    let store = try TestStore(
      history.oldest, filledBy: "INSERT INTO P (_entity, x) VALUES ('C', 'secret'), ('P', NULL)")
    _ = try migrated(store, history)
    #expect(
      try store.rows("SELECT x, y FROM P ORDER BY _id") == [
        [.null, .text("secret")], [.null, .null],
      ])
  }
}
