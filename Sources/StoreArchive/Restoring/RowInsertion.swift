internal import SQLite

/// Puts the rows of one table into the new database.
struct RowInsertion: ~Copyable {
  private var statement: Statement
  private let table: ArchivedTable
  private let encoding: TextEncoding
  private let backup: String
  private let first: Int
  /// The beginning of a value whose rest is to come.
  private var parts: [UInt8] = []

  init(
    into table: ArchivedTable, of connection: Connection, encoding: TextEncoding, backup: String
  ) throws {
    self.table = table
    self.encoding = encoding
    self.backup = backup
    first = table.rowID == nil ? 0 : 1
    let rowID: SQL = table.rowID.map { "\(raw: $0), " } ?? ""
    let places = Array(repeating: "?", count: table.columns.count + first).joined(separator: ", ")
    statement = try connection.prepare(
      """
      INSERT INTO \(name: table.name) (\(rowID)\(names: table.columns)) VALUES (\(raw: places))
      """)
  }

  mutating func rowID(_ number: Int64) throws(SQLiteError) {
    try statement.bind(.integer(number), at: 0)
  }

  mutating func integer(_ number: Int64, column: Int) throws(SQLiteError) {
    try statement.bind(.integer(number), at: first + column)
  }

  mutating func real(_ number: Double, column: Int) throws(SQLiteError) {
    try statement.bind(.real(number), at: first + column)
  }

  mutating func part(_ bytes: UnsafeRawBufferPointer) { unsafe parts.append(contentsOf: bytes) }

  mutating func text(
    _ bytes: UnsafeRawBufferPointer, isRaw: Bool, column: Int
  ) throws {
    guard parts.isEmpty else {
      let whole = unsafe takeParts(and: bytes)
      return try unsafe whole.withUnsafeBytes {
        try unsafe text($0, isRaw: isRaw, column: column)
      }
    }
    if encoding == .utf8 {
      return try unsafe statement.bindText(bytes, at: first + column)
    }
    // SQLite's own conversion would put U+FFFD where it sees U+FFFE or U+FFFF.
    let units =
      isRaw
      ? unsafe Array(bytes) : encoding.bytes(of: unsafe String(decoding: bytes, as: UTF8.self))
    try statement.bindUTF16(
      units, isBigEndian: encoding == .utf16BigEndian, at: first + column)
  }

  mutating func blob(_ bytes: UnsafeRawBufferPointer, column: Int) throws {
    guard parts.isEmpty else {
      let whole = unsafe takeParts(and: bytes)
      return try unsafe whole.withUnsafeBytes { try unsafe blob($0, column: column) }
    }
    try unsafe statement.bindBlob(bytes, at: first + column)
  }

  private mutating func takeParts(and bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var whole: [UInt8] = []
    swap(&whole, &parts)
    unsafe whole.append(contentsOf: bytes)
    return whole
  }

  mutating func endRow(line: Int) throws(ArchiveError) {
    do {
      _ = try statement.step()
      statement.reset()
      statement.clearBindings()
    } catch {
      throw .unrestorableRow(path: backup, line: line, table: table.name, error)
    }
  }
}
