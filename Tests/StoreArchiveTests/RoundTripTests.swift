import Foundation
import SQLiteStore
import StoreArchive
import Testing

/// The law: what is restored from a backup of a store is the store, and its backup is the backup.
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

  @Test func `a folder among the external files is passed over, as no value can be in it`() throws {
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

  @Test func `a folder that is named as values are is told, not left out`() throws {
    let store = try bench.makeStore("s.db", "CREATE TABLE t (a)")
    let folder = store + ".external/" + String(repeating: "0a", count: 32)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    #expect(throws: ArchiveError.irregularExternalFile(path: folder)) {
      try bench.backUp(store, as: "b.json")
    }
    #expect(try bench.names == ["s.db", "s.db.external"])
  }

  @Test(arguments: 1...40)
  func `stores of hostile names and values come back`(seed: UInt64) throws {
    var random = HostileRandom(seed: seed)
    let connection = try Connection(path: bench["s.db"], mode: .create)
    for _ in 0..<random.number(in: 1...4) { try random.makeTable(in: connection) }
    try expectRoundTrip(of: bench["s.db"])
  }
}

/// Makes tables that nobody should have, the same for the same seed.
private struct HostileRandom {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  // SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  mutating func number(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }

  mutating func one<Element>(of elements: [Element]) -> Element {
    elements[number(in: 0...elements.count - 1)]
  }

  mutating func makeTable(in connection: Connection) throws {
    let table = "\(name()) \(next())"
    var taken: Set<String> = ["rowid"]
    let columns =
      (0..<number(in: 1...6)).map { _ in name() }.filter {
        taken.insert($0.lowercased()).inserted
      } + ["key"]
    let types = columns.map { column in
      column == "key" ? "" : one(of: ["", "INTEGER", "REAL", "TEXT", "BLOB", "NUMERIC", "ANY"])
    }
    let key = one(of: [
      "", ", PRIMARY KEY (\"key\")", ", UNIQUE (\"key\" COLLATE NOCASE)",
      ", PRIMARY KEY (\"key\" DESC)",
    ])
    let hasNoRowID = key.contains("PRIMARY") && next() % 2 == 0
    let definitions = zip(columns, types).map { $0.quotedName + " " + $1 }
    try connection.execute(
      """
      CREATE TABLE \(name: table) (\(raw: definitions.joined(separator: ", "))\(raw: key))\
      \(raw: hasNoRowID ? "WITHOUT ROWID" : "")
      """)
    if next() % 2 == 0 {
      try connection.execute(
        "CREATE INDEX \(name: table + " index") ON \(name: table) (\(names: columns))")
    }
    let places = Array(repeating: "?", count: columns.count).joined(separator: ",")
    for row in 0..<number(in: 0...30) {
      var statement = try connection.prepare(
        "INSERT INTO \(name: table) VALUES (\(raw: places))")
      try statement.bind(columns.dropLast().map { _ in value() } + [.text("\(row)-\(next())")])
      _ = try statement.step()
    }
    try connection.execute("DELETE FROM \(name: table) WHERE abs(random()) % 5 = 0")
  }

  private mutating func name() -> String {
    one(of: [
      "a", "select", "a b", "\"", "'", "]", "`", "\\", "\\u0041", "é", "🦊", "a\nb", "\t", "$blob",
      "$text", "row", "table", "_rowid_", "oid", "?", "--", "/*", "{", "\u{1}", "a,b", "NULL",
    ])
  }

  private mutating func value() -> SQLValue {
    switch number(in: 0...5) {
    case 0: .null
    case 1: .integer(one(of: [.min, .max, 0, -1, 1 << 53 + 1, Int64(bitPattern: next())]))
    case 2: .real(real())
    case 3: .text(text())
    case 4: SQLValue(text: bytes())
    default: .blob(bytes())
    }
  }

  private mutating func real() -> Double {
    let any = Double(bitPattern: next())
    return one(of: [
      0, -0.0, 0.1, 1, -1, 1e15, 9_007_199_254_740_992, 1e22, 1e23, .infinity, -.infinity,
      .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1_700_000_000.123_456, any.isNaN ? 0 : any,
      any.isNaN ? 0 : any,
    ])
  }

  private mutating func text() -> String {
    let parts = [
      "", "plain", "12345678", "\0", "\u{1f}", "\"", "\\", "é", "読書", "🦊", "\u{7f}", "\u{2028}",
      " ",
      "\r\n", "1", "-0", "1e5", "}", "{", "\u{fffd}", "\u{feff}",
    ]
    return (0..<number(in: 0...12)).map { _ in one(of: parts) }.joined()
  }

  private mutating func bytes() -> [UInt8] {
    let some: [UInt8] = [0, 0x22, 0x5C, 0x41, 0x7F, 0x80, 0xC0, 0xC3, 0xA9, 0xE2, 0xED, 0xF0, 0xFF]
    return (0..<number(in: 0...20)).map { _ in
      next() % 3 == 0 ? UInt8(truncatingIfNeeded: next()) : one(of: some)
    }
  }
}

extension SQLValue {
  /// A text of any bytes.
  fileprivate init(text bytes: [UInt8]) {
    self = String(validating: bytes, as: UTF8.self).map(SQLValue.text) ?? .invalidText(bytes)
  }
}
