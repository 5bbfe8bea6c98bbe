import Files
import MigrateKit
import SchemaModel
import SchemaYAML
import StoreArchive
import StoreMigration
import Testing

/// Backups in SQLite's own form.
struct DatabaseBackupTests {
  private static let covers = Covers.external
  private static let titled = covers.replacing("version: 1.0.0", with: "version: 2.0.0")
    .replacing("title: string", with: "title: string?")

  @Test func `a copy is a store itself, and a restore brings back its rows and files`() throws {
    let history = try SchemaHistory(Self.covers, Self.titled)
    let store = try TestStore(
      history.oldest,
      filledBy: "INSERT INTO Book VALUES (7, 'Emma', NULL), (9, 'Persuasion', 'abc')")
    try FileSystem.makeFolder(store.path + ".external")
    try AtomicFile.write("cover", to: store.path + ".external/abc")
    let before = try store.dump()
    let backup = try #require(
      try migrated(store, history, .testing { $0.backup = .database }).backup)
    #expect(backup == store.path + ".v1.0.0.backup.sqlite")
    #expect(try store.dump(of: backup) == before)
    #expect(try FileSystem.contents(of: backup + ".external/abc") == Array("cover".utf8))
    #expect(try BackupReader.verify(backup).records == 3)

    let place = store.folder + "/restored.store"
    let outcome = try Restorer.restore(backup: backup, to: place)
    #expect(outcome.contents.records == 3)
    #expect(try store.dump(of: place) == before)
    #expect(try FileSystem.contents(of: place + ".external/abc") == Array("cover".utf8))
  }

  @Test func `each backup has a name of its own`() throws {
    let history = try SchemaHistory(Self.covers, Self.titled)
    let store = try TestStore(history.oldest)
    let options = MigrationOptions.testing { $0.backup = .database }
    let first = try #require(try migrated(store, history, options).backup)
    try Restorer.restore(backup: first, to: store.path, isReplacing: true)
    let second = try #require(try migrated(store, history, options).backup)
    #expect(second == store.path + ".v1.0.0.backup-2.sqlite")
  }

  @Test func `a store over the limit has a copy as its backup unless a document is asked for`()
    throws
  {
    let history = try SchemaHistory(Self.covers, Self.titled)
    let store = try TestStore(history.oldest)
    let large = MigrationOptions.testing { $0.documentLimit = 0 }
    let copy = try #require(try migrated(store, history, large).backup)
    #expect(copy == store.path + ".v1.0.0.backup.sqlite")
    try Restorer.restore(backup: copy, to: store.path, isReplacing: true)
    let document = MigrationOptions.testing { ($0.documentLimit, $0.backup) = (0, .document) }
    #expect(
      try migrated(store, history, document).backup == store.path + ".v1.0.0.backup-2.json")
  }

  @Test func `a damaged copy is not restored`() throws {
    let history = try SchemaHistory(Self.covers, Self.titled)
    let store = try TestStore(history.oldest)
    let backup = store.folder + "/copy.sqlite"
    _ = try migrated(store, history, .testing { $0.backup = .file(backup) })
    let bytes = try FileSystem.contents(of: backup)
    let cut = store.folder + "/cut.sqlite"
    try AtomicFile.write("", to: cut)
    try SystemFile.exclusive(cut).write(Array(bytes.prefix(bytes.count / 2)))
    let error = #expect(throws: ArchiveError.self) {
      try Restorer.restore(backup: cut, to: store.folder + "/restored.store")
    }
    #expect(error?.code == "damaged-backup")
    #expect(throws: ArchiveError.self) { try BackupReader.verify(cut) }
    #expect(!FileSystem.exists(store.folder + "/restored.store"))
  }

  @Test func `a page that is damaged in the middle is found`() throws {
    let history = try SchemaHistory(Self.covers, Self.titled)
    let store = try TestStore(
      history.oldest,
      filledBy: """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
        INSERT INTO Book SELECT i, 'title ' || i, NULL FROM n
        """)
    let backup = store.folder + "/copy.sqlite"
    _ = try migrated(store, history, .testing { $0.backup = .file(backup) })
    var bytes = try FileSystem.contents(of: backup)
    let middle = bytes.count / 2 / 4096 * 4096
    for position in middle..<middle + 64 { bytes[position] = 0xff }
    let damaged = store.folder + "/damaged.sqlite"
    try SystemFile.exclusive(damaged).write(bytes)
    let error = #expect(throws: ArchiveError.self) { try BackupReader.verify(damaged) }
    #expect(error?.code == "damaged-backup")
    let refusal = #expect(throws: ArchiveError.self) {
      try Restorer.restore(backup: damaged, to: store.folder + "/restored.store")
    }
    #expect(refusal?.code == "damaged-backup")
  }

  @Test func `files that a deleted backup left behind belong to no other backup`() throws {
    let history = try SchemaHistory(Self.covers, Self.titled)
    let store = try TestStore(history.oldest)
    try FileSystem.makeFolder(store.path + ".v1.0.0.backup.sqlite.external")
    let backup = try migrated(store, history, .testing { $0.backup = .database }).backup
    #expect(backup == store.path + ".v1.0.0.backup-2.sqlite")
  }

  @Test func `a copy is not written over a file`() throws {
    let history = try SchemaHistory(Self.covers, Self.titled)
    let store = try TestStore(history.oldest)
    let before = try store.dump()
    let backup = store.folder + "/copy.sqlite"
    try AtomicFile.write("mine", to: backup)
    #expect(throws: MigrationError.self) {
      try Migrator(history: history, options: .testing { $0.backup = .file(backup) })
        .apply(to: store.path)
    }
    #expect(try FileSystem.contents(of: backup) == Array("mine".utf8))
    #expect(try store.dump() == before)
  }
}
