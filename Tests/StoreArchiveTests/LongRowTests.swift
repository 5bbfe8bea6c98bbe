import SQLite
import TestSupport
import Testing

@testable import StoreArchive

/// Rows whose lines are too long to be read at once.
struct LongRowTests {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  /// A text that is escaped and cut in every way, with more bytes than a block.
  private static func text(from first: Int, times count: Int) -> String {
    String(repeating: "x", count: first)
      + String(repeating: "a\"\\\n\u{1}\u{1f}é€🙂", count: count)
  }

  private func makeStore(_ encoding: String) throws -> String {
    let store = bench["s.db"]
    let connection = try Connection(path: store, mode: .create)
    try connection.execute("PRAGMA encoding = '\(raw: encoding)'")
    try connection.execute("CREATE TABLE long (id INTEGER PRIMARY KEY, a, b, c, d)")
    for first in 0..<2 {
      let text = Self.text(from: first, times: 45_000)
      let bytes = SQLValue.blob(Array(text.utf8.prefix(600_000 + first)))
      let wrong = SQLValue.invalidText(Array(text.utf8.prefix(500_000 + first)) + [0xFF])
      let last: SQLValue = first == 1 ? .null : wrong
      try connection.execute(
        "INSERT INTO long VALUES (NULL, \(text), \(Int64(first)), \(bytes), \(last))")
    }
    try connection.execute("INSERT INTO long VALUES (NULL, 'short', 1.5, x'00', NULL)")
    return store
  }

  @Test(arguments: [("UTF-8", "b.json"), ("UTF-16le", "b.json.gz")])
  func `long rows come back with every kind of value`(encoding: String, name: String) throws {
    let store = try makeStore(encoding)
    let backup = try bench.backUp(store, as: name)
    #expect(try BackupReader.verify(backup).records == 3)
    try Restorer.restore(backup: backup, to: bench["r.db"])
    let restored = try StoreFile.open(path: bench["r.db"], for: .reading)
    let original = try StoreFile.open(path: store, for: .reading)
    for column in ["a", "b", "c", "d"] {
      let values: SQL = "SELECT typeof(\(raw: column)), \(raw: column) FROM long ORDER BY id"
      #expect(try restored.rows(values) == original.rows(values))
    }
  }

  private func failure(_ backup: String) throws -> ArchiveError? {
    #expect(throws: ArchiveError.self) { try BackupReader.verify(backup) }
  }

  @Test func `a mistake in a long row has its place by characters`() throws {
    let store = try bench.makeStore("s.db", "CREATE TABLE t (a TEXT)")
    let text = Self.text(from: 1, times: 50_000)
    let connection = try StoreFile.open(path: store, for: .writing)
    try connection.execute("INSERT INTO t VALUES (\(text))")
    let bytes = try bench.bytes(try bench.backUp(store, as: "b.json"))
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    let row = try #require(lines.indices.first { lines[$0].count > 1 << 20 })
    for place in [700_000, lines[row].count - 60] {
      // A place where a character begins that is not escaped.
      let place = try #require(lines[row].indices.dropFirst(place).first { lines[row][$0] == 0x61 })
      var damaged = bytes
      damaged[place] = 0x0B
      let path = try bench.write(damaged, to: "bad.json")
      let before = String(decoding: lines[row][..<place], as: UTF8.self)
      #expect(
        try failure(path)
          == .malformed(
            path: path, line: row + 1, column: before.unicodeScalars.count + 1,
            expected: "the end of the text"))
      let cut = try bench.write(bytes.prefix(place), to: "cut.json")
      #expect(try failure(cut) == .truncated(path: cut, line: row + 1))
    }
  }

  @Test func `invalid digits, and padding before the end, are refused`() throws {
    let store = try bench.makeStore(
      "s.db", "CREATE TABLE t (a BLOB); INSERT INTO t VALUES (zeroblob(3000001))")
    let bytes = try bench.bytes(try bench.backUp(store, as: "b.json"))
    let middle = bytes.count / 2
    for digit in [UInt8(ascii: "="), UInt8(ascii: "-")] {
      var damaged = bytes
      damaged[middle] = digit
      let path = try bench.write(damaged, to: "bad.json")
      guard case .malformed(path, _, _, "Base64")? = try failure(path) else {
        Issue.record("\(digit) is taken for a digit")
        return
      }
    }
  }

  @Test func `a long row with more than a store can hold is refused while it is read`() throws {
    let table = ArchivedTable(name: "t", columns: ["a", "b"], rowID: nil, rows: 1)
    let value = String(repeating: "a", count: 2 << 20)
    let path = try bench.write(
      #"{"table":"t","row":{"a":"\#(value)","b":"\#(value)"}}"#.utf8.map { $0 } + [0x0A],
      to: "row.json")
    func read(limit: Int) throws -> Int64 {
      var lines = try LineReader(path, following: nil)
      _ = try lines.advance(limit: 1 << 20)
      var cursor = unsafe LineCursor(lines.line)
      var parser = RecordParser(table, limit: limit)
      var store = NoStore(progress: RowProgress { _ in })
      _ = try parser.parse(&cursor, of: &lines, into: &store)
      return parser.rows
    }
    #expect(try read(limit: 4 << 20) == 1)
    #expect(throws: ArchiveError.overlongRow(path: path, line: 1, table: "t", limit: 3 << 20)) {
      try read(limit: 3 << 20)
    }
  }

  @Test func `a line of another kind is refused where it is too long`() throws {
    let store = try bench.makeStore("s.db", "CREATE TABLE t (a)")
    let backup = try bench.text(try bench.backUp(store, as: "b.json"))
    let start = try #require(backup.firstRange(of: #""name":""#)).upperBound
    let path = try bench.write(
      backup[..<start].utf8.map { $0 } + [UInt8](repeating: 0x61, count: 20 << 20), to: "bad.json")
    #expect(try failure(path) == .overlongLine(path: path, line: 4, limit: 16 << 20))
  }
}
