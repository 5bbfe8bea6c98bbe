import Diagnostics
import MigrateKit
import MigrationPlanner
import SchemaModel
import SchemaYAML
import StoreMigration
import Testing

/// The hint for SQL that uses a sub-entity as a table.
struct SubEntityHintTests {
  private static let animals = """
    schema: Animals
    version: 1.0.0
    entities:
      Animal: {attributes: {name: string?}}
      Dog: {parent: Animal, attributes: {barks: int?}}
      Puppy: {parent: Dog}
      Owl: {attributes: {name: string?}}

    """

  @Test(arguments: [
    ("map: {Owl: {name: {using: \"(SELECT count(*) FROM Dog)\"}}}", "Dog", "IN ('Dog', 'Puppy')"),
    ("steps: [{sql: UPDATE Puppy SET barks = 2, touches: [Puppy]}]", "Puppy", "= 'Puppy'"),
  ])
  func `the hint says which rows are the objects of a sub-entity`(
    migration: String, entity: String, condition: String
  ) throws {
    let history = try SchemaHistory(
      Self.animals,
      Self.animals.replacing("version: 1.0.0", with: "version: 2.0.0")
        + "migration: {kind: custom, \(migration)}\n")
    let store = try TestStore(history.oldest)
    let error = try #require(failure(of: store, history))
    #expect(
      error.diagnostics(of: store.path).flatMap(\.notes).map(\.message)
        == ["objects of '\(entity)' are rows of 'Animal' with _entity \(condition)"])
  }
}
