import Foundation
import MigrateKit
import SQLite
import MigrationPlanner
import SchemaModel
import SchemaYAML
import StoreArchive
import StoreMigration
import Testing

/// Files that a killed run leaves behind, and how the next run treats them.
struct KilledRunTests {
  @Test func `the journal of a killed process is reported, and the next run plays it back`() throws
  {
    let history = try Library.withNumericYear()
    let store = try TestStore(history.oldest, filledBy: Library.content)
    try store.execute(
      """
      WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n LIMIT 2000)
      INSERT INTO Book (_id, title, year) SELECT i, hex(zeroblob(50)), '1900' FROM n
      """)
    let before = try store.dump()
    let killed = store.folder + "/killed.store"
    // A cache this small is written out in the middle of the transaction. The files are then what
    // a power cut would leave.
    let writer = try Connection(path: store.path, mode: .readWrite)
    try writer.executeScript("PRAGMA cache_size = 2; BEGIN; UPDATE Book SET title = 'half'")
    for suffix in ["", "-journal"] {
      try FileManager.default.copyItem(atPath: store.path + suffix, toPath: killed + suffix)
    }
    try writer.execute("ROLLBACK")
    #expect(
      try Data(contentsOf: URL(filePath: killed)) != Data(contentsOf: URL(filePath: store.path)))

    let migrator = Migrator(history: history, options: .testing { $0.isDryRun = true })
    let state = migrator.inspect(killed).state
    #expect(state == .unopenable(.interruptedWrite(path: killed)))
    #expect(state.exitStatus == 5)
    #expect(throws: MigrationError.refused([.state(state)])) { try migrator.apply(to: killed) }
    guard
      case .migrated(let summary) = try Migrator(history: history, options: .testing()).apply(
        to: killed)
    else {
      Issue.record("not migrated")
      return
    }
    _ = try Restorer.restore(backup: try #require(summary.backup), to: killed + ".restored")
    #expect(try store.dump(of: killed + ".restored") == before)
  }

  @Test func `half a backup and a lock file are taken over and removed`() throws {
    let history = try Library.withPages()
    let store = try TestStore(history.oldest, filledBy: Library.content)
    for leftover in [".migrate-lock", ".v1.0.0.backup.json.partial"] {
      try Data("half".utf8).write(to: URL(filePath: store.path + leftover))
    }
    _ = try migrated(store, history)
    #expect(try store.files == ["library.store", "library.store.v1.0.0.backup.json"])
  }
}
