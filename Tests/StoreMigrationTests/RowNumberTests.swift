import Diagnostics
import MigrateKit
import MigrationPlanner
import SchemaModel
import StoreArchive
import StoreMigration
import StoreVerification
import Testing

/// The number of a row is not a property of an object: SQLite would give none for it, without an
/// error.
struct RowNumberTests {
  private static let names = ["rowid", "oid", "_rowid_", "Note.rowid", "ROWID"]

  private static func next(_ map: String) -> String {
    """
    schema: Shelf
    version: 2.0.0
    entities:
      Note: {attributes: {text: string, size: int?, more: int?}}
      Copy: {attributes: {text: string}}
    migration: {kind: custom, map: {\(map)}}

    """
  }

  private func problems(_ map: String) throws -> [String] {
    let first = """
      schema: Shelf
      version: 1.0.0
      entities: {Note: {attributes: {text: string, size: int?}}}

      """
    let history = try SchemaHistory(first, Self.next(map))
    let store = try TestStore(
      history.oldest, filledBy: "INSERT INTO Note (text, size) VALUES ('x', 1), ('y', 1);")
    do throws(MigrationError) {
      _ = try Migrator(history: history, options: .testing()).plan(for: store.path)
      return []
    } catch {
      let diagnostics = error.diagnostics(of: store.path)
      #expect(diagnostics.flatMap(\.notes).map(\.message) == ["the identity of an object is '_id'"])
      return diagnostics.map { "\($0.code): \($0.message)" }
    }
  }

  @Test(arguments: names)
  func `an expression, a condition and a preference cannot read the row number`(name: String) throws
  {
    let reason = "cannot be used: no such column: \(name)"
    #expect(
      try problems("Note: {more: {using: \"\(name)\"}}") == [
        "unusable-expression: the expression for 'Note.more' \(reason)"
      ])
    #expect(
      try problems("Note: {where: \"\(name) > 1\"}") == [
        "unusable-expression: the condition for the objects of 'Note' \(reason)"
      ])
    #expect(try problems("Copy: {from: {Note: {where: \"\(name) < 3\"}}}").count == 1)
    #expect(
      try problems("Note: {dedupe: {by: [size], keep: \"prefer(\(name) = 2)\"}}") == [
        "unusable-expression: the preference among the objects of 'Note' \(reason)"
      ])
  }

  @Test func `a query may read the row number of its table`() throws {
    #expect(
      try problems("Note: {more: {using: \"(SELECT count(rowid) FROM Note AS n)\"}}") == [])
  }
}
