import Foundation
import SQLite
import StoreArchive
import Testing

/// Backups so long that they are read back while they are written.
struct ReadBackTests {
  private let bench: Workbench
  private let store: Connection

  init() throws {
    bench = try Workbench()
    let path = try bench.makeStore(
      "s.db",
      """
      CREATE TABLE note (_id INTEGER PRIMARY KEY, text TEXT, cover BLOB);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30000)
      INSERT INTO note
      SELECT i, CASE WHEN i % 10000 = 0 THEN hex(randomblob(1000000)) ELSE hex(randomblob(120)) END,
        randomblob(16) FROM n;
      """)
    store = try StoreFile.open(path: path, for: .reading)
  }

  @Test(arguments: ["b.json", "b.json.gz"])
  func `a long backup is the one that is read afterwards`(name: String) throws {
    var told: [Int64] = []
    let written = try BackupWriter.write(store, to: bench[name]) {
      told.append($0.rows)
    }
    #expect(written.records == 30000)
    #expect(told.last == 30000)
    #expect(try BackupReader.verify(bench[name]) == written)
    try Restorer.restore(backup: bench[name], to: bench["r.db"])
    #expect(try content(of: bench["r.db"]) == content(of: bench["s.db"]))
  }

  @Test func `a backup that differs on the disk from what was written is refused`() throws {
    var isDamaged = false
    #expect(throws: ArchiveError.self) {
      try BackupWriter.write(
        store, to: bench["b.json"],
        writing: { _ in
          guard !isDamaged else { return }
          isDamaged = true
          try damage(bench["b.json.partial"], at: 5000)
        })
    }
    #expect(isDamaged)
    #expect(try FileManager.default.contentsOfDirectory(atPath: bench["."]).sorted() == ["s.db"])
  }

  @Test func `a cancelled backup leaves no file`() throws {
    struct Enough: Error {}
    #expect(throws: Enough.self) {
      try BackupWriter.write(
        store, to: bench["b.json"], readingBack: { _ in throw Enough() })
    }
    #expect(throws: Enough.self) {
      try BackupWriter.write(
        store, to: bench["b.json"], writing: { if $0.rows > 20000 { throw Enough() } })
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: bench["."]).sorted() == ["s.db"])
  }

  @Test func `a long backup that is damaged, or no longer wanted, leaves no store`() throws {
    struct Enough: Error {}
    try BackupWriter.write(store, to: bench["b.json"])
    #expect(throws: Enough.self) {
      try Restorer.restore(
        backup: bench["b.json"], to: bench["r.db"],
        progress: { if $0.rows > 20000 { throw Enough() } })
    }
    try damage(bench["b.json"], at: 5_000_000)
    #expect {
      try Restorer.restore(backup: bench["b.json"], to: bench["r.db"])
    } throws: {
      if case .malformed(_, let line, _, _)? = $0 as? ArchiveError { line > 10000 } else { false }
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: bench["."]).sorted()
        == ["b.json", "s.db"])
  }

  /// Alters a byte of a file as soon as the file exists.
  private func damage(_ path: String, at offset: UInt64) throws {
    let file = try FileHandle(forUpdating: URL(filePath: path))
    defer { try? file.close() }
    while try file.seekToEnd() <= offset { usleep(1000) }
    try file.seek(toOffset: offset)
    try file.write(contentsOf: [0x07])
  }
}
