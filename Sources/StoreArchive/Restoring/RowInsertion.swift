internal import SQLite

/// Inserts the rows of one table into the new database.
struct RowInsertion: ~Copyable {
  private var statement: Statement
  private let table: ArchivedTable
  private let encoding: TextEncoding
  private let backup: String
  private let first: Int
  /// The beginning of an incomplete value.
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

  mutating func part(_ bytes: UnsafeRawBufferPointer) { unsafe parts.append(contentsOf: bytes) }

  mutating func value(_ value: ArchivedValue, column: Int) throws {
    let place = first + column
    switch unsafe value {
    case .integer(let number): try statement.bind(.integer(number), at: place)
    case .real(let number): try statement.bind(.real(number), at: place)
    case .bytes(let kind, let end) where !parts.isEmpty:
      var whole: [UInt8] = []
      swap(&whole, &parts)
      unsafe whole.append(contentsOf: end)
      try unsafe whole.withUnsafeBytes {
        try unsafe self.value(.bytes(kind, $0), column: column)
      }
    case .bytes(.text, let bytes) where encoding != .utf8:
      // SQLite's own conversion would replace U+FFFE and U+FFFF with U+FFFD.
      try bind(units: encoding.bytes(of: unsafe String(decoding: bytes, as: UTF8.self)), at: place)
    case .bytes(.rawText, let bytes) where encoding != .utf8:
      try bind(units: unsafe Array(bytes), at: place)
    case .bytes(.text, let bytes), .bytes(.rawText, let bytes):
      try unsafe statement.bindText(bytes, at: place)
    case .bytes(.blob, let bytes): try unsafe statement.bindBlob(bytes, at: place)
    }
  }

  private mutating func bind(units: [UInt8], at place: Int) throws(SQLiteError) {
    try statement.bindUTF16(units, isBigEndian: encoding == .utf16BigEndian, at: place)
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
