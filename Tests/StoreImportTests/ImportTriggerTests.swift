import Diagnostics
import SQLite
import StoreImport
import StoreLayout
import StoreVerification
import TestSupport
import Testing

/// Changes that a trigger of the user's own makes to existing rows are reported.
struct ImportTriggerTests {
  private static let more = """
    [{"uuid": "8f9619ff-8b86-d011-b42d-00c04fc964ff", "title": "Cake", "books": ["winter"]}]
    """

  private func told(_ trigger: String) throws -> [String] {
    let store = try ImportStore()
    _ = try store.apply(ImportStore.records)
    try Connection(path: store.path, mode: .readWrite).executeScript(
      "CREATE TABLE own (a); INSERT INTO own VALUES (1); CREATE TRIGGER own AFTER INSERT \(trigger)"
    )
    let shown = try store.plan(Self.more)
    let outcome = try store.apply(Self.more)
    #expect(outcome.imported.map { "\($0.count) \($0.entity)" } == ["1 Recipe"])
    #expect(outcome.effects == shown.effects)
    return outcome.effects.resized
      + outcome.effects.altered
  }

  @Test func `changed values of existing objects are reported by table and column`() throws {
    #expect(
      try told(
        "ON Recipe BEGIN UPDATE Recipe SET title = 'x', servings = 9 WHERE _id <> NEW._id; END")
        == [#"Recipe ["title", "servings"]"#])
    #expect(
      try told("ON Book_recipes BEGIN UPDATE Book_recipes SET books = 2 WHERE recipes = 2; END")
        == ["Book_recipes []"])
    #expect(try told("ON Recipe BEGIN UPDATE own SET a = 2; END") == ["own []"])
  }

  @Test func `rows that a trigger deletes or inserts are reported by their number`() throws {
    #expect(
      try told("ON Recipe BEGIN DELETE FROM Note WHERE text = 'a'; END") == ["Note 3 2"])
    #expect(
      try told("ON Recipe BEGIN INSERT INTO own VALUES (2); END") == ["own 1 2"])
  }

  @Test(arguments: [
    ("BEFORE", "SELECT RAISE(IGNORE)", "passes it over"),
    ("AFTER", "DELETE FROM Recipe WHERE _id = NEW._id", "takes it away again"),
  ])
  func `nothing is imported where a trigger keeps a record out`(
    _ moment: String, _ act: String, _ reason: String
  ) throws {
    let store = try ImportStore()
    _ = try store.apply(ImportStore.records)
    try Connection(path: store.path, mode: .readWrite).executeScript(
      "CREATE TRIGGER own \(moment) INSERT ON Recipe BEGIN \(act); END")
    let error = #expect(throws: DiagnosticsError.self) { _ = try store.apply(Self.more) }
    let refusals = error?.diagnostics.filter { $0.code == "refused-record" } ?? []
    #expect(refusals.map { $0.message.contains(reason) } == [true])
  }

  @Test(arguments: [
    ("ON Recipe BEGIN UPDATE Recipe SET title = 'x' WHERE _id = NEW._id; END", "Recipe.title"),
    (
      "ON Book_recipes BEGIN UPDATE Recipe SET title = 'x' WHERE _id = NEW.recipes; END",
      "Recipe.title"
    ),
    (
      "ON Book_recipes BEGIN DELETE FROM Book_recipes WHERE recipes = NEW.recipes; END",
      "Recipe.books"
    ),
    ("ON Note BEGIN UPDATE Note SET recipe = NULL WHERE _id = NEW._id; END", "Note.recipe"),
    (
      """
      ON Note BEGIN DELETE FROM Note WHERE _id = NEW._id;
      INSERT INTO Note (_id, text, recipe, _order_recipe)
        VALUES (NEW._id, 'other', NEW.recipe, NEW._order_recipe); END
      """, "Note.text"
    ),
  ])
  func `a change that a trigger makes to an imported object is reported at its record`(
    _ trigger: String, _ property: String
  ) throws {
    let store = try ImportStore()
    _ = try store.apply(ImportStore.records)
    try Connection(path: store.path, mode: .readWrite).executeScript(
      "CREATE TRIGGER own AFTER INSERT \(trigger)")
    let more = """
      [{"uuid": "8f9619ff-8b86-d011-b42d-00c04fc964ff", "title": "Cake", "books": ["winter"], "notes": ["n"]}]
      """
    let outcome = try store.apply(more)
    #expect(
      outcome.altered.map(\.message) == [
        "'\(property)' is not in the store as it is here, in 1 place"
      ])
    #expect(outcome.altered.map(\.code) == ["differing-value"])
    #expect(outcome.effects.altered == [])
    #expect(outcome.effects.resized == [])
  }

  @Test func `nothing is imported where a trigger keeps a link out`() throws {
    let store = try ImportStore()
    _ = try store.apply(ImportStore.records)
    try Connection(path: store.path, mode: .readWrite).executeScript(
      "CREATE TRIGGER own BEFORE INSERT ON Book_recipes BEGIN SELECT RAISE(IGNORE); END")
    #expect(
      store.problems(Self.more) == [
        "1:78 refused-record the store passes it over, by a trigger or an ON CONFLICT of its own "
          + "(in record 1)"
      ])
  }

  private static let two = """
    [{"uuid": "8f9619ff-8b86-d011-b42d-00c04fc964ff", "title": "Cake", "books": ["winter"]},
    {"uuid": "9f9619ff-8b86-d011-b42d-00c04fc964ff", "title": "Soup", "books": ["winter"]}]
    """

  @Test(arguments: [
    (
      "DELETE FROM Recipe WHERE title = 'Cake'",
      "2:1 refused-record a trigger of the store takes away for it what record 1 brought (in record 2"
    ),
    (
      "SELECT RAISE(ROLLBACK, 'no two')",
      "2:1 refused-record the store does not take it: no two (in record 2"
    ),
  ])
  func `a record that undoes earlier records is refused`(_ act: String, _ problem: String) throws {
    let store = try ImportStore()
    _ = try store.apply(ImportStore.records)
    let connection = try Connection(path: store.path, mode: .readWrite)
    try connection.executeScript(
      "CREATE TRIGGER own BEFORE INSERT ON Recipe WHEN NEW.title = 'Soup' BEGIN \(act); END")
    let before = try connection.integer("SELECT count(*) FROM Recipe")
    #expect(store.problems(Self.two).map { $0.hasPrefix(problem) } == [true])
    #expect(try connection.integer("SELECT count(*) FROM Recipe") == before)
  }
}
