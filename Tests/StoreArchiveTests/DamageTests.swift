import SQLite
import StoreArchive
import TestSupport
import Testing

struct DamageTests {
  private let bench: Workbench
  private let backup: [UInt8]

  init() throws {
    bench = try Workbench()
    let store = try bench.makeStore(
      "s.db",
      """
      CREATE TABLE book (_id INTEGER PRIMARY KEY, title TEXT, rating REAL, cover BLOB);
      CREATE TABLE note (text);
      INSERT INTO book VALUES (1, 'Emma', 4.5, x'0102'), (2, 'a\\"b', 9e999, NULL);
      INSERT INTO note VALUES ('one'), ('two');
      """)
    backup = try bench.bytes(try bench.backUp(store, as: "good.json"))
  }

  private func failure(of bytes: some Sequence<UInt8>) throws -> ArchiveError? {
    let path = try bench.write(bytes, to: "bad.json")
    do {
      _ = try BackupReader.verify(path)
      return nil
    } catch let error as ArchiveError {
      return error
    }
  }

  private var lines: [String] {
    String(decoding: backup, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func failure(ofLines lines: [String]) throws -> ArchiveError? {
    try failure(of: lines.map { $0 + "\n" }.joined().utf8)
  }

  @Test func `a backup cut off at any byte is refused with the line where it ends`() throws {
    for length in 0..<backup.count {
      let line = backup.prefix(length).count { $0 == 0x0A } + 1
      let expected: ArchiveError =
        line == 1
        ? .notABackup(path: bench["bad.json"]) : .truncated(path: bench["bad.json"], line: line)
      #expect(try failure(of: backup.prefix(length)) == expected, "\(length) bytes")
    }
  }

  @Test(arguments: [UInt8(0x01), 0x10, 0x80])
  func `a backup with a bit flipped anywhere is refused`(bit: UInt8) throws {
    for index in backup.indices {
      var damaged = backup
      damaged[index] ^= bit
      #expect(try failure(of: damaged) != nil, "byte \(index)")
    }
  }

  @Test func `lines that are dropped, doubled or exchanged are refused`() throws {
    for index in lines.indices {
      var fewer = lines
      fewer.remove(at: index)
      #expect(try failure(ofLines: fewer) != nil, "without line \(index + 1)")
      var more = lines
      more.insert(lines[index], at: index)
      #expect(try failure(ofLines: more) != nil, "line \(index + 1) twice")
      for other in lines.indices.suffix(from: index + 1) where lines[other] != lines[index] {
        var exchanged = lines
        exchanged.swapAt(index, other)
        #expect(try failure(ofLines: exchanged) != nil, "lines \(index + 1) and \(other + 1)")
      }
    }
  }

  @Test(arguments: [
    "", "\n", "{}", "[]", "{\"format\": \"other\"}\n", #"{"format": "migrate-backup"}"#,
    "{\"format\": \"migrate-backup\", \"formatVersion\": 0,\n",
    "{\"format\": \"migrate-backup\", \"formatVersion\": -1,\n", "SQLite format 3\0",
    String(repeating: "x", count: 1_000_000),
  ])
  func `a file that is not a backup is reported as such`(text: String) throws {
    #expect(try failure(of: text.utf8) == .notABackup(path: bench["bad.json"]))
  }

  @Test func `a backup of a newer format is reported as such`() throws {
    var newer = lines
    newer[0] = #"{"format": "migrate-backup", "formatVersion": 2,"#
    #expect(
      try failure(ofLines: newer) == .newerFormat(path: bench["bad.json"], version: 2))
  }

  private static let places: [(find: String, put: String, ArchiveError)] = [
    (#""userVersion":0"#, #""userVersion":x"#, malformed(2, 43, "a value")),
    (
      #""type":"table""#, #""type":"tuple""#,
      malformed(4, 9, "'table' or 'index' or 'view' or 'trigger'")
    ),
    (#""_id":1"#, #""_id": 1"#, malformed(12, 30, "a value")),
    (#""_id":1"#, #""_id":1.2.3"#, malformed(12, 30, "a number")),
    (#""_id":1"#, #""_id":01"#, malformed(12, 30, "an integer of 64 bits")),
    (#""_id":1"#, #""_id":9223372036854775808"#, malformed(12, 30, "an integer of 64 bits")),
    (#""title":"Emma""#, #""name":"Emma""#, malformed(12, 32, "the next column of the table")),
    (#""AQI=""#, #""AQI""#, malformed(12, 78, "Base64")),
    (#""AQI=""#, #""AQJ=""#, malformed(12, 78, "Base64")),
    (#""inf""#, #""Inf""#, malformed(13, 68, "'inf', '-inf' or 'nan'")),
    (#""one""#, #""\one""#, malformed(14, 43, "'u00'")),
    (#""one""#, #""\u0041""#, malformed(14, 46, "the code of a control character")),
    (#""one"}},"#, #""one"}}"#, malformed(15, 1, "'],'")),
    (#""rows":2}"#, #""rows":3}"#, malformed(14, 1, "a row of table 'book'")),
    (#""Emma""#, #""Anna""#, .damaged(path: "", lines: 1...18)),
    (#""records": 4"#, #""records": 5"#, wrongCount(26, of: .records, 5, 4)),
    (#""external": 0"#, #""external": 1"#, wrongCount(26, of: .externalFiles, 1, 0)),
    ("sha256:", "sha512:", malformed(26, 39, "', \"digest\": \"sha256:'")),
  ]

  private static func malformed(_ line: Int, _ column: Int, _ expected: String) -> ArchiveError {
    .malformed(path: "", line: line, column: column, expected: expected)
  }

  private static func wrongCount(
    _ line: Int, of counted: ArchiveError.Counted, _ expected: Int64, _ found: Int64
  ) -> ArchiveError {
    .wrongCount(path: "", line: line, of: counted, expected: expected, found: found)
  }

  @Test func `every mistake is reported with its place`() throws {
    for (find, put, expected) in Self.places {
      let text = String(decoding: backup, as: UTF8.self)
      let place = try #require(text.firstRange(of: find), "\(find)")
      let changed = text[..<place.lowerBound] + put + text[place.upperBound...]
      let message = try failure(of: changed.utf8)?.message
      #expect(
        message?.replacing(bench["bad.json"], with: "") == expected.message, "\(find) -> \(put)")
    }
  }

  @Test func `a wrong digest is reported, and so is text after it`() throws {
    var bytes = backup
    bytes[bytes.count - 5] ^= 1
    #expect(try failure(of: bytes) == .digestDiffers(path: bench["bad.json"], line: 26))
    #expect(
      try failure(of: backup + Array("more\n".utf8))?.message
        == "\(bench["bad.json"]):26:\(lines[25].count + 1): expected the end of the backup")
  }

  @Test func `damage in a large backup is placed within a few lines`() throws {
    let store = try bench.makeStore(
      "large.db",
      """
      CREATE TABLE t (a);
      WITH n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
      INSERT INTO t SELECT 'value ' || i FROM n;
      """)
    var bytes = try bench.bytes(try bench.backUp(store, as: "large.json"))
    let place = bytes.count / 2
    let digit = try #require(bytes[place...].firstIndex(of: 0x31))
    bytes[digit] = 0x32
    let line = bytes.prefix(digit).count { $0 == 0x0A } + 1
    guard case .damaged(_, let lines)? = try failure(of: bytes) else {
      Issue.record("not told to be damaged")
      return
    }
    #expect(lines.contains(line))
    #expect(lines.count < 2000)
  }

  @Test func `a wrong sum is reported with its table`() throws {
    // A forged backup with correct checks and digest, but a wrong sum.
    let text = String(decoding: backup, as: UTF8.self)
    let sum = try #require(text.firstRange(of: #""table":"note","sum":""#))
    var bytes = Array(text.utf8)
    let index = text.utf8.distance(from: text.startIndex, to: sum.upperBound)
    bytes[index] = bytes[index] == 0x30 ? 0x31 : 0x30
    let digest = Sha256.of(bytes.dropLast(68))
    bytes.replaceSubrange(bytes.count - 68..<bytes.count - 4, with: digest.utf8)
    #expect(
      try failure(of: bytes)
        == .contentDiffers(path: bench["bad.json"], line: 24, table: "note"))
  }

  @Test func `a backup that was written by another run is not taken for this one`() throws {
    let written = try BackupReader.verify(bench["good.json"])
    let other = try bench.makeStore("other.db", "CREATE TABLE t (a)")
    let path = try bench.backUp(other, as: "other.json")
    #expect(throws: ArchiveError.anotherBackup(path: path)) {
      try BackupReader.verify(path, is: written)
    }
  }

  @Test(arguments: ["", "WITHOUT ROWID"])
  func `rows of which an index knows nothing are in the backup`(_ kind: String) throws {
    let bench = try Workbench()
    let store = try bench.makeStore(
      "a.db",
      """
      CREATE TABLE T (a, b, PRIMARY KEY (b)) \(kind);
      CREATE INDEX I ON T (a); INSERT INTO T VALUES (1, 'x')
      """)
    let connection = try Connection(path: store, mode: .readWrite)
    try connection.execute("INSERT INTO T VALUES (2, 'y'), (3, 'z')", behind: "I")
    #expect(try connection.integer("SELECT count(a) FROM T INDEXED BY I WHERE a > 0") == 1)
    let contents = try BackupWriter.write(connection, to: bench["a.json"])
    #expect(contents.records == 3)
    #expect(contents.miscountedTable == "T")
    _ = try Restorer.restore(backup: bench["a.json"], to: bench["b.db"])
    let restored = try StoreFile.open(path: bench["b.db"], for: .reading)
    #expect(try restored.integer("SELECT count(*) FROM T") == 3)
    #expect(try bench.names == ["a.db", "a.json", "b.db"])
  }

  @Test(
    arguments: ["CREATE INDEX I ON T (a COLLATE NOCASE);", "CREATE INDEX I ON T (abs(a));"],
    ["", "WITHOUT ROWID"])
  func `an index that only the app can read keeps nothing from being backed up`(
    _ index: String, _ kind: String
  ) throws {
    let bench = try Workbench()
    let store = try bench.makeStore(
      "a.db",
      """
      CREATE TABLE T (a, b, PRIMARY KEY (b)) \(kind); \(index) INSERT INTO T VALUES ('x', 'y');
      PRAGMA writable_schema = ON; UPDATE sqlite_schema
        SET sql = replace(replace(sql, 'NOCASE', 'app'), 'abs', 'app') WHERE name = 'I';
      """)
    let connection = try Connection(path: store, mode: .readOnly)
    let contents = try BackupWriter.write(connection, to: bench["a.json"])
    #expect(contents.records == 1)
    #expect(contents.miscountedTable == nil)
  }

  @Test(arguments: ["WITHOUT ROWID", ""])
  func `a key that only the app can compare keeps nothing from being backed up`(
    _ clause: String
  ) throws {
    let bench = try Workbench()
    let store = try bench.makeStore(
      "a.db",
      """
      CREATE TABLE T (a TEXT COLLATE NOCASE, b, PRIMARY KEY (a, b)) \(clause);
      CREATE INDEX I ON T (b); INSERT INTO T VALUES ('x', 1), ('X', 2), ('y', 3);
      PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'NOCASE', 'app');
      """)
    let connection = try Connection(path: store, mode: .readOnly)
    let contents = try BackupWriter.write(connection, to: bench["a.json"])
    #expect(contents.records == 3)
    // What stood in for the collation of the app orders nothing after it.
    #expect(throws: SQLiteError.self) { try connection.rows("SELECT * FROM T WHERE a = 'x'") }
  }
}
