internal import SQLiteStore

/// What a scan hands over: the values of a row one by one, NULLs left out, then the row's end.
protocol RowSink: ~Copyable {
  mutating func rowID(_ number: Int64)
  mutating func integer(_ number: Int64, column: Int)
  mutating func real(_ number: Double, column: Int)
  /// A text; `isRaw` where the bytes are in the store's own encoding because they are not valid.
  mutating func text(_ bytes: UnsafeRawBufferPointer, isRaw: Bool, column: Int)
  mutating func blob(_ bytes: UnsafeRawBufferPointer, column: Int)
  mutating func endRow() throws
}

/// A table's rows, in the order of its rowid or primary key.
struct TableScan {
  var table: ArchivedTable
  /// How SQLite keeps text; what it hands over is converted to UTF-8.
  var encoding: TextEncoding

  private var isUTF16: Bool { encoding != .utf8 }

  // NOT INDEXED: a covering index would yield another order.
  private var sql: SQL {
    let rowID: SQL = table.rowID.map { "\(raw: $0), " } ?? ""
    let bytes: SQL =
      isUTF16
      ? SQL(joining: table.columns.map { ", CAST(\(name: $0) AS BLOB)" }, separator: "") : ""
    return "SELECT \(rowID)\(names: table.columns)\(bytes) FROM \"main\".\(name: table.name) "
      + "NOT INDEXED\(raw: table.rowID.map { " ORDER BY \($0)" } ?? "")"
  }

  func run(on connection: Connection, into sink: inout some RowSink & ~Copyable) throws {
    let statement = try connection.prepare(sql)
    let first = table.rowID == nil ? 0 : 1
    let count = table.columns.count
    while try statement.step() {
      if first == 1 { sink.rowID(statement.integer(at: 0)) }
      for column in 0..<count { pass(column, at: first + column, of: statement, to: &sink) }
      try sink.endRow()
    }
  }

  @inline(__always) private func pass(
    _ column: Int, at index: Int, of statement: borrowing Statement,
    to sink: inout some RowSink & ~Copyable
  ) {
    switch statement.storageClass(at: index) {
    case .null: break
    case .integer: sink.integer(statement.integer(at: index), column: column)
    case .real: sink.real(statement.real(at: index), column: column)
    case .text where isUTF16: passUTF16(column, at: index, of: statement, to: &sink)
    case .text:
      unsafe statement.withBytes(at: index) { bytes in
        unsafe sink.text(bytes, isRaw: false, column: column)
      }
    case .blob:
      unsafe statement.withBytes(at: index) { bytes in
        unsafe sink.blob(bytes, column: column)
      }
    }
  }

  // SQLite mends what is not valid UTF-16 as it converts. Where the converted text does not lead
  // back to the bytes in the store, those bytes are the value.
  private func passUTF16(
    _ column: Int, at index: Int, of statement: borrowing Statement,
    to sink: inout some RowSink & ~Copyable
  ) {
    let stored = unsafe statement.withBytes(at: index + table.columns.count) { unsafe Array($0) }
    unsafe statement.withBytes(at: index) { bytes in
      if stored.elementsEqual(encoding.bytes(of: unsafe String(decoding: bytes, as: UTF8.self))) {
        unsafe sink.text(bytes, isRaw: false, column: column)
      } else {
        unsafe stored.withUnsafeBytes { unsafe sink.text($0, isRaw: true, column: column) }
      }
    }
  }
}
