import Files
import Foundation
import SQLite
import SchemaModel
import StoreArchive
import StoreMigration
import TestSupport
import Testing

struct BackupRotationTests {
  private let folder: TemporaryFolder
  private var store: String { folder.path("s.db") }

  init() throws {
    folder = try TemporaryFolder()
    try Connection(path: folder.path("s.db"), mode: .create).executeScript(
      "CREATE TABLE t (a); INSERT INTO t VALUES (1)")
  }

  /// Writes a backup that is some minutes old.
  @discardableResult
  private func backUp(as name: String, minutes: Int) throws -> BackupContents {
    let contents = try BackupWriter.write(
      StoreFile.open(path: store, for: .reading), to: folder.path(name))
    try age(name, minutes)
    return contents
  }

  private func age(_ name: String, _ minutes: Int) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_800_000_000 - Double(minutes) * 60)],
      ofItemAtPath: folder.path(name))
  }

  private func rotate(
    _ newest: String, _ contents: BackupContents, keeping count: Int
  ) throws -> BackupRotation.Outcome {
    try BackupRotation(of: store, keeping: count, progress: { _ in })
      .run(after: folder.path(newest), of: contents)
  }

  @Test func `the oldest are removed, whatever their numbers, until the requested number is left`()
    throws
  {
    try backUp(as: "s.db.backup.json", minutes: 2)
    try backUp(as: "s.db.v1.0.0.backup-2.json", minutes: 4)
    try backUp(as: "s.db.backup-9.json.gz", minutes: 3)
    try backUp(as: "s.db.backup-4.json", minutes: 2)
    let newest = try backUp(as: "s.db.backup-10.json", minutes: 0)
    let outcome = try rotate("s.db.backup-10.json", newest, keeping: 2)
    #expect(
      outcome.removed.map(FilePath.name)
        == ["s.db.v1.0.0.backup-2.json", "s.db.backup-9.json.gz", "s.db.backup.json"])
    #expect(outcome.problems == [])
    #expect(try folder.names == ["s.db", "s.db.backup-10.json", "s.db.backup-4.json"])
  }

  @Test func `the new backup stays, even where its time is older than all others`() throws {
    try backUp(as: "s.db.backup.json", minutes: 1)
    let newest = try backUp(as: "s.db.backup-2.json", minutes: 99)
    _ = try rotate("s.db.backup-2.json", newest, keeping: 1)
    #expect(try folder.names == ["s.db", "s.db.backup-2.json"])
  }

  @Test func `a damaged backup is reported, and neither counted nor removed`() throws {
    try backUp(as: "s.db.backup.json", minutes: 3)
    try backUp(as: "s.db.backup-2.json", minutes: 2)
    let text = try folder.text("s.db.backup.json")
    try folder.write(String(text.dropLast(100)), to: "s.db.backup-3.json")
    try age("s.db.backup-3.json", 1)
    let newest = try backUp(as: "s.db.backup-4.json", minutes: 0)
    let outcome = try rotate("s.db.backup-4.json", newest, keeping: 2)
    #expect(outcome.removed.map(FilePath.name) == ["s.db.backup.json"])
    #expect(
      outcome.problems == [
        "\(folder.path("s.db.backup-3.json")):20: the backup ends here, and is not whole"
      ])
    #expect(
      try folder.names == [
        "s.db", "s.db.backup-2.json", "s.db.backup-3.json", "s.db.backup-4.json",
      ])
  }

  @Test func `other files stay, and so do backups of other stores`() throws {
    let names = [
      "other.db.backup.json", "s.db.backup.txt", "s.db.backup-0.json", "s.db.backup-02.json",
      "s.db.backup.json.bak", "s.db.v1.backup.json", "s.dbx.backup.json", "before.json",
    ]
    for name in names { try backUp(as: name, minutes: 9) }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("s.db.backup-5.json"), withDestinationPath: folder.path("before.json"))
    try FileManager.default.createDirectory(
      atPath: folder.path("s.db.backup-6.json"), withIntermediateDirectories: true)
    let other = try Connection(path: folder.path("other.db"), mode: .create)
    try other.executeScript("PRAGMA application_id = 7; CREATE TABLE t (a)")
    try BackupWriter.write(other, to: folder.path("s.db.backup-7.json"))
    let newest = try backUp(as: "s.db.backup-8.json", minutes: 0)
    let before = try folder.names
    let outcome = try rotate("s.db.backup-8.json", newest, keeping: 1)
    #expect(outcome.removed == [])
    #expect(outcome.problems == [])
    #expect(try folder.names == before)
  }

  /// Backs a store up to the folder `kept`, as `--output` does.
  private func keep(_ store: String, as name: String, minutes: Int) throws -> BackupContents {
    try FileManager.default.createDirectory(
      atPath: folder.path("kept"), withIntermediateDirectories: true)
    let contents = try BackupWriter.write(
      StoreFile.open(path: store, for: .reading), to: folder.path("kept/\(name)"))
    try age("kept/\(name)", minutes)
    return contents
  }

  private func note(_ name: String, _ contents: BackupContents, of store: String) throws {
    try BackupRegister(ofStoreAt: store, beside: folder.path("kept/\(name)"))
      .note(folder.path("kept/\(name)"), contents)
  }

  /// Another store whose file has the same name.
  private func namesake() throws -> String {
    try FileManager.default.createDirectory(
      atPath: folder.path("other"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: store, toPath: folder.path("other/s.db"))
    return folder.path("other/s.db")
  }

  @Test func `two stores of the same name each remove only their own backups from a folder`() throws
  {
    let namesake = try namesake()
    for (minutes, name) in ["s.db.backup.json", "s.db.backup-3.json"].enumerated() {
      try note(name, try keep(store, as: name, minutes: 9 - minutes), of: store)
    }
    try note(
      "s.db.backup-2.json", try keep(namesake, as: "s.db.backup-2.json", minutes: 20), of: namesake)
    let newest = try keep(store, as: "s.db.backup-4.json", minutes: 0)
    try note("s.db.backup-4.json", newest, of: store)
    let outcome = try rotate("kept/s.db.backup-4.json", newest, keeping: 2)
    #expect(outcome.removed.map(FilePath.name) == ["s.db.backup.json"])
    #expect(outcome.problems == [])
  }

  @Test func `a possible backup of another store is reported, and neither counted nor removed`()
    throws
  {
    _ = try keep(store, as: "s.db.backup.json", minutes: 3)
    _ = try keep(store, as: "s.db.backup-2.json", minutes: 2)
    let newest = try keep(store, as: "s.db.backup-3.json", minutes: 0)
    try note("s.db.backup-3.json", newest, of: store)
    let outcome = try rotate("kept/s.db.backup-3.json", newest, keeping: 1)
    #expect(outcome.removed == [])
    #expect(
      outcome.problems == [
        "nothing shows that '\(folder.path("kept/s.db.backup.json"))' and 1 more like it is a backup of "
          + "this very store"
      ])
  }

  @Test func `a backup that another store has put next to this store stays`() throws {
    let namesake = try namesake()
    let foreign = folder.path("s.db.backup.json")
    let contents = try BackupWriter.write(
      StoreFile.open(path: namesake, for: .reading), to: foreign)
    try BackupRegister(ofStoreAt: namesake, beside: foreign).note(foreign, contents)
    let newest = try backUp(as: "s.db.backup-2.json", minutes: 0)
    #expect(try rotate("s.db.backup-2.json", newest, keeping: 1).removed == [])
    #expect(try folder.names.contains("s.db.backup.json"))
  }

  @Test func `a database that shares no table is another store`() throws {
    try backUp(as: "s.db.backup.json", minutes: 3)
    try FileManager.default.removeItem(atPath: store)
    try Connection(path: store, mode: .create).executeScript("CREATE TABLE u (a)")
    let newest = try backUp(as: "s.db.backup-2.json", minutes: 0)
    #expect(try rotate("s.db.backup-2.json", newest, keeping: 1).removed == [])
  }

  @Test func `a number that is too large is not counted as a backup's`() throws {
    try backUp(as: "s.db.backup-9223372036854775807.json", minutes: 0)
    #expect(BackupPlace.besideStore(store, version: nil) == store + ".backup.json")
  }

  @Test func `a new backup is numbered after the last, so that no name means another`() throws {
    #expect(BackupPlace.besideStore(store, version: nil) == store + ".backup.json")
    try backUp(as: "s.db.backup-3.json.gz", minutes: 0)
    try backUp(as: "s.db.v1.0.0.backup-7.json", minutes: 0)
    #expect(BackupPlace.besideStore(store, version: nil) == store + ".backup-4.json")
    #expect(
      BackupPlace.besideStore(store, version: Version(1), packing: .gzip)
        == store + ".v1.0.0.backup-8.json.gz")
    #expect(
      BackupPlace.inFolder("elsewhere", of: store, version: nil, packing: .gzip)
        == "elsewhere/s.db.backup.json.gz")
  }
}
