import Foundation
import MigrateKit
import SQLite
import StoreLayout
import MigrationPlanner
import SchemaModel
import SchemaYAML
import StoreArchive
import StoreMigration
import StoreVerification
import Testing
import TestSupport

struct MigratorTests {
  @Test func `the books of Epilogue migrate from version 1 to 4 with every value they had`() throws
  {
    let history = try RepositorySchemas.history(of: "Epilogue")
    let store = try TestStore(
      history.oldest,
      filledBy: """
        INSERT INTO BookModel (_id, id, localId, title, author, dateAdded, rating)
          VALUES (1, 'a', 'A', 'Emma', 'Austen', 700000000.25, 4.5), (3, 'b', 'B', '', '', -1e300, NULL);
        INSERT INTO CapturedNote (_id, content, book) VALUES (2, 'a' || char(0) || 'b', 1), (4, NULL, NULL);
        INSERT INTO ReadingSession (_id) VALUES (9);
        """)
    let before = try store.rows("SELECT * FROM CapturedNote ORDER BY _id")
    let summary = try migrated(store, history)

    #expect(summary.source == Version(1))
    #expect(summary.target == Version(4))
    #expect(
      try store.rows(
        """
        SELECT _id, id, localId, title, author, dateAdded, rating, currentPage, coverImageData, keyThemes
        FROM BookModel ORDER BY _id
        """) == [
          [
            .integer(1), .text("a"), .text("A"), .text("Emma"), .text("Austen"),
            .real(700_000_000.25),
            .real(4.5), .integer(0), .null, .null,
          ],
          [
            .integer(3), .text("b"), .text("B"), .text(""), .text(""), .real(-1e300), .null,
            .integer(0), .null, .null,
          ],
        ])
    #expect(try store.rows("SELECT * FROM CapturedNote ORDER BY _id") == before)
    #expect(try store.rows("SELECT _id, bookModel FROM ReadingSession") == [[.integer(9), .null]])
  }

  @Test func `a migrated store has its identity, its history, and the path of its backup`() throws {
    let history = try Library.withPages()
    let store = try TestStore(history.oldest, filledBy: Library.content)
    let digest = try Migrator(history: history, options: .testing()).plan(for: store.path).digest
    let summary = try migrated(store, history)

    #expect(summary.backup == store.path + ".v1.0.0.backup.json")
    #expect(try store.files == ["library.store", "library.store.v1.0.0.backup.json"])
    let connection = try StoreFile.open(path: store.path, for: .reading)
    let identity = try #require(try connection.readIdentity())
    #expect(identity.version == Version(2))
    #expect(identity.definitionDigest == history.newest?.schema.definitionDigest)
    let record = try #require(try connection.readHistory().first)
    #expect(
      record
        == MigrationRecord(
          source: Version(1), target: Version(2), startedAt: 1000, finishedAt: 1000,
          duration: record.duration, toolVersion: "test", planDigest: digest,
          backup: "library.store.v1.0.0.backup.json", rowsRewritten: 0, seed: "seed",
          outcome: "migrated"))
  }

  @Test func `a store that has the version already is not written`() throws {
    let history = try Library.withPages()
    let store = try TestStore(history.versions[1], filledBy: Library.content)
    let before = try Data(contentsOf: URL(filePath: store.path))
    let outcome = try Migrator(history: history).apply(to: store.path)
    #expect(outcome == .alreadyCurrent(Version(2)))
    #expect(try Data(contentsOf: URL(filePath: store.path)) == before)
    #expect(try store.files == ["library.store"])
  }

  @Test func `a dry run checks everything and writes nothing`() throws {
    let history = try Library.withPages()
    let store = try TestStore(history.oldest, filledBy: Library.content)
    let before = try Data(contentsOf: URL(filePath: store.path))
    let migrator = Migrator(history: history, options: .testing { $0.isDryRun = true })
    let plan = try migrator.plan(for: store.path)
    #expect(try migrator.apply(to: store.path) == .rehearsed(plan))
    #expect(try Data(contentsOf: URL(filePath: store.path)) == before)
    #expect(try store.files == ["library.store"])
  }

  @Test func `the backup restores to the store as it was`() throws {
    let history = try Library.withPages()
    let store = try TestStore(history.oldest, filledBy: Library.content)
    let before = try store.dump()
    let backup = try #require(try migrated(store, history).backup)
    let restored = store.folder + "/restored.store"
    _ = try Restorer.restore(backup: backup, to: restored)
    #expect(try store.dump(of: restored) == before)
  }

  @Test func `without a backup the migration is the same and leaves no file`() throws {
    let history = try Library.withPages()
    let store = try TestStore(history.oldest, filledBy: Library.content)
    let summary = try migrated(store, history, .testing { $0.backup = .none })
    #expect(summary.backup == nil)
    #expect(try store.files == ["library.store"])
    #expect(
      try store.rows("SELECT sum(pages), count(*) FROM Book") == [[.integer(0), .integer(3)]])
  }

  @Test func `a backup never takes the name of an existing file`() throws {
    let history = try Library.withPages()
    let store = try TestStore(history.oldest, filledBy: Library.content)
    try Data("mine".utf8).write(to: URL(filePath: store.path + ".v1.0.0.backup.json"))
    let summary = try migrated(store, history)
    #expect(summary.backup == store.path + ".v1.0.0.backup-2.json")
    #expect(
      try String(contentsOfFile: store.path + ".v1.0.0.backup.json", encoding: .utf8) == "mine")
  }

  @Test func `fresh identifiers come from the seed, so that two runs agree`() throws {
    let history = try Library.history(
      replacing: [("      isbn: string?", "      isbn: string?\n      token: uuid = uuid()")])
    let tokens = try (0..<2).map { _ in
      let store = try TestStore(history.oldest, filledBy: Library.content)
      _ = try migrated(store, history)
      return try store.rows("SELECT token FROM Book ORDER BY _id")
    }
    #expect(tokens[0] == tokens[1])
    #expect(Set(tokens[0]).count == 3)
  }

  @Test func `a store with a write-ahead log is migrated with the rows in its log`() throws {
    let history = try Library.withPages()
    let store = try TestStore(history.oldest, filledBy: "PRAGMA journal_mode = WAL")
    let writer = try Connection(path: store.path, mode: .readWrite)
    try writer.executeScript("PRAGMA wal_autocheckpoint = 0;" + Library.content)
    _ = try migrated(store, history)
    #expect(
      try writer.rows("SELECT count(*), sum(pages) FROM Book") == [[.integer(3), .integer(0)]])
    #expect(try writer.texts("PRAGMA journal_mode") == ["wal"])
  }
}
