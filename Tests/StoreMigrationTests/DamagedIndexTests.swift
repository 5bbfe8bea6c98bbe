import Diagnostics
import MigrateKit
import SQLiteStore
import SchemaModel
import StoreMigration
import TestSupport
import Testing

/// A store in which an index says something else than its table.
struct DamagedIndexTests {
  /// The index of the notes' books is left as it was while the notes get other ones.
  private func damagedStore() throws -> TestStore {
    let store = try TestStore(try Library.withPages().oldest, filledBy: Library.content)
    let row = try store.rows(
      "SELECT quote(name), quote(rootpage), quote(sql) FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'Note'"
    )[0]
    let values = row.map { if case .text(let text) = $0 { text } else { "NULL" } }
    try store.execute(
      "PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE name = \(values[0])")
    try store.execute("UPDATE Note SET book = 5 WHERE _id = 2")
    try store.execute(
      "PRAGMA writable_schema = ON; INSERT INTO sqlite_schema VALUES "
        + "('index', \(values[0]), 'Note', \(values[1]), \(values[2]))")
    return store
  }

  @Test func `a table is not written anew as long as its index says something else`() throws {
    let store = try damagedStore()
    let history = try Library.history(
      replacing: [("      text: string = \"\"", "      text: string")],
      migration: "  map: {Note: {text: {using: \"text || '!'\"}}}")
    let migrator = Migrator(history: history, options: .testing())
    let error = #expect(throws: MigrationError.self) { _ = try migrator.apply(to: store.path) }
    #expect(
      error?.diagnostics(of: "library.store").map(\.rendered) == [
        """
        the table 'Note' is damaged: row 2 missing from index Note_book_fk [damaged-store]
        - restore the last backup: migrate restore BACKUP library.store --replace
        - where only an index is wrong, and the rows are known to be right, SQLite's shell makes it \
        anew: sqlite3 library.store REINDEX
        """
      ])
    try store.execute("REINDEX")
    _ = try migrator.apply(to: store.path)
    #expect(try store.lines("SELECT text FROM Note WHERE book = 5") == ["witty!"])
  }

  @Test func `nobody asks for the indexes of a table of which no row is written`() throws {
    let store = try damagedStore()
    _ = try Migrator(history: Library.withPages(), options: .testing()).apply(to: store.path)
    #expect(try store.lines("SELECT pages FROM Book") == ["0", "0", "0"])
  }
}
