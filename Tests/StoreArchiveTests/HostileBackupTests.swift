import SQLite
import StoreArchive
import TestSupport
import Testing

/// The law for random stores: the restored store equals the store, and nothing but its own backup
/// is taken for it.
struct HostileBackupTests {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  private func makeStore(_ name: String, seed: UInt64) throws -> String {
    var store = HostileStore(seed: seed)
    try store.make(at: bench[name])
    return bench[name]
  }

  @Test(arguments: 1...40)
  func `stores of hostile names, values and objects come back, packed or not`(seed: UInt64) throws {
    let store = try makeStore("s.db", seed: seed)
    let name = seed.isMultiple(of: 2) ? "b.json" : "b.json.gz"
    let backup = try bench.backUp(store, as: name)
    let contents = try BackupReader.verify(backup)
    let outcome = try Restorer.restore(backup: backup, to: bench["r.db"])
    #expect(outcome.contents == contents)
    #expect(try content(of: bench["r.db"]) == content(of: store))
    let again = try bench.backUp(bench["r.db"], as: "again \(name)")
    #expect(try bench.bytes(again) == bench.bytes(backup))
    #expect(try integrity(of: bench["r.db"]) == integrity(of: store))
  }

  /// SQLite's own check, which finds fault with texts that begin like numbers.
  private func integrity(of store: String) throws -> [String] {
    try StoreFile.open(path: store, for: .reading).texts("PRAGMA integrity_check")
  }

  /// Refused with a place in the file, and no store is made of it.
  private func expectRefusal(of bytes: [UInt8], _ what: String) throws {
    let path = try bench.write(bytes, to: "bad.json")
    let error = #expect(throws: ArchiveError.self, "\(what)") {
      try Restorer.restore(backup: path, to: bench["bad.db"])
    }
    if let error {
      #expect(isPlaced(error, in: path), "\(what): \(error)")
    }
    #expect(try !bench.names.contains { $0.hasPrefix("bad.db") }, "\(what)")
  }

  /// Whether packed bytes mean the same, as where a bit is flipped that DEFLATE does not use.
  private func isSame(_ bytes: [UInt8], as name: String) throws -> Bool {
    let path = try bench.write(bytes, to: "flipped")
    guard name.hasSuffix(".gz"), let contents = try? BackupReader.verify(path) else {
      return false
    }
    return try contents == BackupReader.verify(bench[name])
  }

  private func isPlaced(_ error: ArchiveError, in path: String) -> Bool {
    switch error {
    case .notABackup(path), .newerFormat(path, _): true
    default: error.message.hasPrefix(path + ":")
    }
  }

  @Test(arguments: 1...8)
  func `backups of hostile stores are refused at the place where they are damaged`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let store = try makeStore("s.db", seed: seed)
    for name in ["b.json", "b.json.gz"] {
      let bytes = try bench.bytes(try bench.backUp(store, as: name))
      for _ in 0..<8 {
        let place = Int.random(in: 10..<bytes.count, using: &random)
        try expectRefusal(of: Array(bytes.prefix(place)), "\(name) cut at \(place)")
        var flipped = bytes
        flipped[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        if try !isSame(flipped, as: name) {
          try expectRefusal(of: flipped, "\(name) flipped at \(place)")
        }
        let other = Int.random(in: 10..<bytes.count, using: &random)
        var mixed = bytes
        mixed.swapAt(place, other)
        if mixed != bytes { try expectRefusal(of: mixed, "\(name), \(place) and \(other) mixed") }
      }
    }
  }

  @Test(arguments: 1...8)
  func `lines of another store's backup are refused among their own`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let own = try lines(seed: seed, as: "own")
    let foreign = try lines(seed: seed + 1000, as: "foreign")
    for _ in 0..<8 {
      let place = Int.random(in: 1..<own.count, using: &random)
      let line = random.pick(foreign)
      var changed = own
      if random.bool() { changed[place] = line } else { changed.insert(line, at: place) }
      guard changed != own else { continue }
      try expectRefusal(of: Array(changed.joined().utf8), "line \(place + 1): \(line)")
      var exchanged = own
      exchanged.swapAt(place, Int.random(in: 1..<own.count, using: &random))
      if exchanged != own {
        try expectRefusal(of: Array(exchanged.joined().utf8), "line \(place + 1) exchanged")
      }
    }
  }

  private func lines(seed: UInt64, as name: String) throws -> [String] {
    let store = try makeStore(name + ".db", seed: seed)
    return try bench.text(try bench.backUp(store, as: name + ".json"))
      .split(separator: "\n").map { $0 + "\n" }
  }
}
