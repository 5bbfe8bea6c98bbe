/// Reads a backup line by line, and lets it be digested and read on meanwhile.
///
/// Of a line that is longer than a limit only the beginning is there, and more of it takes the place
/// of what was passed over. So memory is bounded by the limit, however long a line is.
@safe struct LineReader: ~Copyable {
  let path: String
  /// The number of the line, from 1; 0 before the first.
  private(set) var number = 0
  /// Whether all of the line is there.
  private(set) var isWhole = false
  /// How many characters of the line were there before.
  private var passedCharacters = 0

  private let reader: BlockReader
  private var block = Block()
  // In the block: the line, and what comes after its newline.
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

  /// The bytes of the line without its newline, until more of it or the next line is asked for.
  @unsafe var line: UnsafeRawBufferPointer { unsafe block.bytes(lineStart..<lineEnd) }

  /// How many bytes of the line are there.
  var length: Int { lineEnd - lineStart }

  /// Moves to the next line: false where the file ends before a newline.
  ///
  /// Of a line that is longer than the limit, it reads only so much; ``isWhole`` is false then.
  mutating func advance(limit: Int) throws(ArchiveError) -> Bool {
    lineStart = next
    number += 1
    passedCharacters = 0
    return try findEnd(within: limit)
  }

  /// Sees to it that so many bytes of the line come after a place, or all of the line.
  @inline(__always) mutating func readAhead(
    _ count: Int, of cursor: inout LineCursor
  ) throws(ArchiveError) {
    if !isWhole, cursor.left < count { try readOn(in: &cursor, count) }
  }

  /// Lets go of what was passed over in a line that is not whole, and reads on until so many more
  /// bytes are there, or the line is whole.
  mutating func readOn(in cursor: inout LineCursor, _ count: Int) throws(ArchiveError) {
    let passed = unsafe UnsafeRawBufferPointer(rebasing: line.prefix(cursor.offset))
    passedCharacters += unsafe UTF8Scan.characterCount(of: passed)
    lineStart += cursor.offset
    let left = block.end - lineStart
    guard try findEnd(within: left + count) else { throw .truncated(path: path, line: number) }
    cursor = unsafe LineCursor(line)
  }

  /// The number of the character at a byte of what is there of the line, from 1.
  func column(at offset: Int) -> Int {
    // An editor counts characters, not bytes.
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

  /// Whether nothing comes after this line.
  mutating func isLast() throws(ArchiveError) -> Bool {
    if next < block.end { return false }
    return try !readOn()
  }

  /// Has more after the line: false at the end of the file.
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

  /// The block checks of everything before this line.
  mutating func finishBlocks() -> [UInt64] { reader.finishBlocks(&block, upTo: lineStart) }

  /// The SHA-256 of everything up to a byte of this line, in hexadecimal digits.
  mutating func finishDigest(before offset: Int) -> String {
    reader.finishDigest(&block, upTo: lineStart + offset)
  }
}
