internal import SQLite

/// Puts the rows of one table into the new database.
struct RowInsertion: ~Copyable {
  private var statement: Statement
  private let table: ArchivedTable
  private let encoding: TextEncoding
  private let backup: String
  private let first: Int

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

  mutating func text(
    _ bytes: UnsafeRawBufferPointer, isRaw: Bool, column: Int
  ) throws(SQLiteError) {
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

  mutating func blob(_ bytes: UnsafeRawBufferPointer, column: Int) throws(SQLiteError) {
    try unsafe statement.bindBlob(bytes, at: first + column)
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
