internal import CSQLite

/// A prepared statement: bind, step, read, and step again.
///
/// It holds its connection, so it cannot outlive it, and is finalised when its scope ends.
@safe public struct Statement: ~Copyable {
  private let handle: OpaquePointer
  private let connection: Connection
  /// The prepared text.
  public let sql: String
  /// The buffer for the values of a row that is passed on.
  private let lent: UnsafeMutableBufferPointer<LentValue>

  /// Prepares exactly one statement.
  ///
  /// - Throws: ``SQLiteError`` if the text is not a statement, or more than one.
  init(_ sql: String, on connection: Connection) throws(SQLiteError) {
    unsafe handle = try Self.prepare(sql, on: connection)
    self.sql = sql
    self.connection = connection
    unsafe lent = .allocate(capacity: Int(sqlite3_column_count(handle)))
    unsafe lent.initialize(repeating: .null)
  }

  deinit {
    unsafe sqlite3_finalize(handle)
    unsafe lent.deallocate()
  }

  private static func prepare(
    _ sql: String, on connection: Connection
  ) throws(SQLiteError) -> OpaquePointer {
    var prepared: OpaquePointer?
    var restIsEmpty = true
    let bytes = Array(sql.utf8CString)
    let code = unsafe bytes.withUnsafeBufferPointer { buffer in
      var tail: UnsafePointer<CChar>?
      let code = unsafe sqlite3_prepare_v2(
        connection.handle, buffer.baseAddress, Int32(clamping: buffer.count), &prepared, &tail)
      if let start = buffer.baseAddress, let end = unsafe tail {
        restIsEmpty = unsafe buffer[(end - start)...].allSatisfy(Self.endsStatement)
      }
      return code
    }
    guard code == SQLITE_OK else { throw connection.error(code, in: sql) }
    guard let statement = unsafe prepared else {
      throw SQLiteError(.error, "no statement in the text", sql: sql)
    }
    guard restIsEmpty else {
      unsafe sqlite3_finalize(statement)
      throw SQLiteError(.error, "more than one statement in the text", sql: sql)
    }
    return unsafe statement
  }

  private static func endsStatement(_ byte: CChar) -> Bool {
    byte == 0 || byte == 0x3b || byte == 0x20 || (0x09...0x0d).contains(byte)
  }
}

extension Statement {
  /// Steps to the next row; false at the end.
  public func step() throws(SQLiteError) -> Bool {
    var refusal: Int32 = 0
    switch unsafe migrate_step(handle, &refusal) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw connection.error(code, in: sql, refusal: refusal)
    }
  }

  /// Resets the statement to its start; bound values stay.
  public func reset() { unsafe sqlite3_reset(handle) }

  /// Whether the statement itself changes nothing in the database
  /// (https://www.sqlite.org/c3ref/stmt_readonly.html).
  package var isReadOnly: Bool { unsafe sqlite3_stmt_readonly(handle) != 0 }

  /// Binds all values, in order, from the first `?`.
  public mutating func bind(_ values: [SQLValue]) throws(SQLiteError) {
    for (index, value) in values.enumerated() { try bind(value, at: index) }
  }

  /// Binds one value; the first `?` has the index 0.
  public mutating func bind(_ value: SQLValue, at index: Int) throws(SQLiteError) {
    let position = Int32(index + 1)
    let code: Int32
    switch value {
    case .null: code = unsafe sqlite3_bind_null(handle, position)
    case .integer(let number): code = unsafe sqlite3_bind_int64(handle, position, number)
    case .real(let number): code = unsafe sqlite3_bind_double(handle, position, number)
    case .text(var text):
      code = text.withUTF8 { unsafe Self.bindText(UnsafeRawBufferPointer($0), handle, position) }
    case .invalidText(let bytes):
      code = unsafe bytes.withUnsafeBytes { unsafe Self.bindText($0, handle, position) }
    case .blob(let bytes):
      code = unsafe bytes.withUnsafeBytes { unsafe Self.bindBlob($0, handle, position) }
    }
    guard code == SQLITE_OK else { throw connection.error(code, in: sql) }
  }

  /// Binds the bytes of a text without creating a `String`; they need not be valid UTF-8.
  @unsafe package mutating func bindText(
    _ bytes: UnsafeRawBufferPointer, at index: Int
  ) throws(SQLiteError) {
    let code = unsafe Self.bindText(bytes, handle, Int32(index + 1))
    guard code == SQLITE_OK else { throw connection.error(code, in: sql) }
  }

  /// Binds the bytes of a text in UTF-16 unchanged, valid or not.
  package mutating func bindUTF16(
    _ bytes: [UInt8], isBigEndian: Bool, at index: Int
  ) throws(SQLiteError) {
    // SQLite removes one byte order mark and relies on it, so a mark is added for it to remove.
    let marked = (isBigEndian ? [0xFE, 0xFF] : [0xFF, 0xFE]) + bytes
    let encoding = UInt8(isBigEndian ? SQLITE_UTF16BE : SQLITE_UTF16LE)
    let code = unsafe marked.withUnsafeBytes { buffer in
      unsafe migrate_bind_encoded_text(
        handle, Int32(index + 1), buffer.baseAddress?.assumingMemoryBound(to: CChar.self),
        UInt64(buffer.count), encoding)
    }
    guard code == SQLITE_OK else { throw connection.error(code, in: sql) }
  }

  /// Binds the bytes of a blob without creating an array.
  @unsafe package mutating func bindBlob(
    _ bytes: UnsafeRawBufferPointer, at index: Int
  ) throws(SQLiteError) {
    let code = unsafe Self.bindBlob(bytes, handle, Int32(index + 1))
    guard code == SQLITE_OK else { throw connection.error(code, in: sql) }
  }

  /// Binds NULL to every parameter.
  package mutating func clearBindings() { unsafe sqlite3_clear_bindings(handle) }

  // A null pointer would bind NULL: empty texts and empty blobs need a non-null pointer.
  private static func bindText(
    _ bytes: UnsafeRawBufferPointer, _ handle: OpaquePointer, _ position: Int32
  ) -> Int32 {
    let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
    guard let start = unsafe start, unsafe !bytes.isEmpty else {
      return unsafe migrate_bind_text(handle, position, "", 0)
    }
    return unsafe migrate_bind_text(handle, position, start, UInt64(bytes.count))
  }

  private static func bindBlob(
    _ bytes: UnsafeRawBufferPointer, _ handle: OpaquePointer, _ position: Int32
  ) -> Int32 {
    guard let start = bytes.baseAddress, unsafe !bytes.isEmpty else {
      return unsafe sqlite3_bind_zeroblob(handle, position, 0)
    }
    return unsafe migrate_bind_blob(handle, position, start, UInt64(bytes.count))
  }
}

// MARK: - The current row

extension Statement {
  /// The number of values that can be bound.
  package var parameterCount: Int { Int(unsafe sqlite3_bind_parameter_count(handle)) }

  /// The number of columns in a row.
  public var columnCount: Int { Int(unsafe sqlite3_column_count(handle)) }

  /// The name of a column of the rows.
  package func columnName(at index: Int) -> String {
    unsafe sqlite3_column_name(handle, Int32(index)).map { unsafe String(cString: $0) } ?? ""
  }

  /// All values of the current row.
  public var row: [SQLValue] {
    var values: [SQLValue] = []
    values.reserveCapacity(columnCount)
    for index in 0..<columnCount { values.append(value(at: index)) }
    return values
  }

  /// One value of the current row; the first column has the index 0.
  public func value(at index: Int) -> SQLValue {
    unsafe SQLValue(LentValue(sqlite3_column_value(handle, Int32(index))))
  }

  /// One value of the current row for display; a long text or blob is cut.
  package func beginning(at index: Int) -> SQLValue {
    switch storageClass(at: index) {
    case .null, .integer, .real: value(at: index)
    case .text:
      unsafe withBytes(at: index) { bytes in
        let start = unsafe Array(bytes.prefix(Self.shownBytes))
        // A cut character leaves at most three bytes here.
        let ends = start.count < bytes.count ? (0...3).map { start.count - $0 } : [start.count]
        let text = ends.lazy.compactMap { String(validating: start[..<$0], as: UTF8.self) }.first
        return text.map(SQLValue.text) ?? .invalidText(start)
      }
    case .blob: unsafe withBytes(at: index) { unsafe .blob(Array($0.prefix(Self.shownBytes))) }
    }
  }

  private static var shownBytes: Int { 1 << 12 }

  /// The storage class of one value of the current row, without a conversion.
  package func storageClass(at index: Int) -> StorageClass {
    switch unsafe sqlite3_column_type(handle, Int32(index)) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .blob
    default: .null
    }
  }

  /// One value of the current row as an integer, converted as SQLite does.
  package func integer(at index: Int) -> Int64 { unsafe sqlite3_column_int64(handle, Int32(index)) }

  /// One value of the current row as a floating-point number, converted as SQLite does.
  package func real(at index: Int) -> Double { unsafe sqlite3_column_double(handle, Int32(index)) }

  /// Passes the bytes of a text or blob of the current row without a copy, for this call only.
  @unsafe package func withBytes<Result>(
    at index: Int, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    // The pointer first, then the count: https://www.sqlite.org/c3ref/column_blob.html
    let isText = unsafe sqlite3_column_type(handle, Int32(index)) == SQLITE_TEXT
    let start =
      unsafe isText
      ? UnsafeRawPointer(sqlite3_column_text(handle, Int32(index)))
      : sqlite3_column_blob(handle, Int32(index))
    let count = Int(unsafe sqlite3_column_bytes(handle, Int32(index)))
    return unsafe body(UnsafeRawBufferPointer(start: start, count: count))
  }
}

extension Statement {
  /// Passes on all values of the current row, valid until the statement is stepped, reset or destroyed.
  ///
  /// SQLite returns each value once, which takes half the time of separate calls for the storage class, the
  /// address and the count. The values are not locked against other threads, but a connection belongs to one
  /// thread (https://www.sqlite.org/c3ref/column_blob.html).
  @unsafe package func lendRow() -> UnsafeBufferPointer<LentValue> {
    for index in unsafe lent.indices {
      unsafe lent[index] = LentValue(sqlite3_column_value(handle, Int32(truncatingIfNeeded: index)))
    }
    return unsafe UnsafeBufferPointer(lent)
  }
}

/// A value of a row as SQLite holds it: a text or blob is its borrowed bytes.
@unsafe package enum LentValue {
  /// No value.
  case null
  /// An integer.
  case integer(Int64)
  /// A floating-point number.
  case real(Double)
  /// A text in UTF-8, which need not be valid.
  case text(UnsafeRawBufferPointer)
  /// Bytes.
  case blob(UnsafeRawBufferPointer)

  init(_ value: OpaquePointer?) { unsafe self.init(value, as: sqlite3_value_type(value)) }

  /// The value as one of a type, to which SQLite converts it.
  init(_ value: OpaquePointer?, as type: Int32) {
    switch type {
    case SQLITE_INTEGER: unsafe self = .integer(sqlite3_value_int64(value))
    case SQLITE_FLOAT: unsafe self = .real(sqlite3_value_double(value))
    case SQLITE_TEXT:
      // The pointer first, then the count: https://www.sqlite.org/c3ref/value_blob.html
      let start = unsafe UnsafeRawPointer(sqlite3_value_text(value))
      let count = Int(unsafe sqlite3_value_bytes(value))
      unsafe self = .text(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    case SQLITE_BLOB:
      let start = unsafe sqlite3_value_blob(value)
      let count = Int(unsafe sqlite3_value_bytes(value))
      unsafe self = .blob(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    default: unsafe self = .null
    }
  }
}

extension SQLValue {
  /// A copy of a lent value.
  @unsafe init(_ value: LentValue) {
    switch unsafe value {
    case .null: self = .null
    case .integer(let number): self = .integer(number)
    case .real(let number): self = .real(number)
    case .text(let bytes):
      self =
        unsafe String(validating: bytes, as: UTF8.self).map(SQLValue.text)
        ?? .invalidText(Array(bytes))
    case .blob(let bytes): self = unsafe .blob(Array(bytes))
    }
  }
}

/// SQLite's storage classes (https://www.sqlite.org/datatype3.html).
package enum StorageClass: Hashable, Sendable {
  case null, integer, real, text, blob
}
