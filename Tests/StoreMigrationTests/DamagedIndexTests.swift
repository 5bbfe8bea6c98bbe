import Diagnostics
import Foundation
import MigrateKit
import SQLite
import MigrationPlanner
import SchemaModel
import SchemaYAML
import StoreMigration
import StoreVerification
import Testing
import TestSupport

/// A store with an index that disagrees with its table.
struct DamagedIndexTests {
  /// The index of the notes' books is left as it was while the notes get other ones.
  private func damagedStore(_ preparation: String = "") throws -> TestStore {
    let store = try TestStore(
      try Library.withPages().oldest, filledBy: Library.content + ";" + preparation)
    try Connection(path: store.path, mode: .readWrite).execute(
      "UPDATE Note SET book = 5 WHERE _id = 2", behind: "Note_book_fk")
    return store
  }

  private func rewritingNotes() throws -> SchemaHistory {
    try Library.history(
      replacing: [("      text: string = \"\"", "      text: string")],
      migration: "  map: {Note: {text: {using: \"text || '!'\"}}}")
  }

  @Test func `a table is not rewritten while its index disagrees with it`() throws {
    let store = try damagedStore()
    let migrator = Migrator(history: try rewritingNotes(), options: .testing())
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

  /// With these the index is checked next to the first statements, within a log, and at once.
  private static let preparations = [
    "", "PRAGMA journal_mode = WAL", "PRAGMA auto_vacuum = FULL; VACUUM",
    "CREATE VIRTUAL TABLE Words USING fts5(text)",
  ]

  @Test(arguments: preparations)
  func `a damaged store is unchanged, without a backup`(preparation: String) throws {
    let store = try damagedStore(preparation)
    let (files, before) = (try store.files, try store.dump())
    let error = failure(of: store, try rewritingNotes())
    #expect(error?.exitStatus == 2)
    #expect(error?.diagnostics(of: "library.store").map(\.code) == ["damaged-store"])
    #expect(try store.dump() == before)
    #expect(try store.files.filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") } == files)
  }

  @Test func `a store with an unreadable page is unchanged`() throws {
    let notes = """
      WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 4000)
      INSERT INTO Note (_id, text) SELECT i, 'a note of some length ' || i FROM n;
      """
    let store = try TestStore(
      try Library.withPages().oldest, filledBy: Library.content + notes)
    guard case .integer(let count) = try store.rows("PRAGMA page_count")[0][0] else {
      throw CancellationError()
    }
    let page = count / 2
    var bytes = try Data(contentsOf: URL(filePath: store.path))
    for offset in (Int(page) - 1) * 4096..<Int(page) * 4096 { bytes[offset] = 0xff }
    try bytes.write(to: URL(filePath: store.path))
    let options = MigrationOptions.testing { $0.backup = .none }
    let error = failure(of: store, try rewritingNotes(), options)
    #expect(error?.diagnostics(of: "library.store").map(\.code) == ["damaged-store"])
    #expect(try Data(contentsOf: URL(filePath: store.path)) == bytes)
  }

  @Test func `indexes of a table without written rows are not checked`() throws {
    let store = try damagedStore()
    _ = try Migrator(history: Library.withPages(), options: .testing()).apply(to: store.path)
    #expect(try store.lines("SELECT pages FROM Book") == ["0", "0", "0"])
  }

  @Test func `damage that the backup met is reported`() throws {
    let store = try TestStore(try Library.withPages().oldest, filledBy: Library.content)
    try Connection(path: store.path, mode: .readWrite).execute(
      "INSERT INTO Note (text, book) VALUES ('unseen', 1)", behind: "Note_book_fk")
    let outcome = try Migrator(history: Library.withPages(), options: .testing()).apply(
      to: store.path)
    guard case .migrated(let summary) = outcome else {
      Issue.record("nothing was migrated: \(outcome)")
      return
    }
    #expect(
      summary.remarks == [
        "an index of 'Note' is damaged, and says that it has another number of rows: see "
          + "'migrate verify'"
      ])
  }
}
