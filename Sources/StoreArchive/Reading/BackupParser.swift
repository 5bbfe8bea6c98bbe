internal import SQLite

/// Reads a backup from its first byte to its last, and checks all of it.
///
/// A backup has only one form, so any deviation is an error with its line: this is not a general reader of
/// JSON.
struct BackupParser: ~Copyable {
  private var lines: LineReader
  private var contents = BackupContents.empty
  private var hasComma = false

  /// A reader of a backup, which another thread may still be writing.
  init(_ path: String, following writing: WrittenFile? = nil) throws(ArchiveError) {
    lines = try LineReader(path, following: writing)
  }

  /// Reads the whole backup, passes it to a consumer, and returns its contents, which are then proven.
  mutating func parse(
    into consumer: inout some BackupConsumer & ~Copyable
  ) throws -> BackupContents {
    try parseHeader()
    try consumer.begin(contents)
    contents.sums = try parseRecords(into: &consumer)
    try parseExternalFiles(into: &consumer)
    try parseChecks()
    try parseSums()
    try parseFooter()
    return contents
  }
}

// MARK: - Lines and lists

extension BackupParser {
  /// Moves to the next line, which must be complete unless it may be a record.
  private mutating func nextLine(isRecord: Bool = false) throws(ArchiveError) {
    let limit = isRecord ? BackupFormat.longestWholeRecord : BackupFormat.longestLine
    guard try lines.advance(limit: limit) else {
      throw .truncated(path: lines.path, line: lines.number)
    }
    guard isRecord || lines.isWhole else {
      throw .overlongLine(path: lines.path, line: lines.number, limit: limit)
    }
  }

  private mutating func expectLine(_ text: String) throws {
    try nextLine()
    _ = try parseLine(isElement: false) { cursor in try cursor.expect(text) }
  }

  /// Moves to the next element of a list; false at the list's end.
  private mutating func nextElement(isFirst: Bool, isRecord: Bool = false) throws -> Bool {
    try nextLine(isRecord: isRecord)
    let isEnd = unsafe lines.line.elementsEqual(BackupFormat.sectionEnd.utf8)
    guard isFirst || isEnd != hasComma else {
      throw malformed(LineProblem(offset: 0, expected: isEnd ? "another element" : "'],'"))
    }
    return !isEnd
  }

  /// Reads a whole line; an element may be followed by a comma.
  @inline(__always) private mutating func parseLine<Result>(
    isElement: Bool = true, _ body: (inout LineCursor) throws -> Result
  ) throws -> Result {
    let line = unsafe lines.line
    hasComma = unsafe isElement && line.last == 0x2C
    var cursor = unsafe LineCursor(
      UnsafeRawBufferPointer(rebasing: hasComma ? line.dropLast() : line[...]))
    do {
      let result = try body(&cursor)
      try cursor.expectEnd()
      return result
    } catch let problem as LineProblem {
      throw malformed(problem)
    }
  }

  private mutating func parseList<Element>(
    _ section: BackupFormat.Section, _ parse: (inout LineCursor) throws -> Element
  ) throws -> [Element] {
    try expectLine(section.opening)
    var elements: [Element] = []
    while try nextElement(isFirst: elements.isEmpty) {
      elements.append(try parseLine { cursor in try parse(&cursor) })
    }
    return elements
  }

  private func malformed(_ problem: LineProblem) -> ArchiveError {
    .malformed(
      path: lines.path, line: lines.number, column: lines.column(at: problem.offset),
      expected: problem.expected)
  }

  private func require(
    _ found: Int64, of counted: ArchiveError.Counted, is expected: Int64
  ) throws(ArchiveError) {
    guard found == expected else {
      throw .wrongCount(
        path: lines.path, line: lines.number, of: counted, expected: expected, found: found)
    }
  }
}

// MARK: - Header

extension BackupParser {
  fileprivate mutating func parseHeader() throws {
    try parseFirstLine()
    try nextLine()
    contents.store = try parseLine { cursor in
      try cursor.expect(BackupFormat.storePrefix)
      return try StoreFacts(&cursor)
    }
    guard hasComma else { throw malformed(LineProblem(offset: lines.length, expected: "','")) }
    contents.objects = try parseList(.objects) { cursor in try SchemaObject(&cursor) }
    contents.tables = try parseList(.tables) { cursor in try ArchivedTable(&cursor) }
  }

  private mutating func parseFirstLine() throws(ArchiveError) {
    guard try lines.advance(limit: BackupFormat.longestFirstLine), lines.isWhole,
      let version = statedVersion,
      version > 0
    else { throw .notABackup(path: lines.path) }
    guard version <= BackupFormat.version else {
      throw .newerFormat(path: lines.path, version: Int(version))
    }
  }

  private var statedVersion: Int64? {
    var cursor = unsafe LineCursor(lines.line)
    guard cursor.skip(BackupFormat.firstLine), let version = try? cursor.count(),
      cursor.skip(0x2C), cursor.next == nil
    else { return nil }
    return version
  }
}

// MARK: - Records and files

extension BackupParser {
  /// Reads the records of all tables, and returns the check value of each table's content.
  fileprivate mutating func parseRecords(
    into consumer: inout some BackupConsumer & ~Copyable
  ) throws -> [UInt64] {
    try expectLine(BackupFormat.Section.records.opening)
    var sums: [UInt64] = []
    var isMore = try nextElement(isFirst: true, isRecord: true)
    for (index, table) in contents.tables.enumerated() {
      try consumer.beginTable(at: index)
      var parser = RecordParser(table, limit: contents.store.encoding.longestRow)
      while isMore, try parseRecord(&parser, into: &consumer) {
        isMore = try nextElement(isFirst: false, isRecord: true)
      }
      if isMore, parser.rows < table.rows {
        throw malformed(LineProblem(offset: 0, expected: "a row of table '\(table.name)'"))
      }
      try require(parser.rows, of: .rows(table: table.name), is: table.rows)
      sums.append(parser.sum.value)
      contents.records += parser.rows
    }
    if isMore { throw malformed(LineProblem(offset: 0, expected: "'],'")) }
    return sums
  }

  @inline(__always) private mutating func parseRecord(
    _ parser: inout RecordParser, into consumer: inout some BackupConsumer & ~Copyable
  ) throws -> Bool {
    var cursor = unsafe LineCursor(lines.line)
    do {
      guard try parser.parse(&cursor, of: &lines, into: &consumer) else { return false }
      hasComma = cursor.skip(0x2C)
      try cursor.expectEnd()
    } catch let problem as LineProblem {
      throw malformed(problem)
    }
    try consumer.endRow(line: lines.number)
    return true
  }

  fileprivate mutating func parseExternalFiles(
    into consumer: inout some BackupConsumer & ~Copyable
  ) throws {
    try expectLine(BackupFormat.Section.external.opening)
    var files = ExternalFileParser()
    while try nextElement(isFirst: files.count == 0) {
      try consumer.external(try parseLine { cursor in try files.parse(&cursor) })
    }
    if let missing = files.missing {
      try require(missing.found, of: .bytes(file: missing.file), is: missing.size)
    }
    contents.externalFiles = files.count - files.appCount
    contents.appFiles = files.appCount
    contents.alteredFiles = files.altered
  }
}

// MARK: - Proofs

extension BackupParser {
  fileprivate mutating func parseChecks() throws {
    try nextLine()
    let lastChecked = lines.number - 1
    let found = lines.finishBlocks()
    _ = try parseLine(isElement: false) { cursor in
      try cursor.expect(BackupFormat.Section.checks.opening)
    }
    var index = 0
    while try nextElement(isFirst: index == 0) {
      let stated = try parseLine { cursor in try cursor.string() }
      guard index < found.count else {
        throw malformed(LineProblem(offset: 0, expected: "'],'"))
      }
      guard stated == found[index].checkText else {
        throw try DamagedLines.find(block: index, in: lines.path, before: lastChecked)
      }
      index += 1
    }
    guard index == found.count else {
      throw malformed(LineProblem(offset: 0, expected: "the check value of another block"))
    }
  }

  fileprivate mutating func parseSums() throws {
    try expectLine(BackupFormat.Section.sums.opening)
    for (index, table) in contents.tables.enumerated() {
      guard try nextElement(isFirst: index == 0) else {
        throw malformed(LineProblem(offset: 0, expected: "the sum of table '\(table.name)'"))
      }
      let stated = try parseLine { cursor in
        try cursor.expect(#"{"table":\#(table.name.jsonText),"sum":"#)
        let text = try cursor.string()
        try cursor.expect("}")
        return text
      }
      guard stated == contents.sums[index].checkText else {
        throw ArchiveError.contentDiffers(path: lines.path, line: lines.number, table: table.name)
      }
    }
    guard try !nextElement(isFirst: contents.tables.isEmpty) else {
      throw malformed(LineProblem(offset: 0, expected: "'],'"))
    }
  }

  fileprivate mutating func parseFooter() throws {
    try nextLine()
    var digestOffset = 0
    let footer = try parseLine(isElement: false) { cursor in
      try cursor.expect(BackupFormat.footerPrefix)
      let records = try cursor.count()
      try cursor.expect(BackupFormat.footerExternal)
      let files = try cursor.count()
      try cursor.expect(BackupFormat.footerDigest)
      digestOffset = cursor.offset
      let digest = try cursor.hexadecimal(count: 64)
      try cursor.expect(BackupFormat.end)
      return (records: records, files: files, digest: digest)
    }
    try require(contents.records, of: .records, is: footer.records)
    try require(
      contents.externalFiles + contents.appFiles, of: .externalFiles, is: footer.files)
    contents.digest = lines.finishDigest(before: digestOffset)
    guard contents.digest == footer.digest else {
      throw ArchiveError.digestDiffers(path: lines.path, line: lines.number)
    }
    guard try lines.isLast() else {
      throw malformed(LineProblem(offset: lines.length, expected: "the end of the backup"))
    }
  }
}
