/// Reads the records of one table, one row a line.
struct RecordParser {
  private let prefix: [UInt8]
  private let rowSeparator = Array(#","row":{"#.utf8)
  private let keys: [[UInt8]]
  private let hasRowID: Bool
  private let rawTag = Array(#"{"$text":""#.utf8)
  private let blobTag = Array(#"{"$blob":""#.utf8)
  private let realTag = Array(#"{"$real":""#.utf8)
  private let table: String
  private let limit: Int
  /// The number of bytes that must be in memory between two values: the longest text that may come between
  /// them.
  private let lookahead: Int
  private var scratch: [UInt8] = []
  /// The number of bytes in this record's long values.
  private var longBytes = 0
  private(set) var sum = ContentSum()
  private(set) var rows: Int64 = 0

  /// A reader of records, with a limit for the total size of their values.
  init(_ table: ArchivedTable, limit: Int) {
    self.table = table.name
    self.limit = limit
    hasRowID = table.rowID != nil
    prefix = Array(table.recordPrefix.utf8)
    keys = table.columns.map { Array("\($0.jsonText):".utf8) }
    // A number has fewer than 64 digits.
    lookahead = (keys.map(\.count).max() ?? 0) + 256
  }

  /// Reads a record; false, without reading, if it belongs to another table.
  @inline(__always) mutating func parse(
    _ cursor: inout LineCursor, of lines: inout LineReader,
    into consumer: inout some BackupConsumer & ~Copyable
  ) throws -> Bool {
    guard cursor.skip(prefix) else { return false }
    if hasRowID {
      let number = try cursor.integer()
      sum.addRowID(number)
      try consumer.rowID(number)
      guard cursor.skip(rowSeparator) else { throw cursor.problem(#"',"row":{'"#) }
    }
    longBytes = 0
    try parseMembers(&cursor, of: &lines, into: &consumer)
    sum.endRow()
    rows += 1
    return true
  }

  // Columns come in the table's order, so each column is looked for only once.
  @inline(__always) private mutating func parseMembers(
    _ cursor: inout LineCursor, of lines: inout LineReader,
    into consumer: inout some BackupConsumer & ~Copyable
  ) throws {
    var column = 0
    var isFirst = true
    try lines.readAhead(lookahead, of: &cursor)
    while !cursor.skip(0x7D) {
      if !isFirst, !cursor.skip(0x2C) { throw cursor.problem("',' or '}'") }
      isFirst = false
      while column < keys.count, !cursor.skip(keys[column]) { column += 1 }
      guard column < keys.count else { throw cursor.problem("the next column of the table") }
      try parseValue(of: column, &cursor, &lines, into: &consumer)
      column += 1
      try lines.readAhead(lookahead, of: &cursor)
    }
    guard cursor.skip(0x7D) else { throw cursor.problem("'}'") }
  }

  @inline(__always) private mutating func parseValue(
    of column: Int, _ cursor: inout LineCursor, _ lines: inout LineReader,
    into consumer: inout some BackupConsumer & ~Copyable
  ) throws {
    if cursor.skip(0x22) {
      guard lines.isWhole else {
        return try parseLong(.text, of: column, &cursor, &lines, into: &consumer)
      }
      try unsafe cursor.text(using: &scratch) { bytes in
        unsafe sum.add(.bytes(.text, bytes), column: column)
        try unsafe consumer.value(.bytes(.text, bytes), column: column)
      }
    } else if cursor.next == 0x7B {
      try parseTagged(of: column, &cursor, &lines, into: &consumer)
    } else {
      let number = try unsafe cursor.number()
      unsafe sum.add(number, column: column)
      try unsafe consumer.value(number, column: column)
    }
  }

  private mutating func parseTagged(
    of column: Int, _ cursor: inout LineCursor, _ lines: inout LineReader,
    into consumer: inout some BackupConsumer & ~Copyable
  ) throws {
    if cursor.skip(realTag) {
      let number = try nonFinite(&cursor)
      unsafe sum.add(.real(number), column: column)
      return try unsafe consumer.value(.real(number), column: column)
    }
    let isBlob = cursor.skip(blobTag)
    guard isBlob || cursor.skip(rawTag) else {
      throw cursor.problem("'$blob', '$text' or '$real'")
    }
    try parseLong(isBlob ? .blob : .rawText, of: column, &cursor, &lines, into: &consumer)
    try lines.readAhead(1, of: &cursor)
    try cursor.expect("}")
  }

  /// Reads a value from after its opening quote to its closing quote, and passes it to the consumer in parts.
  private mutating func parseLong(
    _ kind: ArchivedValue.Kind, of column: Int, _ cursor: inout LineCursor,
    _ lines: inout LineReader,
    into consumer: inout some BackupConsumer & ~Copyable
  ) throws {
    sum.begin(kind, column: column)
    scratch.removeAll(keepingCapacity: true)
    var length = 0
    while try !read(kind, &cursor, isWhole: lines.isWhole) {
      // A part consists of whole words, because the check value is computed from words.
      let part = scratch.count & ~7
      try unsafe scratch.withUnsafeBytes { bytes in
        let bytes = unsafe UnsafeRawBufferPointer(rebasing: bytes[..<part])
        unsafe sum.addPart(bytes)
        try unsafe consumer.part(bytes)
      }
      scratch.removeFirst(part)
      length += part
      longBytes += part
      guard longBytes <= limit else {
        throw ArchiveError.overlongRow(
          path: lines.path, line: lines.number, table: table, limit: limit)
      }
      try lines.readOn(in: &cursor, lookahead)
    }
    length += scratch.count
    try unsafe scratch.withUnsafeBytes { bytes in
      unsafe sum.addEnd(bytes, of: length)
      try unsafe consumer.value(.bytes(kind, bytes), column: column)
    }
  }

  /// Reads the next part of a value, and returns whether it is complete.
  private mutating func read(
    _ kind: ArchivedValue.Kind, _ cursor: inout LineCursor, isWhole: Bool
  ) throws(LineProblem) -> Bool {
    switch kind {
    case .text: try cursor.readText(into: &scratch, isWhole: isWhole)
    case .rawText, .blob: try cursor.readBase64(into: &scratch, isWhole: isWhole)
    }
  }

  private func nonFinite(_ cursor: inout LineCursor) throws(LineProblem) -> Double {
    if cursor.skip(#"inf"}"#) { return .infinity }
    if cursor.skip(#"-inf"}"#) { return -.infinity }
    if cursor.skip(#"nan"}"#) { return .nan }
    throw cursor.problem("'inf', '-inf' or 'nan'")
  }
}
