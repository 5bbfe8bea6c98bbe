import Diagnostics
import MigrateKit
import SQLite
import StoreLayout
import MigrationPlanner
import SchemaModel
import SchemaYAML
import StoreMigration
import Testing

/// Values with a special stored form (bytes in files, zeros without a sign) make no difference to a
/// migration.
struct StoredFormTests {
  // MARK: Files of other objects

  private static func files(_ version: Int, using expression: String? = nil) -> String {
    """
    schema: Files
    version: \(version).0.0
    entities:
      A: {attributes: {n: string, d: {type: data, optional: true, storage: external}, size: int?}}
    \(expression.map { "migration: {map: {A: {size: {using: \"\($0)\"}}}}" } ?? "")

    """
  }

  @Test func `an expression that would read the name of another object's file is refused`() throws {
    let history = try SchemaHistory(
      Self.files(1), Self.files(2, using: "(SELECT max(length(other.d)) FROM A AS other)"))
    let store = try TestStore(history.oldest)
    let error = try #require(failure(of: store, history))
    #expect(
      error.diagnostics(of: store.path).map(\.message) == [
        "the expression for 'A.size' cannot be used: it reads 'A.d' of other objects, of which their"
          + " rows hold the name of a file and not the bytes; only an object's own files are read"
      ])
  }

  @Test func `a query within an expression may read the object's own file`() throws {
    let history = try SchemaHistory(
      Self.files(1), Self.files(2, using: "(SELECT max(length(A.d), count(*)) FROM A AS other)"))
    let store = try TestStore(history.oldest)
    let file = try ExternalFolder(ofStoreAt: store.path).keep([1, 2, 3]).name
    try store.execute("INSERT INTO A (n, d) VALUES ('x', '\(file)')")
    _ = try migrated(store, history)
    #expect(try store.rows("SELECT size FROM A") == [[.integer(3)]])
  }

  // MARK: Zero

  @Test func `a zero has no sign, whether it was stored in between or not`() throws {
    let texts = ["string?", "double?", "string?"].enumerated().map { position, type in
      Library.first.replacing("version: 1.0.0", with: "version: \(position + 1).0.0")
        .replacing("year: string?", with: "year: \(type)")
    }
    let history = try SchemaHistory(texts[0], texts[1], texts[2])
    let content = "INSERT INTO Book (_id, title, year) VALUES (1, '', '-0.0'), (2, '', '0')"
    let direct = try TestStore(history.oldest, filledBy: content)
    let stepwise = try TestStore(history.oldest, filledBy: content)
    _ = try migrated(direct, history)
    _ = try migrated(stepwise, history, .testing { $0.target = Version(2) })
    _ = try migrated(stepwise, history)
    let years: SQL = "SELECT year FROM Book ORDER BY _id"
    #expect(try direct.rows(years) == [[.text("0.0")], [.text("0.0")]])
    #expect(try stepwise.rows(years) == direct.rows(years))
  }
}
