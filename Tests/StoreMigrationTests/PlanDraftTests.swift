import StoreScript
import MigrateKit
import SQLite
import SchemaModel
import StoreVerification
import Testing
@testable import StoreMigration

/// A plan made before the store is locked is valid as long as the store's definitions are
/// unchanged.
struct PlanDraftTests {
  private static func prepared(
    _ store: TestStore, _ history: SchemaHistory, knowing draft: PlanDraft? = nil
  ) throws -> StorePlanner.Prepared {
    let inspection = StoreInspector.open(
      path: store.path, history: history, assuming: nil, patience: 0
    ).inspection
    let connection = try Connection(path: store.path, mode: .readOnly)
    return try StorePlanner(history: history, options: MigrationOptions(), earlier: draft)
      .prepare(connection, inspection)
  }

  @Test func `rows that were added since are counted, and the plan is the same`() throws {
    let history = try Library.withNumericYear()
    let store = try TestStore(history.versions[0], filledBy: "")
    let first = try Self.prepared(store, history)
    #expect(first.scripts.map(\.estimatedRows) == [0])
    try store.execute("INSERT INTO Book (_id, title, year) VALUES (1, 'Emma', '1815')")
    let second = try Self.prepared(store, history, knowing: first.draft)
    #expect(second.scripts.map(\.estimatedRows) == [1])
    #expect(second.plan.digest == first.plan.digest)
  }

  @Test func `objects that were defined since are part of the plan`() throws {
    let history = try Library.withNumericYear()
    let store = try TestStore(history.versions[0], filledBy: "")
    let first = try Self.prepared(store, history)
    try store.execute("CREATE INDEX book_titles ON Book (title)")
    let second = try Self.prepared(store, history, knowing: first.draft)
    let made = second.scripts.flatMap(\.statements).map(\.sql).filter { $0.contains("book_titles") }
    #expect(made == ["CREATE INDEX book_titles ON Book (title)"])
    #expect(second.plan.digest != first.plan.digest)
  }

  @Test func `objects that were defined since and cannot be carried are refused`() throws {
    let history = try Library.withoutYear()
    let store = try TestStore(history.versions[0], filledBy: "")
    var options = MigrationOptions()
    options.allowedLosses = ["Book.year"]
    let inspect = {
      StoreInspector.open(
        path: store.path, history: history, assuming: nil, patience: 0
      ).inspection
    }
    let connection = try Connection(path: store.path, mode: .readOnly)
    let first = try StorePlanner(history: history, options: options)
      .prepare(connection, inspect())
    try store.execute("CREATE VIEW years AS SELECT year FROM Book")
    let planner = StorePlanner(history: history, options: options, earlier: first.draft)
    #expect(throws: MigrationRefusal.self) {
      try planner.prepare(Connection(path: store.path, mode: .readOnly), inspect())
    }
  }
}
