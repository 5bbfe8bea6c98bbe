import SQLite
import SchemaModel
import StoreLayout
import StoreVerification
import TestSupport
import Testing

/// A table of the user's own that refers to objects of the model.
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
  func `changes of a prune to the user's own table are reported`(
    _ action: String, _ rows: [String], _ altered: [String]
  ) throws {
    let store = try TestStore(Self.model, Self.content(action))
    let options = PruneOptions(entity: "Book", attribute: "made", before: 100)
    let plan = try StorePruner.plan(storeAt: store.path, options: options)
    #expect(plan.effects.resized == rows)
    #expect(plan.effects.named("altered").map(\.subject) == altered)
    let outcome = try StorePruner.apply(storeAt: store.path, options: options) { _ in "/b.json" }
    #expect(outcome.plan == plan)
  }

  private static let twice = """
    schema: Notes
    version: 1.0.0
    entities:
      Book:
        attributes: {name: string, code: string?, made: date}
        relationships: {notes: {toMany: Note, inverse: book, delete: cascade}}
        unique: [[name, code]]
      Note:
        relationships: {book: {toOne: Book?, inverse: notes, delete: nullify}}
    """

  private static var merging: RepairOptions {
    var options = RepairOptions.deleting
    options.merges = [
      DuplicateMerge(key: UniqueKey(entity: "Book", properties: ["name"]), keep: [.newest("made")])
    ]
    return options
  }

  private static let books = """
    INSERT INTO Book (_id, name, code, made) VALUES (1, 'a', 'x', 1), (2, 'b', 'y', 2), (3, 'a', 'z', 3);
    INSERT INTO Note (_id, book) VALUES (1, 1), (2, 2), (3, 3);
    """

  @Test(arguments: ["CASCADE", "SET NULL", "SET DEFAULT", "RESTRICT", "NO ACTION"])
  func `references to duplicates lead to the object that stays`(_ action: String) throws {
    let store = try TestStore(
      Self.twice,
      Self.books + """
        CREATE TABLE mark (text, book DEFAULT 2 REFERENCES Book ON DELETE \(action), made,
          name, code, FOREIGN KEY (name, code) REFERENCES Book (name, code) ON DELETE \(action));
        INSERT INTO mark VALUES ('m', 1, 1, 'a', 'x'), ('n', 2, 2, 'b', 'y'), ('o', '3', 3, NULL, 'x');
        """)
    let outcome = try StoreRepairer.apply(storeAt: store.path, options: Self.merging) { _ in "/b" }
    #expect(outcome.plan.effects.resized == [])
    #expect(outcome.plan.effects.altered == [])
    #expect(
      try store.rows("SELECT text, book, code FROM mark ORDER BY 1") == [
        [.text("m"), .integer(3), .text("z")], [.text("n"), .integer(2), .text("y")],
        [.text("o"), .text("3"), .text("x")],
      ])
  }

  @Test func `a row that cannot refer to the object that stays is reported`() throws {
    let store = try TestStore(
      Self.twice,
      Self.books + """
        CREATE TABLE mark (text, book UNIQUE REFERENCES Book (_id) ON DELETE CASCADE);
        INSERT INTO mark VALUES ('m', 1), ('n', 3);
        """)
    let outcome = try StoreRepairer.apply(storeAt: store.path, options: Self.merging) { _ in "/b" }
    #expect(outcome.plan.effects.resized == ["mark 2 1"])
  }

  @Test(arguments: ["RESTRICT", "NO ACTION"])
  func `a row that cannot refer to the object that stays prevents the merge`(_ action: String)
    throws
  {
    let store = try TestStore(
      Self.twice,
      Self.books + """
        CREATE TABLE mark (text, book UNIQUE REFERENCES Book (_id) ON DELETE \(action));
        INSERT INTO mark VALUES ('m', 1), ('n', 3);
        """)
    let error = #expect(throws: RepairError.self) {
      try StoreRepairer.apply(storeAt: store.path, options: Self.merging) { _ in "/b" }
    }
    guard case .referred(_, "mark", 1)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try store.rows("SELECT book FROM mark") == [[.integer(1)], [.integer(3)]])
  }

  @Test(arguments: [
    ("UPDATE ON Note BEGIN UPDATE Book SET made = 9 WHERE _id = 2", ["Book [\"made\"]"]),
    (
      "DELETE ON Book BEGIN DELETE FROM Book WHERE _id = 2; INSERT INTO Book (_id, name, made) VALUES (8, 'n', 8)",
      ["Book [\"_id\", \"name\", \"code\", \"made\"]"]
    ),
    ("DELETE ON Book BEGIN UPDATE Book SET name = 'n' WHERE _id = 3", ["Book [\"name\"]"]),
    (
      "DELETE ON Note WHEN OLD._id = 4 BEGIN UPDATE Note SET book = 2 WHERE _id = 3",
      ["Note [\"book\"]"]
    ),
  ])
  func `changes that a trigger makes in a repair are reported`(_ trigger: String, _ told: [String])
    throws
  {
    let store = try TestStore(
      Self.twice,
      Self.books
        + "INSERT INTO Note (_id, book) VALUES (4, 77); CREATE TRIGGER own AFTER \(trigger); END;")
    if trigger.contains("INSERT") { try store.execute("UPDATE Note SET book = NULL WHERE _id = 2") }
    let plan = try StoreRepairer.plan(storeAt: store.path, options: Self.merging)
    #expect(plan.effects.altered == told)
    let outcome = try StoreRepairer.apply(storeAt: store.path, options: Self.merging) { _ in "/b" }
    #expect(outcome.plan.effects == plan.effects)
  }

  @Test(arguments: [
    ("BEFORE UPDATE ON Note BEGIN SELECT RAISE(IGNORE)", "Note", 4, 3),
    ("AFTER DELETE ON Note WHEN OLD._id = 4 BEGIN DELETE FROM Note WHERE _id = 2", "Note", 3, 2),
    ("AFTER DELETE ON Book BEGIN INSERT INTO Book (name, made) VALUES ('n', 8)", "Book", 2, 3),
  ])
  func `a repair is undone where a trigger deletes or inserts objects`(
    _ trigger: String, _ table: String, _ expected: Int64, _ found: Int64
  ) throws {
    let store = try TestStore(
      Self.twice,
      Self.books
        + "INSERT INTO Note (_id, book) VALUES (4, 77); CREATE TRIGGER own \(trigger); END;")
    let notes = try store.rows("SELECT * FROM Note")
    let error = #expect(throws: RepairError.self) {
      try StoreRepairer.apply(storeAt: store.path, options: Self.merging) { _ in "/b" }
    }
    guard case .unforeseen(_, table, expected, found)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try store.rows("SELECT * FROM Note") == notes)
  }

  @Test(arguments: expected)
  func `changes of a repair to the user's own table are reported`(
    _ action: String, _ rows: [String], _ altered: [String]
  ) throws {
    let store = try TestStore(
      Self.model,
      Self.content(action) + "PRAGMA foreign_keys = OFF; DELETE FROM Book WHERE _id = 1;")
    let plan = try StoreRepairer.plan(storeAt: store.path, options: .deleting)
    #expect(plan.effects.resized == rows)
    #expect(plan.effects.named("altered").map(\.subject) == altered)
    let outcome = try StoreRepairer.apply(storeAt: store.path, options: .deleting) { _ in "/b.json"
    }
    #expect(outcome.plan.effects == plan.effects)
  }
}
