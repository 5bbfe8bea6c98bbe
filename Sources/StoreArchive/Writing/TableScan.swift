internal import SQLite

/// A receiver of a scan: it gets the values of a row one by one, without NULLs, then the row's end.
protocol RowSink: ~Copyable {
  mutating func rowID(_ number: Int64)
  mutating func value(_ value: ArchivedValue, column: Int)
  mutating func endRow() throws
}

/// A table's rows, in the order of its rowid or primary key.
struct TableScan {
  var table: ArchivedTable
  /// The text encoding of the store; SQLite converts texts to UTF-8.
  var encoding: TextEncoding

  private var isUTF16: Bool { encoding != .utf8 }

  /// The clause that prevents the use of a covering index, which would give another order and, if damaged,
  /// other rows.
  ///
  /// A table without a rowid stores its rows in the index of its primary key. For such a table, NOT INDEXED
  /// would leave the choice of an index to SQLite.
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

  // SQLite repairs invalid UTF-16 during the conversion. If the converted text does not lead back to the
  // stored bytes, the value is these bytes.
  @unsafe private func value(
    of text: UnsafeRawBufferPointer, storedAs stored: UnsafeRawBufferPointer
  ) -> ArchivedValue {
    let bytes = encoding.bytes(of: unsafe String(decoding: text, as: UTF8.self))
    return unsafe stored.elementsEqual(bytes) ? .bytes(.text, text) : .bytes(.rawText, stored)
  }
}
