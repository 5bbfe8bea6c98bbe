/// Reads the records of one table: one line, one row.
struct RecordParser {
  private let prefix: [UInt8]
  private let rowSeparator = Array(#","row":{"#.utf8)
  private let keys: [[UInt8]]
  private let hasRowID: Bool
  private let rawTag = Array(#"{"$text":""#.utf8)
  private let blobTag = Array(#"{"$blob":""#.utf8)
  private let realTag = Array(#"{"$real":""#.utf8)
  private var scratch: [UInt8] = []
  private(set) var sum = ContentSum()
  private(set) var rows: Int64 = 0

  init(_ table: ArchivedTable) {
    hasRowID = table.rowID != nil
    prefix = Array(table.recordPrefix.utf8)
    keys = table.columns.map { Array("\($0.jsonText):".utf8) }
  }

  /// Reads a record; false, and nothing read, where it is of another table.
  @inline(__always) mutating func parse(
    _ cursor: inout LineCursor, into consumer: inout some BackupConsumer & ~Copyable
  ) throws -> Bool {
    guard cursor.skip(prefix) else { return false }
    if hasRowID {
      let number = try cursor.integer()
      sum.addRowID(number)
      try consumer.rowID(number)
      guard cursor.skip(rowSeparator) else { throw cursor.problem(#"',"row":{'"#) }
    }
    try parseMembers(&cursor, into: &consumer)
    sum.endRow()
    rows += 1
    return true
  }

  // Columns come in the table's order, so each is looked for only once.
  @inline(__always) private mutating func parseMembers(
    _ cursor: inout LineCursor, into consumer: inout some BackupConsumer & ~Copyable
  ) throws {
    var column = 0
    var isFirst = true
    while !cursor.skip(0x7D) {
      if !isFirst, !cursor.skip(0x2C) { throw cursor.problem("',' or '}'") }
      isFirst = false
      while column < keys.count, !cursor.skip(keys[column]) { column += 1 }
      guard column < keys.count else { throw cursor.problem("the next column of the table") }
      try parseValue(of: column, &cursor, into: &consumer)
      column += 1
    }
    guard cursor.skip(0x7D) else { throw cursor.problem("'}'") }
  }

  @inline(__always) private mutating func parseValue(
    of column: Int, _ cursor: inout LineCursor, into consumer: inout some BackupConsumer & ~Copyable
  ) throws {
    if cursor.skip(0x22) {
      try unsafe cursor.text(using: &scratch) { bytes in
        unsafe sum.addText(bytes, column: column)
        try unsafe consumer.text(bytes, isRaw: false, column: column)
      }
    } else if cursor.next == 0x7B {
      try parseTagged(of: column, &cursor, into: &consumer)
    } else {
      switch try cursor.number() {
      case .integer(let number):
        sum.add(number, column: column)
        try consumer.integer(number, column: column)
      case .real(let number):
        sum.add(number, column: column)
        try consumer.real(number, column: column)
      }
    }
  }

  private mutating func parseTagged(
    of column: Int, _ cursor: inout LineCursor, into consumer: inout some BackupConsumer & ~Copyable
  ) throws {
    if cursor.skip(realTag) {
      let number = try nonFinite(&cursor)
      sum.add(number, column: column)
      return try consumer.real(number, column: column)
    }
    let isBlob = cursor.skip(blobTag)
    guard isBlob || cursor.skip(rawTag) else {
      throw cursor.problem("'$blob', '$text' or '$real'")
    }
    scratch.removeAll(keepingCapacity: true)
    try cursor.base64(into: &scratch)
    try cursor.expect("}")
    try unsafe scratch.withUnsafeBytes { bytes in
      if isBlob {
        unsafe sum.addBlob(bytes, column: column)
        try unsafe consumer.blob(bytes, column: column)
      } else {
        unsafe sum.addText(bytes, column: column)
        try unsafe consumer.text(bytes, isRaw: true, column: column)
      }
    }
  }

  private func nonFinite(_ cursor: inout LineCursor) throws(LineProblem) -> Double {
    if cursor.skip(#"inf"}"#) { return .infinity }
    if cursor.skip(#"-inf"}"#) { return -.infinity }
    if cursor.skip(#"nan"}"#) { return .nan }
    throw cursor.problem("'inf', '-inf' or 'nan'")
  }
}
