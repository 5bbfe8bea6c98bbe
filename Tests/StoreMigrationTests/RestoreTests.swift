import MigrateKit
import SQLite
import MigrationPlanner
import SchemaModel
import SchemaYAML
import StoreArchive
import StoreMigration
import StoreVerification
import Testing

struct RestoreTests {
  @Test func `a backup becomes a store of a later version, and the old store is kept`() throws {
    let history = try Library.withNumericYear()
    let store = try TestStore(history.oldest, filledBy: Library.content)
    let backup = try #require(try migrated(store, history).backup)
    let later = try store.dump()
    let outcome = try Migrator(history: history, options: .testing())
      .restore(backup, to: store.path, isReplacing: true)
    #expect(outcome.source == Version(1))
    #expect(outcome.target == Version(2))
    #expect(
      try store.rows("SELECT _id, year FROM Book ORDER BY _id") == [
        [.integer(1), .integer(1815)], [.integer(5), .null], [.integer(9), .integer(1998)],
      ])
    let kept = try #require(outcome.restored.keptStore)
    #expect(try store.dump(of: kept) == later)
    #expect(
      try store.files == [
        "library.store", "library.store.before-restore-1", "library.store.v1.0.0.backup.json",
      ])
  }

  @Test func `a backup that cannot be migrated replaces nothing`() throws {
    let history = try Library.withNumericYear()
    let store = try TestStore(
      history.oldest,
      filledBy: Library.content + "UPDATE Book SET year = 'c. 1800' WHERE _id = 5;")
    let backup = store.folder + "/backup.json"
    try BackupWriter.write(try StoreFile.open(path: store.path, for: .reading), to: backup)
    let before = try store.dump()
    let error = #expect(throws: MigrationError.self) {
      try Migrator(history: history, options: .testing())
        .restore(backup, to: store.path, isReplacing: true)
    }
    #expect(error?.exitStatus == 4)
    #expect(try store.dump() == before)
    #expect(try store.files == ["backup.json", "library.store"])
  }
}
