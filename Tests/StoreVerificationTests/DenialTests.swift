import SQLite
import SchemaModel
import StoreLayout
import StoreVerification
import TestSupport
import Testing

/// Objects that `deny` protects may be deleted when all objects that need them are deleted, too.
struct DenialTests {
  private static let model = """
    schema: Denials
    version: 1.0.0
    entities:
      Node:
        attributes: {made: date?}
        relationships:
          next: {toOne: Node?, inverse: before, delete: deny}
          before: {toMany: Node, inverse: next, delete: nullify}
          kids: {toMany: Node, inverse: parents, delete: cascade}
          parents: {toMany: Node, inverse: kids, delete: nullify}
      Album:
        attributes: {made: date?}
        relationships: {songs: {toMany: Song, inverse: albums, delete: cascade}}
      Song:
        relationships: {albums: {toMany: Album, inverse: songs, delete: deny}}
      Case:
        attributes: {made: date?}
        relationships:
          lid: {toOne: Lid?, inverse: case, delete: deny}
          lids: {toMany: Lid, inverse: home, delete: cascade}
      Lid:
        relationships:
          case: {toOne: Case?, inverse: lid, delete: deny}
          home: {toOne: Case?, inverse: lids, delete: nullify}
    """

  private func prune(_ entity: String, _ content: String) throws -> (TestStore, PruneOutcome) {
    let store = try TestStore(Self.model, content)
    let options = PruneOptions(entity: entity, attribute: "made", before: 100)
    let plan = try StorePruner.plan(storeAt: store.path, options: options)
    let outcome = try StorePruner.apply(storeAt: store.path, options: options) { _ in "/b.json" }
    #expect(outcome.plan == plan)
    #expect(try store.findings() == [])
    return (store, outcome)
  }

  @Test(arguments: ["(1, 5, 2), (2, 5, NULL)", "(2, 5, 1), (1, 5, NULL)", "(1, 5, 2), (2, 5, 1)"])
  func `objects of one table that lead to each other are deleted together`(_ rows: String) throws {
    let (store, _) = try prune(
      "Node",
      """
      PRAGMA foreign_keys = OFF; INSERT INTO Node (_id, made, next) VALUES \(rows), (9, 900, NULL);
      """)
    #expect(try store.rows("SELECT _id FROM Node") == [[.integer(9)]])
  }

  @Test func `deleting an object that leads to one that stays is denied`() throws {
    #expect(throws: PruneError.self) {
      try prune(
        "Node",
        """
        INSERT INTO Node (_id, made) VALUES (9, 900), (2, 5);
        INSERT INTO Node (_id, made, next) VALUES (1, 5, 9);
        """)
    }
  }

  @Test func `objects denied through links are deleted with all their linked objects`() throws {
    let (store, outcome) = try prune(
      "Album",
      """
      INSERT INTO Album (_id, made) VALUES (1, 5), (2, 5), (3, 500);
      INSERT INTO Song (_id) VALUES (1), (2), (3);
      INSERT INTO Album_songs (albums, songs) VALUES (1, 1), (2, 1), (1, 2), (3, 3);
      """)
    #expect(outcome.plan.effects.removals == ["2 Album", "2 Song"])
    #expect(try store.rows("SELECT * FROM Album_songs") == [[.integer(3), .integer(3)]])
  }

  @Test func `objects of two tables that deny each other are deleted together`() throws {
    let (store, _) = try prune(
      "Case",
      """
      INSERT INTO "Case" (_id, made) VALUES (1, 5), (2, 500);
      INSERT INTO Lid (_id, home) VALUES (1, 1), (2, 2);
      UPDATE "Case" SET lid = _id;
      """)
    #expect(try store.rows("SELECT _id FROM Lid") == [[.integer(2)]])
  }

  @Test func `a chain of cascades deletes objects without a date, too`() throws {
    let (store, outcome) = try prune(
      "Node",
      """
      INSERT INTO Node (_id, made) VALUES (1, 5), (2, NULL), (3, NULL), (4, NULL);
      INSERT INTO Node_kids (parents, kids) VALUES (1, 2), (2, 3);
      """)
    #expect(outcome.plan.undated == 1)
    #expect(try store.rows("SELECT _id FROM Node") == [[.integer(4)]])
  }

  @Test(arguments: ["(1, 5, 2), (2, 5, 1)", "(1, 5, 1), (2, 5, 1), (3, 5, 2)"])
  func `objects of one table that must lead to each other are deleted together`(_ rows: String)
    throws
  {
    let store = try TestStore(
      """
      schema: Rings
      version: 1.0.0
      entities:
        N:
          attributes: {made: date?}
          relationships:
            next: {toMany: N, inverse: of, delete: deny}
            of: {toOne: N, inverse: next, delete: nullify}
      """, "PRAGMA foreign_keys = OFF; INSERT INTO N (_id, made, of) VALUES \(rows), (9, 900, 9);")
    let options = PruneOptions(entity: "N", attribute: "made", before: 100)
    let plan = try StorePruner.plan(storeAt: store.path, options: options)
    #expect(try StorePruner.apply(storeAt: store.path, options: options) { _ in "/b" }.plan == plan)
    #expect(try store.rows("SELECT _id FROM N") == [[.integer(9)]])
    #expect(try store.findings() == [])
  }
}
