import SQLiteStore
import SchemaModel
import StoreVerification
import Testing

/// A table of somebody's own that refers to objects of the model.
struct OwnTableTests {
  private static let model = """
    schema: Notes
    version: 1.0.0
    entities:
      Book:
        attributes: {made: date}
        relationships: {notes: {toMany: Note, inverse: book, delete: cascade}}
      Note:
        relationships: {book: {toOne: Book, inverse: notes, delete: nullify}}
    """

  private static func content(_ action: String) -> String {
    """
    INSERT INTO Book (_id, made) VALUES (1, 5), (2, 500);
    INSERT INTO Note (_id, book) VALUES (1, 1), (2, 2);
    CREATE TABLE mark (text, note REFERENCES Note (_id) ON DELETE \(action));
    INSERT INTO mark VALUES ('a', 1), ('b', 2);
    """
  }

  private static let expected = [("CASCADE", ["mark 2 1"], []), ("SET NULL", [], ["mark"])]

  @Test(arguments: expected)
  func `what a prune takes along of it is told`(
    _ action: String, _ rows: [String], _ altered: [String]
  ) throws {
    let store = try TestStore(Self.model, Self.content(action))
    let options = PruneOptions(entity: "Book", attribute: "made", before: 100)
    let plan = try StorePruner.plan(storeAt: store.path, options: options)
    #expect(plan.otherTables.map { "\($0.table) \($0.before) \($0.after)" } == rows)
    #expect(plan.alterations.map(\.table) == altered)
    let outcome = try StorePruner.apply(storeAt: store.path, options: options) { _ in "/b.json" }
    #expect(outcome.plan == plan)
  }

  @Test(arguments: expected)
  func `what a repair takes along of it is told`(
    _ action: String, _ rows: [String], _ altered: [String]
  ) throws {
    let store = try TestStore(
      Self.model,
      Self.content(action) + "PRAGMA foreign_keys = OFF; DELETE FROM Book WHERE _id = 1;")
    let plan = try StoreRepairer.plan(storeAt: store.path)
    #expect(plan.otherTables.map { "\($0.table) \($0.before) \($0.after)" } == rows)
    #expect(plan.alterations.map(\.table) == altered)
    let outcome = try StoreRepairer.apply(storeAt: store.path) { _ in "/b.json" }
    #expect(outcome.otherTables == plan.otherTables)
    #expect(outcome.alterations == plan.alterations)
  }
}
