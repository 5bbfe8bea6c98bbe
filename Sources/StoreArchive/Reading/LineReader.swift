/// Reads a backup line by line, and lets it be digested and read on beside.
///
/// Memory is that of the longest line.
@safe struct LineReader: ~Copyable {
  let path: String
  /// The number of the line, from 1; 0 before the first.
  private(set) var number = 0

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

  /// The bytes of the line without its newline, until the next line is asked for.
  @unsafe var line: UnsafeRawBufferPointer { unsafe block.bytes(lineStart..<lineEnd) }

  /// How many bytes the line has.
  var length: Int { lineEnd - lineStart }

  /// Moves to the next line: false where the file ends before a newline.
  ///
  /// A line longer than the limit is taken for no line at all.
  mutating func advance(limit: Int = .max) throws(ArchiveError) -> Bool {
    lineStart = next
    lineEnd = next
    number += 1
    var searched = 0
    while true {
      if let newline = block.index(of: 0x0A, from: lineStart + searched) {
        lineEnd = newline
        next = newline + 1
        return true
      }
      searched = block.end - lineStart
      guard searched < limit, try readOn() else { return false }
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
