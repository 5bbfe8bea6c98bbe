import SQLite
import Diagnostics
import Foundation
import MigrationPlanner
import SchemaModel
import SchemaYAML
import StoreArchive
import StoreVerification
import Testing
import StoreLayout
@testable import StoreMigration

struct PlanFileTests {
  @Test func `a saved plan is carried out as long as nothing has changed`() throws {
    let (history, store) = try saved()
    let plan = try PlanFile(contentsOf: store.folder + "/plan.json")
    // The rows may change in the meantime: the app continues to work.
    try store.execute("INSERT INTO Book (_id, title) VALUES (20, 'new')")
    #expect(failure(of: store, history, following: plan) == nil)
    #expect(try store.rows("SELECT count(pages) FROM Book") == [[.integer(4)]])
  }

  @Test func `the same plan gives the same bytes`() throws {
    let (history, store) = try saved()
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    let text = PlanFile.text(of: plan, history: history, toolVersion: "test")
    #expect(text == (try String(contentsOfFile: store.folder + "/plan.json", encoding: .utf8)))
    #expect(!text.contains(store.folder))
  }

  @Test func `a plan is stale when the store or a schema file has changed`() throws {
    let (history, store) = try saved()
    let plan = try PlanFile(contentsOf: store.folder + "/plan.json")
    try store.execute("CREATE VIEW titles AS SELECT title FROM Book")
    let error = try #require(failure(of: store, history, following: plan))
    #expect(error == .refused([.stalePlan(.store)]))
    #expect(error.exitStatus == 3)

    let edited = try Library.withPages(migration: "  after: [{count: Book}]")
    #expect(
      failure(of: store, edited, following: plan)
        == .refused([.stalePlan(.definition(Version(2)))]))
    #expect(try store.files == ["library.store", "plan.json"])
  }

  @Test func `two stages may lose values of one attribute`() throws {
    func version(_ number: Int, _ using: String) -> String {
      """
      schema: N
      version: \(number).0.0
      entities: {A: {attributes: {p: string?}}}
      migration: {kind: custom, map: {A: {p: {using: "\(using)"}}}}
      """
    }
    let first = "schema: N\nversion: 1.0.0\nentities: {A: {attributes: {p: string?}}}\n"
    let history = try SchemaHistory(
      first, version(2, "nullif(p, 'a')"), version(3, "nullif(p, 'b')"))
    let store = try TestStore(
      history.oldest, filledBy: "INSERT INTO A (p) VALUES ('a'), ('b'), ('b'), ('c')")
    let options = MigrationOptions.testing { $0.allowedLosses = ["rewrite-attribute:A.p"] }
    let plan = try Migrator(history: history, options: options).plan(for: store.path)
    let saved = PlanFile(plan, history: history, approvals: options.allowedLosses)
    #expect(saved.effects.filter { $0.kind == "lost" }.map(\.count) == [1, 2])
    #expect(failure(of: store, history, options, following: saved) == nil)
  }

  @Test func `a plan is stale when more would be lost than it lists`() throws {
    let history = try Library.withoutYear()
    let store = try TestStore(history.oldest, filledBy: Library.content)
    let options = MigrationOptions.testing { $0.allowedLosses = ["drop-attribute:Book.year"] }
    let plan = PlanFile(
      try Migrator(history: history, options: options).plan(for: store.path), history: history)
    #expect(plan.effects.map(\.approval) == ["drop-attribute:Book.year"])
    #expect(plan.effects.map(\.count) == [2])
    try store.execute("UPDATE Book SET year = '1850'")
    let before = try store.dump()
    #expect(
      failure(of: store, history, options, following: plan)
        == .refused([
          .stalePlan(
            .effect(saved: "lost: 2 values of Book.year", found: "lost: 3 values of Book.year"))
        ]))
    #expect(try store.dump() == before)
  }

  @Test func `losses that were approved for a plan are approved where it is carried out`() throws {
    let history = try Library.withoutYear()
    let store = try TestStore(history.oldest, filledBy: Library.content)
    let options = MigrationOptions.testing { $0.allowedLosses = ["drop-attribute:Book.year"] }
    let found = try Migrator(history: history, options: options).plan(for: store.path)
    let text = PlanFile.text(
      of: found, history: history, approvals: options.allowedLosses, toolVersion: "test")
    try text.write(toFile: store.folder + "/plan.json", atomically: true, encoding: .utf8)
    let plan = try PlanFile(contentsOf: store.folder + "/plan.json")
    #expect(plan.approvals == ["drop-attribute:Book.year"])
    #expect(failure(of: store, history, following: plan) == nil)
  }

  @Test func `a plan is for no store of the same tables that would lose as many other values`()
    throws
  {
    let history = try Library.withoutYear()
    let options = MigrationOptions.testing { $0.allowedLosses = ["drop-attribute:Book.year"] }
    let store = try TestStore(history.oldest, filledBy: Library.content)
    let plan = PlanFile(
      try Migrator(history: history, options: options).plan(for: store.path), history: history)
    func reason(_ change: String) throws -> MigrationError? {
      let other = try TestStore(history.oldest, filledBy: Library.content + change)
      let error = failure(of: other, history, options, following: plan)
      if error != nil { #expect(try other.rows("SELECT count(*) FROM Book") == [[.integer(3)]]) }
      return error
    }
    func stale(_ found: String?) -> MigrationError {
      let found = found.map { "lost: \($0) of Book.year" }
      return .refused([.stalePlan(.effect(saved: "lost: 2 values of Book.year", found: found))])
    }
    #expect(try reason("UPDATE Book SET year = '1700' WHERE year IS NOT NULL") == stale("2 values"))
    #expect(try reason("UPDATE Book SET year = NULL WHERE _id = 1") == stale("1 value"))
    #expect(try reason("UPDATE Book SET year = NULL") == stale(nil))
    #expect(try reason("UPDATE Book SET title = title || '!'") == nil)
    #expect(failure(of: store, history, options, following: plan) == nil)
  }

  @Test func `a plan is for its own store, which went another way to the same version`() throws {
    let history = try Library.withPages()
    let later = SchemaHistory(
      history.versions + [
        try SchemaReader.read(
          text: Library.first.replacing("version: 1.0.0", with: "version: 3.0.0")
            .replacing("year: string?", with: "year: string?\n      pages: int = 0\n      x: int?"),
          name: "V3.yaml")
      ])
    let stores = try (1...2).map { _ in try TestStore(history.oldest, filledBy: Library.content) }
    for (position, store) in stores.enumerated() {
      let time = Double(position)
      _ = try migrated(store, history, .testing { $0.clock = { time } })
    }
    let plan = PlanFile(
      try Migrator(history: later, options: .testing()).plan(for: stores[0].path), history: later)
    #expect(
      failure(of: stores[1], later, following: plan) == .refused([.stalePlan(.store)]))
    #expect(failure(of: stores[0], later, following: plan) == nil)
  }

  @Test func `a plan is stale where as many objects are left behind, and others`() throws {
    let history = try Library.history(migration: "  map: {Book: {where: \"title <> ''\"}}")
    let store = try TestStore(history.oldest, filledBy: Library.content)
    try store.execute("DELETE FROM Note")
    let plan = PlanFile(
      try Migrator(history: history, options: .testing()).plan(for: store.path), history: history)
    #expect(plan.effects.map(\.kind) == ["left-behind"])
    // An object that is added after the plan, and passes, does not change the choice.
    try store.execute("INSERT INTO Book (_id, title) VALUES (20, 'new')")
    let swap = "UPDATE Book SET title = CASE title WHEN '' THEN 'x' ELSE '' END WHERE _id IN"
    let empty = "(SELECT min(_id) FROM Book WHERE title = '')"
    try store.execute("\(swap) (20, \(empty))")
    #expect(
      failure(of: store, history, following: plan)
        == .refused([
          .stalePlan(.effect(saved: plan.effects[0].message, found: plan.effects[0].message))
        ]))
    try store.execute("UPDATE Book SET title = 'x' WHERE _id = 20")
    try store.execute("UPDATE Book SET title = '' WHERE title = 'x' AND _id <> 20")
    #expect(failure(of: store, history, following: plan) == nil)
  }

  @Test func `a plan is stale where another link stays of as many`() throws {
    let first = """
      schema: Shelf
      version: 1.0.0
      entities:
        Book: {attributes: {title: string}, relationships: {shelves: {toMany: Shelf}}}
        Shelf: {attributes: {built: int}}
      """
    let history = try SchemaHistory(
      first,
      first.replacing("version: 1.0.0", with: "version: 2.0.0")
        .replacing(
          "shelves: {toMany: Shelf}", with: "shelf: {toOne: Shelf?, renamedFrom: shelves}")
        + "\nmigration: {map: {Book: {shelf: {keep: newest(built)}}}}\n")
    let store = try TestStore(
      history.oldest,
      filledBy: """
        INSERT INTO Shelf (_id, built) VALUES (1, 10), (2, 20);
        INSERT INTO Book (_id, title) VALUES (1, 'a'), (2, 'b');
        INSERT INTO Book_shelves (_owner, shelves) VALUES (1, 1), (1, 2), (2, 1);
        """)
    let plan = PlanFile(
      try Migrator(history: history, options: .testing()).plan(for: store.path), history: history)
    #expect(plan.effects.map(\.kind) == ["chosen"])
    try store.execute("UPDATE Shelf SET built = 30 WHERE _id = 1")
    #expect(
      failure(of: store, history, following: plan)
        == .refused([
          .stalePlan(.effect(saved: plan.effects[0].message, found: plan.effects[0].message))
        ]))
    try store.execute("UPDATE Shelf SET built = 40 WHERE _id = 2")
    try store.execute("INSERT INTO Book_shelves (_owner, shelves) VALUES (2, 2)")
    try store.execute("DELETE FROM Book_shelves WHERE _owner = 2 AND shelves = 1")
    #expect(failure(of: store, history, following: plan) == nil)
  }

  @Test func `a plan is stale where as many values are lost by an expression, of other objects`()
    throws
  {
    let history = try Library.history(
      migration: "  map: {Book: {year: {using: \"nullif(year, '1815')\"}}}")
    let store = try TestStore(history.oldest, filledBy: Library.content)
    let options = MigrationOptions.testing { $0.allowedLosses = ["rewrite-attribute:Book.year"] }
    let plan = PlanFile(
      try Migrator(history: history, options: options).plan(for: store.path), history: history)
    #expect(plan.effects.map(\.kind) == ["lost", "rewritten"])
    #expect(plan.effects.map(\.count) == [1, 1])
    #expect(plan.effects[0].digest != nil)
    try store.execute("UPDATE Book SET year = CASE _id WHEN 1 THEN '1998' WHEN 9 THEN '1815' END")
    let error = failure(of: store, history, options, following: plan)
    #expect(
      error
        == .refused([
          .stalePlan(
            .effect(
              saved: "lost: 1 value of Book.year, of the object with _id 1",
              found: "lost: 1 value of Book.year, of the object with _id 9"))
        ]))
    try store.execute("UPDATE Book SET year = CASE _id WHEN 1 THEN '1815' WHEN 9 THEN '2001' END")
    #expect(failure(of: store, history, options, following: plan) == nil)
  }

  @Test
  func `a plan is stale where as many objects of a divided entity become nothing, and others`()
    throws
  {
    let history = try SchemaHistory(
      """
      schema: Pets
      version: 1.0.0
      entities:
        Dog: {attributes: {name: string, w: int}}
      """,
      """
      schema: Pets
      version: 2.0.0
      entities:
        Pet: {attributes: {name: string, w: int}}
      migration: {map: {Pet: {from: {Dog: {where: w > 1}}}}}
      """)
    let store = try TestStore(
      history.oldest,
      filledBy: "INSERT INTO Dog (_id, name, w) VALUES (1, 'a', 1), (2, 'b', 2), (3, 'c', 3);")
    let options = MigrationOptions.testing { $0.allowedLosses = ["drop-entity:Dog"] }
    let plan = PlanFile(
      try Migrator(history: history, options: options).plan(for: store.path), history: history)
    try store.execute("UPDATE Dog SET w = CASE _id WHEN 2 THEN 1 ELSE 5 END")
    #expect(
      failure(of: store, history, options, following: plan)
        == .refused([
          .stalePlan(
            .effect(
              saved: "lost: 1 object of Dog, of the object with _id 1",
              found: "lost: 1 object of Dog, of the object with _id 2"))
        ]))
  }

  @Test func `a plan for other versions is refused with both versions`() throws {
    let (history, store) = try saved()
    let plan = try PlanFile(contentsOf: store.folder + "/plan.json")
    let third = Library.first.replacing("version: 1.0.0", with: "version: 3.0.0")
    let longer = SchemaHistory(
      history.versions + [try SchemaReader.read(text: third, name: "V3.yaml")])
    var changed = plan
    changed.source = Version(0, 9)
    #expect(
      failure(
        of: store, longer, .testing { $0.allowedLosses = ["drop-attribute:Book.pages"] },
        following: plan) == .refused([.stalePlan(.target(saved: Version(2), asked: Version(3)))]))
    #expect(
      failure(of: store, history, .testing { $0.target = Version(1) }, following: plan)
        == .refused([.stalePlan(.target(saved: Version(2), asked: Version(1)))]))
    #expect(
      failure(of: store, history, following: changed)
        == .refused([.stalePlan(.version(saved: Version(0, 9), found: Version(1)))]))
  }

  @Test func `an edited plan is refused with the line`() throws {
    let (_, store) = try saved()
    let path = store.folder + "/plan.json"
    var lines = try String(contentsOfFile: path, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let line = try #require(lines.firstIndex { $0.contains("ADD COLUMN") })
    lines[line] = lines[line].replacing("DEFAULT 0", with: "DEFAULT 1")
    try lines.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
    #expect(throws: PlanFileProblem.edited(path: path, line: line + 1)) {
      _ = try PlanFile(contentsOf: path)
    }
  }

  @Test(arguments: [
    ("DEFAULT 0", "DEFAULT 1", "the steps for 'Book'"),
    ("+ attribute Book.pages: int = 0", "+ attribute Book.pages: int = 1", "the changes"),
    ("\"way\": \"alter\"", "\"way\": \"none\"", "the steps for 'Book'"),
  ])
  func `a plan that was edited and sealed again is not carried out`(
    old: String, new: String, part: String
  ) throws {
    let (history, store) = try saved()
    let path = store.folder + "/plan.json"
    let before = try store.dump()
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains(old))
    try Self.sealed(text.replacing(old, with: new)).write(
      toFile: path, atomically: true, encoding: .utf8)
    let plan = try PlanFile(contentsOf: path)
    let error = try #require(failure(of: store, history, following: plan))
    #expect(error == .refused([.stalePlan(.rewritten(part: part))]))
    #expect(error.exitStatus == 3)
    #expect(try store.dump() == before)
  }

  /// The text with a seal that is right again.
  private static func sealed(_ text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    lines.removeLast(4)
    let last = lines.removeLast()
    return SealedText.seal((lines + [String(last.dropLast()), "}"]).joined(separator: "\n"))
  }

  @Test func `a truncated plan is refused with its last line`() throws {
    let (_, store) = try saved()
    let path = store.folder + "/plan.json"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let half = String(text.prefix(text.count / 2))
    try half.write(toFile: path, atomically: true, encoding: .utf8)
    let lines = half.split(separator: "\n").count
    #expect(
      throws: PlanFileProblem.notAPlan(
        path: path, line: lines, expected: "the digest that ends a saved plan")
    ) { _ = try PlanFile(contentsOf: path) }
  }

  @Test(arguments: ["", "{}", "[1]", "not JSON at all\nin two lines\n"])
  func `other text is not a plan`(text: String) throws {
    let (_, store) = try saved()
    let path = store.folder + "/plan.json"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    #expect(throws: PlanFileProblem.self) { _ = try PlanFile(contentsOf: path) }
  }

  /// A store with a saved plan next to it.
  private func saved() throws -> (SchemaHistory, TestStore) {
    let history = try Library.withPages()
    let store = try TestStore(history.oldest, filledBy: Library.content)
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    try PlanFile.text(of: plan, history: history, toolVersion: "test")
      .write(toFile: store.folder + "/plan.json", atomically: true, encoding: .utf8)
    return (history, store)
  }
}
