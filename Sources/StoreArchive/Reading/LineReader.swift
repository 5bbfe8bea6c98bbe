/// Reads a backup line by line, while another thread digests and reads further blocks.
///
/// For a line beyond a limit, only the beginning is read first. Further bytes then replace those that were
/// parsed, so that memory is bounded by the limit, however long a line is.
@safe struct LineReader: ~Copyable {
  let path: String
  /// The number of the line, from 1; 0 before the first.
  private(set) var number = 0
  /// Whether the whole line has been read.
  private(set) var isWhole = false
  /// The number of the line's characters that are no longer in memory.
  private var passedCharacters = 0

  private let reader: BlockReader
  private var block = Block()
  // Indexes in the block: the line, and the first byte after its newline.
  private var lineStart: Int
  private var lineEnd: Int
  private var next: Int

  init(_ path: String, following writing: WrittenFile?) throws(ArchiveError) {
    self.path = path
    reader = BlockReader(try BackupSource(path, following: writing))
    lineStart = block.end
    lineEnd = block.end
    next = block.end
  }

  deinit { reader.wait() }

  /// The bytes of the line without its newline; they are valid until more bytes or the next line are read.
  @unsafe var line: UnsafeRawBufferPointer { unsafe block.bytes(lineStart..<lineEnd) }

  /// The number of the line's bytes in memory.
  var length: Int { lineEnd - lineStart }

  /// Moves to the next line; false if the file ends before a newline.
  ///
  /// If the line is longer than the limit, only its beginning is read, and ``isWhole`` is false.
  mutating func advance(limit: Int) throws(ArchiveError) -> Bool {
    lineStart = next
    number += 1
    passedCharacters = 0
    return try findEnd(within: limit)
  }

  /// Reads until a number of bytes, or the rest of the line, is in memory after the cursor.
  @inline(__always) mutating func readAhead(
    _ count: Int, of cursor: inout LineCursor
  ) throws(ArchiveError) {
    if !isWhole, cursor.left < count { try readOn(in: &cursor, count) }
  }

  /// Releases the parsed bytes of an incomplete line, and reads until a number of further bytes, or the rest
  /// of the line, is in memory.
  mutating func readOn(in cursor: inout LineCursor, _ count: Int) throws(ArchiveError) {
    let passed = unsafe UnsafeRawBufferPointer(rebasing: line.prefix(cursor.offset))
    passedCharacters += unsafe UTF8Scan.characterCount(of: passed)
    lineStart += cursor.offset
    let left = block.end - lineStart
    guard try findEnd(within: left + count) else { throw .truncated(path: path, line: number) }
    cursor = unsafe LineCursor(line)
  }

  /// The number of the character at an offset of the line's bytes in memory, counted from 1.
  func column(at offset: Int) -> Int {
    // Editors count characters, not bytes.
    let passed = unsafe UnsafeRawBufferPointer(rebasing: line.prefix(offset))
    return unsafe passedCharacters + UTF8Scan.characterCount(of: passed) + 1
  }

  private mutating func findEnd(within limit: Int) throws(ArchiveError) -> Bool {
    var searched = 0
    while true {
      let newline = block.index(of: 0x0A, from: lineStart + searched)
      isWhole = newline != nil
      lineEnd = newline ?? block.end
      next = newline.map { $0 + 1 } ?? block.end
      searched = block.end - lineStart
      if isWhole || searched >= limit { return true }
      guard try readOn() else { return false }
    }
  }

  /// Whether this line is the last.
  mutating func isLast() throws(ArchiveError) -> Bool {
    if next < block.end { return false }
    return try !readOn()
  }

  /// Reads more bytes after the line; false at the end of the file.
  private mutating func readOn() throws(ArchiveError) -> Bool {
    let kept = lineStart
    do throws(BackupSource.Failure) {
      guard try reader.advance(&block, keeping: kept) else { return false }
    } catch {
      throw error.error(path, line: number)
    }
    lineStart = block.start
    lineEnd += block.start - kept
    next += block.start - kept
    return true
  }

  /// The block checks of all bytes before this line.
  mutating func finishBlocks() -> [UInt64] { reader.finishBlocks(&block, upTo: lineStart) }

  /// The SHA-256 of all bytes up to an offset in this line, in hexadecimal digits.
  mutating func finishDigest(before offset: Int) -> String {
    reader.finishDigest(&block, upTo: lineStart + offset)
  }
}
