import Foundation
import MigrateKit
import MigrationPlanner
import SchemaModel
import SchemaYAML
import StoreArchive
import StoreCreation
import StoreMigration
import Testing

/// Files and folders that may not be written, and backups that cannot be made.
struct AccessTests {
  @Test func `a read-only store is refused and stays unchanged`() throws {
    let history = try Library.withPages()
    let store = try TestStore(history.oldest, filledBy: Library.content)
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: store.path)
    let error = try #require(failure(of: store, history))
    #expect(
      error
        == .refused([
          .notWritable(path: store.path, reason: "its permissions do not allow it")
        ]))
    #expect(error.exitStatus == 2)
    #expect(Migrator(history: history).inspect(store.path).state == .sound(Version(1)))
  }

  @Test(.enabled(if: geteuid() != 0, "the superuser may write to every folder"))
  func `a read-only folder is refused`() throws {
    let history = try Library.withPages()
    let store = try TestStore(history.oldest, filledBy: Library.content)
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: store.folder)
    defer {
      try? FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: store.folder)
    }
    #expect(
      failure(of: store, history)
        == .refused([
          .notWritable(path: store.folder, reason: "its permissions do not allow it")
        ]))
    #expect(try store.files == ["library.store"])
  }

  @Test func `a backup goes to the given path, but not over a file or out of reach`() throws {
    let history = try Library.withPages()
    let store = try TestStore(history.oldest, filledBy: Library.content)
    let before = try store.dump()
    let taken = store.folder + "/taken.json"
    try Data("mine".utf8).write(to: URL(filePath: taken))
    #expect(
      failure(of: store, history, .testing { $0.backup = .file(taken) })
        == .refused([
          .backupFailed(path: taken, reason: "'\(taken)' exists already and is left as it is")
        ]))
    let missing = store.folder + "/none/backup.json"
    #expect(
      failure(of: store, history, .testing { $0.backup = .file(missing) })
        == .refused([
          .missingFolder(path: store.folder + "/none")
        ]))
    #expect(try store.dump() == before)
    #expect(try store.files == ["library.store", "taken.json"])
    let place = store.folder + "/mine.json"
    #expect(try migrated(store, history, .testing { $0.backup = .file(place) }).backup == place)
  }

  @Test func `a link with the name of an external file prevents the migration`() throws {
    let history = try Library.withPages()
    let store = try TestStore(history.oldest, filledBy: Library.content)
    let folder = store.path + ".external"
    let link = folder + "/" + String(repeating: "a", count: 64)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: store.path)
    #expect(
      failure(of: store, history)
        == .refused([
          // Another place for the backup would not help.
          .unexpected("'\(link)' is no regular file, so it cannot be backed up")
        ]))
  }

  @Test func `a migration that is tried again does not pile up equal backups`() throws {
    let history = try Library.withUniqueISBN()
    let store = try TestStore(
      history.oldest,
      filledBy: Library.content + "INSERT INTO Book (_id, title, isbn) VALUES (11, '', '978-2')")
    for _ in 1...3 {
      guard case .rolledBack(_, let backup)? = failure(of: store, history) else {
        Issue.record("not rolled back")
        return
      }
      #expect(backup == store.path + ".v1.0.0.backup.json")
    }
    try store.execute("UPDATE Book SET title = 'other' WHERE _id = 11")
    _ = failure(of: store, history)
    #expect(
      try store.files == [
        "library.store", "library.store.v1.0.0.backup-2.json", "library.store.v1.0.0.backup.json",
      ])
  }
}
