import Foundation
import SQLite
import StoreArchive
import Testing

/// The law: a store restored from a backup equals the store, and its backup equals the backup.
struct RoundTripTests {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  private func expectRoundTrip(of store: String) throws {
    let backup = try bench.backUp(store, as: "b.json")
    let contents = try BackupReader.verify(backup)
    let outcome = try Restorer.restore(backup: backup, to: bench["r.db"])
    #expect(outcome.contents == contents)
    #expect(try content(of: bench["r.db"]) == content(of: store))
    let again = try bench.backUp(bench["r.db"], as: "again.json")
    #expect(try bench.text(again) == bench.text(backup))
    #expect(
      try StoreFile.open(path: bench["r.db"], for: .reading).texts("PRAGMA integrity_check")
        == ["ok"])
  }

  @Test func `a store with every kind of object comes back as it was`() throws {
    let store = try bench.makeStore("s.db", Samples.everyKindOfObject)
    try expectRoundTrip(of: store)
    let restored = try Connection(path: bench["r.db"], mode: .readWrite)
    #expect(try restored.rows("SELECT rowid FROM found('fox')") == [[.integer(5)]])
    try restored.execute("INSERT INTO early (a) VALUES ('z')")
    #expect(try restored.rows("SELECT last_insert_rowid()") == [[.integer(91)]])
  }

  @Test(arguments: ["UTF-16le", "UTF-16be"])
  func `text in UTF-16 comes back to the bit, valid or not`(encoding: String) throws {
    let store = try bench.makeStore(
      "s.db",
      """
      PRAGMA encoding = '\(encoding)';
      CREATE TABLE t (a, b TEXT UNIQUE);
      INSERT INTO t VALUES ('é🦊' || char(0) || 'x', ''), (x'FF', CAST(x'00D8' AS TEXT)),
        (CAST(x'FEFF0041' AS TEXT), CAST(x'FFFE4100' AS TEXT)), (CAST(x'D800D800' AS TEXT), NULL),
        (CAST(x'FEFFDC00' AS TEXT), CAST(x'FFFE00DC' AS TEXT)), (char(65279), char(65534));
      """)
    try expectRoundTrip(of: store)
  }

  @Test func `a store in WAL mode comes back in WAL mode, with no log left`() throws {
    let store = try bench.makeStore(
      "s.db", "PRAGMA journal_mode = WAL; CREATE TABLE t (a); INSERT INTO t VALUES (1)")
    try expectRoundTrip(of: store)
    #expect(try bench.bytes(bench["r.db"])[18...19] == [2, 2])
    #expect(try bench.names == ["again.json", "b.json", "r.db", "s.db"])
  }

  @Test func `an empty store comes back empty`() throws {
    try expectRoundTrip(of: try bench.makeStore("s.db", "PRAGMA user_version = 1"))
  }

  @Test func `values longer than every buffer come back`() throws {
    let store = try bench.makeStore(
      "s.db",
      """
      CREATE TABLE t (a);
      INSERT INTO t VALUES (hex(zeroblob(600000))), (randomblob(1200000)),
        (replace(hex(zeroblob(100000)), '00', 'é🦊"\u{1}')),
        (CAST(x'FF' || zeroblob(200000) AS TEXT)), (zeroblob(196608)), (zeroblob(196607));
      """)
    try expectRoundTrip(of: store)
  }

  @Test func `external files come back, whatever their size`() throws {
    let store = try bench.makeStore("s.db", "CREATE TABLE t (a)")
    let sizes = [0, 1, 196_608, 196_609, 500_000]
    try FileManager.default.createDirectory(
      atPath: store + ".external", withIntermediateDirectories: true)
    for size in sizes {
      _ = try bench.write((0..<size).map { UInt8($0 % 251) }, to: "s.db.external/\(size)")
    }
    let outcome = try Restorer.restore(
      backup: try bench.backUp(store, as: "b.json"), to: bench["r.db"])
    #expect(outcome.contents.externalFiles == 5)
    for size in sizes {
      #expect(
        try bench.bytes(bench["r.db.external/\(size)"])
          == bench.bytes(bench["s.db.external/\(size)"]))
    }
    #expect(try bench.names == ["b.json", "r.db", "r.db.external", "s.db", "s.db.external"])
  }

  @Test func `a folder among the external files is skipped, as it cannot hold a value`() throws {
    let store = try bench.makeStore("s.db", "CREATE TABLE t (a)")
    try FileManager.default.createDirectory(
      atPath: store + ".external/folder", withIntermediateDirectories: true)
    _ = try bench.write([1], to: "s.db.external/file")
    let outcome = try Restorer.restore(
      backup: try bench.backUp(store, as: "b.json"), to: store, isReplacing: true)
    #expect(outcome.contents.externalFiles == 1)
    #expect(try bench.bytes(store + ".external/file") == [1])
    #expect(FileManager.default.fileExists(atPath: store + ".external/folder"))
  }

  @Test func `a folder with the name of a value is reported, not left out`() throws {
    let store = try bench.makeStore("s.db", "CREATE TABLE t (a)")
    let folder = store + ".external/" + String(repeating: "0a", count: 32)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    #expect(throws: ArchiveError.irregularExternalFile(path: folder)) {
      try bench.backUp(store, as: "b.json")
    }
    #expect(try bench.names == ["s.db", "s.db.external"])
  }
}
