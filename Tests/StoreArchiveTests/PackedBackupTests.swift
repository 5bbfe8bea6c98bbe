import Foundation
import SQLite
import StoreArchive
import Testing

struct PackedBackupTests {
  private let bench: Workbench
  private let plain: [UInt8]
  private let packed: [UInt8]

  init() throws {
    bench = try Workbench()
    let store = try bench.makeStore(
      "s.db",
      """
      CREATE TABLE book (_id INTEGER PRIMARY KEY, title TEXT);
      INSERT INTO book VALUES (1, 'Emma'), (2, 'Ulysses');
      """)
    plain = try bench.bytes(try bench.backUp(store, as: "good.json"))
    packed = try bench.bytes(try bench.backUp(store, as: "good.json.gz"))
  }

  private func gzip(_ arguments: String...) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "gzip \"$@\"", "sh"] + arguments
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  private func failure(of bytes: some Sequence<UInt8>) throws -> ArchiveError? {
    let path = try bench.write(bytes, to: "bad.json.gz")
    do {
      _ = try BackupReader.verify(path)
      return nil
    } catch let error as ArchiveError {
      return error
    }
  }

  @Test func `a name that ends in gz gets the same text, packed as gzip packs`() throws {
    let path = try bench.write(packed, to: "copy.json.gz")
    try gzip("-d", path)
    #expect(try bench.bytes(bench["copy.json"]) == plain)
    #expect(packed.count < plain.count)
    let contents = try BackupReader.verify(bench["good.json.gz"])
    #expect(try BackupReader.verify(bench["good.json"]) == contents)
  }

  @Test func `a requested packing wins over the name, and the bytes decide when it is read`() throws
  {
    let store = try StoreFile.open(path: bench["s.db"], for: .reading)
    let contents = try BackupWriter.write(store, to: bench["b.json"], packing: .gzip)
    #expect(try bench.bytes(bench["b.json"]) == packed)
    try BackupWriter.write(store, to: bench["b.gz"], packing: BackupPacking.none)
    #expect(try bench.bytes(bench["b.gz"]) == plain)
    try Restorer.restore(backup: bench["b.json"], to: bench["r.db"])
    #expect(try content(of: bench["r.db"]) == content(of: bench["s.db"]))
    #expect(throws: Never.self) { try BackupReader.verify(bench["b.gz"], is: contents) }
  }

  @Test func `a backup packed by hand is read as well`() throws {
    _ = try bench.write(plain, to: "hand.json")
    try gzip("-9", bench["hand.json"])
    #expect(try BackupReader.verify(bench["hand.json.gz"]).records == 2)
    #expect(try BackupReader.isBackup(bench["hand.json.gz"]))
  }

  @Test func `a packed backup cut off at any byte is refused with a line`() throws {
    for length in 2..<packed.count {
      guard case .truncated(_, let line)? = try failure(of: packed.prefix(length)) else {
        Issue.record("\(length) bytes are not told to be cut short")
        continue
      }
      #expect((1...plain.count { $0 == 0x0A } + 1).contains(line))
    }
  }

  @Test(arguments: [UInt8(0x01), 0x10, 0x80])
  func `a packed backup with a bit flipped is refused, or means the same to the byte`(
    bit: UInt8
  ) throws {
    let contents = try BackupReader.verify(bench["good.json.gz"])
    var harmless = 0
    for index in packed.indices {
      var damaged = packed
      damaged[index] ^= bit
      guard try failure(of: damaged) == nil else { continue }
      // The time and the system, which nobody reads, and a few bits between DEFLATE's blocks.
      harmless += 1
      #expect(try BackupReader.verify(bench["bad.json.gz"]) == contents, "byte \(index)")
    }
    #expect(harmless < 12)
  }

  @Test func `damage is reported with its line and byte`() throws {
    var damaged = packed
    damaged[packed.count - 6] ^= 1
    let lines = plain.count { $0 == 0x0A }
    #expect(
      try failure(of: damaged)
        == .unpackable(
          path: bench["bad.json.gz"], line: lines, offset: Int64(packed.count - 4)))
    let text = Array(String(decoding: plain, as: UTF8.self).replacing("Emma", with: "Anna").utf8)
    _ = try bench.write(text, to: "forged.json")
    try gzip(bench["forged.json"])
    let error = try failure(of: text)
    guard case .damaged? = error else {
      Issue.record("not told to be damaged")
      return
    }
    #expect(try failure(of: bench.bytes(bench["forged.json.gz"])) == error)
  }

  @Test func `text after the end is refused, packed or not`() throws {
    let line = plain.count { $0 == 0x0A }
    #expect(
      try failure(of: packed + [0, 0, 0])
        == .unpackable(
          path: bench["bad.json.gz"], line: line, offset: Int64(packed.count + 2)))
    guard case .malformed(_, line, _, "the end of the backup")? = try failure(of: packed + packed)
    else {
      Issue.record("a second backup is not seen")
      return
    }
  }

  @Test func `a packed file with other content is not a backup, and is not replaced as one`() throws
  {
    let store = try StoreFile.open(path: bench["s.db"], for: .reading)
    for text in ["", "{}", "a diary", #"{"format": "other"}"#] {
      let path = try bench.write(text.utf8, to: "other")
      try gzip("-f", path)
      let bytes = try bench.bytes(path + ".gz")
      #expect(try failure(of: bytes) == .notABackup(path: bench["bad.json.gz"]), "\(text)")
      #expect(throws: ArchiveError.irreplaceable(path: path + ".gz", .noBackup)) {
        try BackupWriter.write(store, to: path + ".gz", isReplacing: true)
      }
      #expect(try bench.bytes(path + ".gz") == bytes)
    }
    try BackupWriter.write(store, to: bench["good.json.gz"], packing: .gzip, isReplacing: true)
    #expect(try bench.bytes(bench["good.json.gz"]) == packed)
  }

  @Test func `values longer than every buffer come back from a packed backup`() throws {
    let store = try bench.makeStore(
      "long.db",
      "CREATE TABLE t (a); INSERT INTO t VALUES (randomblob(1200000)), (zeroblob(9999999))")
    try Restorer.restore(backup: try bench.backUp(store, as: "long.json.gz"), to: bench["r.db"])
    #expect(try content(of: bench["r.db"]) == content(of: store))
  }

  @Test func `a rehearsal proves the whole and leaves nothing`() throws {
    let before = try bench.names
    let outcome = try Restorer.restore(
      backup: bench["good.json.gz"], to: bench["r.db"], isRehearsal: true)
    #expect(outcome.contents.records == 2)
    #expect(try bench.names == before)
    let store = try bench.bytes(bench["s.db"])
    #expect(throws: ArchiveError.exists(path: bench["s.db"])) {
      try Restorer.restore(backup: bench["good.json"], to: bench["s.db"], isRehearsal: true)
    }
    try Restorer.restore(
      backup: bench["good.json"], to: bench["s.db"], isReplacing: true, isRehearsal: true)
    #expect(try bench.bytes(bench["s.db"]) == store)
    #expect(try bench.names == before)
  }
}
