internal import SQLite

/// What a scan hands over: the values of a row one by one, NULLs left out, then the row's end.
protocol RowSink: ~Copyable {
  mutating func rowID(_ number: Int64)
  mutating func value(_ value: ArchivedValue, column: Int)
  mutating func endRow() throws
}

/// A table's rows, in the order of its rowid or primary key.
struct TableScan {
  var table: ArchivedTable
  /// How SQLite keeps text; what it hands over is converted to UTF-8.
  var encoding: TextEncoding

  private var isUTF16: Bool { encoding != .utf8 }

  /// Keeps a covering index away, which would yield another order and, damaged, other rows.
  ///
  /// Of a table without a rowid the rows are in the index of its primary key, and NOT INDEXED leaves
  /// SQLite to choose among all.
  private func way(on connection: Connection) throws -> SQL {
    let key = try connection.texts(
      """
      SELECT i.name FROM pragma_table_list(\(table.name)) AS t \
      JOIN pragma_index_list(\(table.name), 'main') AS i ON i.origin = 'pk' \
      WHERE t.schema = 'main' AND t.wr = 1
      """
    ).first
    return key.map { "INDEXED BY \(name: $0)" } ?? "NOT INDEXED"
  }

  private func sql(on connection: Connection) throws -> SQL {
    let way = try self.way(on: connection)
    let rowID: SQL = table.rowID.map { "\(raw: $0), " } ?? ""
    let bytes: SQL =
      isUTF16
      ? SQL(joining: table.columns.map { ", CAST(\(name: $0) AS BLOB)" }, separator: "") : ""
    return "SELECT \(rowID)\(names: table.columns)\(bytes) FROM \"main\".\(name: table.name) "
      + "\(way)\(raw: table.rowID.map { " ORDER BY \($0)" } ?? "")"
  }

  func run(on connection: Connection, into sink: inout some RowSink & ~Copyable) throws {
    let statement = try connection.prepare(try sql(on: connection))
    let first = table.rowID == nil ? 0 : 1
    let count = table.columns.count
    while try statement.step() {
      let row = unsafe statement.lendRow()
      if first == 1, case .integer(let number) = unsafe row[0] { sink.rowID(number) }
      for column in 0..<count {
        switch unsafe row[first + column] {
        case .null: break
        case .integer(let number): unsafe sink.value(.integer(number), column: column)
        case .real(let number): unsafe sink.value(.real(number), column: column)
        case .text(let bytes) where isUTF16:
          guard case .blob(let stored) = unsafe row[first + count + column] else { break }
          unsafe sink.value(value(of: bytes, storedAs: stored), column: column)
        case .text(let bytes): unsafe sink.value(.bytes(.text, bytes), column: column)
        case .blob(let bytes): unsafe sink.value(.bytes(.blob, bytes), column: column)
        }
      }
      try sink.endRow()
    }
  }

  // SQLite repairs what is not valid UTF-16 as it converts. Where the converted text does not lead
  // back to the bytes in the store, those bytes are the value.
  @unsafe private func value(
    of text: UnsafeRawBufferPointer, storedAs stored: UnsafeRawBufferPointer
  ) -> ArchivedValue {
    let bytes = encoding.bytes(of: unsafe String(decoding: text, as: UTF8.self))
    return unsafe stored.elementsEqual(bytes) ? .bytes(.text, text) : .bytes(.rawText, stored)
  }
}
