import Foundation
import MigrateKit
import SQLite
import MigrationPlanner
import SchemaModel
import SchemaYAML
import StoreMigration
import StoreVerification
import Testing

/// A rehearsal ends as the migration would, and leaves the store and its folder as they were.
struct RehearsalTests {
  @Test func `a rehearsal reports what the migration would do, and changes nothing`() throws {
    let history = try Library.withPages()
    let store = try TestStore(history.oldest, filledBy: Library.content)
    let before = try bytes(of: store)
    let report = try Migrator(history: history, options: .testing()).rehearse(store.path)
    guard case .migrated(let summary) = report.ending else {
      Issue.record("not migrated: \(report.ending)")
      return
    }
    #expect(summary.target == Version(2))
    #expect(summary.rowsProved == 6)
    #expect(report.storeSize == Int64(before["library.store"]?.count ?? 0))
    // The backup at least.
    #expect(report.peakRoom > 0)
    #expect(try bytes(of: store) == before)
  }

  @Test func `a problem that would undo the migration ends the rehearsal`() throws {
    let history = try Library.withUniqueISBN()
    let store = try TestStore(
      history.oldest,
      filledBy: Library.content + "INSERT INTO Book (title, isbn) VALUES ('again', '978-2');")
    let before = try bytes(of: store)
    let report = try Migrator(history: history, options: .testing()).rehearse(store.path)
    guard case .failed(.rolledBack(.duplicates(let duplicates), backup: nil)) = report.ending else {
      Issue.record("not undone: \(report.ending)")
      return
    }
    #expect(duplicates.map(\.properties) == [["isbn"]])
    #expect(try bytes(of: store) == before)
  }

  @Test func `rows in the write-ahead log are rehearsed, too`() throws {
    let history = try Library.withPages()
    let store = try TestStore(history.oldest)
    let writer = try Connection(path: store.path, mode: .readWrite)
    try writer.executeScript("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0;")
    try writer.executeScript(Library.content)
    let before = try bytes(of: store, endingWith: [".store", "-wal"])
    let report = try Migrator(history: history, options: .testing()).rehearse(store.path)
    guard case .migrated(let summary) = report.ending else {
      Issue.record("not migrated: \(report.ending)")
      return
    }
    #expect(summary.rowsProved == 6)
    #expect(try bytes(of: store, endingWith: [".store", "-wal"]) == before)
  }

  @Test func `a rehearsal that is stopped leaves nothing behind`() throws {
    let history = try Library.withPages()
    let store = try TestStore(history.oldest, filledBy: Library.content)
    let before = try bytes(of: store)
    let options = MigrationOptions.testing { $0.isCancelled = { true } }
    #expect(throws: MigrationError.cancelled(backup: nil)) {
      try Migrator(history: history, options: options).rehearse(store.path)
    }
    #expect(try bytes(of: store) == before)
  }

  /// The contents of a store's folder, by the names of the files.
  private func bytes(
    of store: TestStore, endingWith suffixes: [String] = [""]
  ) throws -> [String: Data] {
    let names = try store.files.filter { name in suffixes.contains { name.hasSuffix($0) } }
    return Dictionary(
      uniqueKeysWithValues: try names.map { name in
        (name, try Data(contentsOf: URL(fileURLWithPath: "\(store.folder)/\(name)")))
      })
  }
}
