import StoreScript
import MigrateKit
import Diagnostics
import MigrationPlanner
import SchemaModel
import SchemaYAML
import StoreMigration
import StoreVerification
import Testing

/// Tables, indexes and triggers of the user's own in a native store, which a migration may break.
struct UnnamedTableTests {
  private static let first = """
    schema: Shop
    version: 1.0.0
    entities:
      A: {attributes: {c: string?, d: int?}, unique: [[d]], relationships: {b: {toOne: B?, inverse: as}}}
      B: {attributes: {n: string?}, relationships: {as: {toMany: A, inverse: b}}}

    """

  private static let content = """
    INSERT INTO B VALUES (1, 'p'), (2, 'q'), (3, 'p');
    INSERT INTO A (_id, c, d, b) VALUES (1, 'x', 1, 1), (2, 'y', 2, 2), (3, 'X', 3, 3);
    """

  private func told(
    _ map: String, _ objects: String, allowing allowed: Set<String> = []
  ) throws -> (codes: [String], gap: TrialGap?, error: MigrationError?) {
    let history = try SchemaHistory(
      Self.first,
      Self.first.replacing("version: 1.0.0", with: "version: 2.0.0")
        + "migration: {kind: custom, map: {\(map)}}\n")
    let store = try TestStore(history.oldest, filledBy: Self.content + objects)
    let options = MigrationOptions.testing { $0.allowedLosses = allowed }
    let plan = try Migrator(history: history, options: options).plan(for: store.path)
    let codes = plan.obstacles.flatMap { MigrationError.refused([$0]).diagnostics(of: store.path) }
      .map(\.code)
    return (codes, plan.trialGap, failure(of: store, history, options))
  }

  @Test(arguments: [
    (
      "A: {where: \"c <> 'y'\"}",
      "CREATE TABLE mine (x REFERENCES A(_id)); INSERT INTO mine VALUES (2)"
    ),
    (
      "A: {d: {using: d + 1}}", "CREATE TABLE mine (x REFERENCES A(d)); INSERT INTO mine VALUES (1)"
    ),
    (
      "B: {dedupe: {by: [n], keep: first}}",
      "CREATE TABLE mine (x REFERENCES B(_id)); INSERT INTO mine VALUES (3)"
    ),
  ])
  func `references to removed objects are reported`(map: String, objects: String) throws {
    let told = try told(map, objects)
    #expect(told.codes == ["broken-reference"])
    #expect(told.error != nil)
  }

  @Test func `references to objects that stay are no obstacle`() throws {
    let told = try told(
      "A: {where: \"c <> 'y'\"}",
      "CREATE TABLE mine (x REFERENCES A(_id), y); INSERT INTO mine VALUES (1, 1), (NULL, 2);"
        + "CREATE TABLE other (x REFERENCES mine(y)); CREATE UNIQUE INDEX one ON mine(y)")
    #expect(told.codes == [])
    #expect(told.gap == nil)
    #expect(told.error == nil)
  }

  @Test func `a unique index of the user's own is tried with the new values`() throws {
    let told = try told(
      "A: {c: {using: upper(c)}}", "CREATE UNIQUE INDEX mine ON A(c)",
      allowing: ["rewrite-attribute:A.c"])
    #expect(told.codes == ["failed-statement"])
    #expect(told.gap == nil)
    #expect(told.error != nil)
  }

  @Test(arguments: ["DELETE ON B", "UPDATE ON A"])
  func `triggers of the user's own do not act while objects are merged`(event: String) throws {
    let told = try told(
      "B: {dedupe: {by: [n], keep: first}}",
      "CREATE TABLE log (m); CREATE TRIGGER mine AFTER \(event) BEGIN INSERT INTO log VALUES (1);"
        + " END")
    #expect(told.codes == [])
    #expect(told.gap == nil)
    #expect(told.error == nil)
  }
}
