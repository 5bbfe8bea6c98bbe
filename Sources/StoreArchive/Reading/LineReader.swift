#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Reads a backup line by line, and lets what it has read be digested beside.
///
/// Memory is that of the longest line.
@safe struct LineReader: ~Copyable {
  let path: String
  /// The number of the line, from 1; 0 before the first.
  private(set) var number = 0

  private var source: BackupSource
  private var buffer: UnsafeMutableRawBufferPointer
  // In the buffer: what is digested, the line, what comes after its newline, and the end.
  private var digested = 0
  private var lineStart = 0
  private var lineEnd = 0
  private var next = 0
  private var filled = 0
  private let checks = StreamChecks()
  // What is on its way to be digested: one piece is gathered while the other is at it.
  private var piece = PieceBuffer()
  private var other = PieceBuffer()

  init(_ path: String) throws(ArchiveError) {
    self.init(path, try BackupSource(path))
  }

  private init(_ path: String, _ source: consuming BackupSource) {
    self.path = path
    self.source = source
    unsafe buffer = .allocate(byteCount: 1 << 18, alignment: 16)
  }

  deinit {
    checks.wait()
    unsafe buffer.deallocate()
  }

  /// The bytes of the line without its newline, until the next line is asked for.
  @unsafe var line: UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(rebasing: buffer[lineStart..<lineEnd])
  }

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
      if let newline = newline(from: lineStart + searched) {
        lineEnd = newline
        next = newline + 1
        return true
      }
      searched = filled - lineStart
      guard searched < limit, try refill() else { return false }
    }
  }

  /// Whether nothing comes after this line.
  mutating func isLast() throws(ArchiveError) -> Bool {
    if next < filled { return false }
    return try !refill()
  }

  private func newline(from index: Int) -> Int? {
    guard index < filled, let start = unsafe buffer.baseAddress else { return nil }
    guard let found = unsafe memchr(start + index, 0x0A, filled - index) else { return nil }
    return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(start)
  }

  /// Drops what comes before the line, and reads more after it: false at the end of the file.
  private mutating func refill() throws(ArchiveError) -> Bool {
    digest(upTo: lineStart)
    let kept = lineStart
    if unsafe filled - kept > buffer.count / 2 { grow() }
    if kept > 0, let start = unsafe buffer.baseAddress {
      unsafe start.copyMemory(from: start + kept, byteCount: filled - kept)
    }
    filled -= kept
    lineEnd -= kept
    next -= kept
    digested -= kept
    lineStart = 0
    let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
    let count = try unsafe source.read(into: rest, line: number)
    filled += count
    return count > 0
  }

  private mutating func grow() {
    let larger = unsafe UnsafeMutableRawBufferPointer.allocate(
      byteCount: buffer.count * 2, alignment: 16)
    unsafe larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[..<filled]))
    unsafe buffer.deallocate()
    unsafe buffer = larger
  }

  // MARK: Digests

  private mutating func digest(upTo end: Int) {
    guard end > digested else { return }
    var rest = unsafe buffer[digested..<end]
    while unsafe !rest.isEmpty {
      let part = unsafe rest.prefix(piece.room)
      unsafe piece.append(UnsafeRawBufferPointer(rebasing: part))
      unsafe rest = rest.dropFirst(part.count)
      if piece.room == 0 { handOver() }
    }
    digested = end
  }

  private mutating func handOver() {
    unsafe checks.add(piece.bytes)
    // The other one is done with by now.
    swap(&piece, &other)
    piece.empty()
  }

  /// The block checks of everything before this line.
  mutating func finishBlocks() -> [UInt64] {
    digest(upTo: lineStart)
    handOver()
    return checks.finishBlocks()
  }

  /// The SHA-256 of everything up to a byte of this line, in hexadecimal digits.
  mutating func finishDigest(before offset: Int) -> String {
    digest(upTo: lineStart + offset)
    handOver()
    return checks.finishDigest()
  }
}

/// Bytes that are gathered until there are enough of them.
@safe private struct PieceBuffer: ~Copyable {
  private static let capacity = 1 << 19
  private let start = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 16)
  private var count = 0

  deinit { unsafe start.deallocate() }

  /// How many more there is room for.
  var room: Int { Self.capacity - count }

  /// What was gathered.
  @unsafe var bytes: UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(rebasing: start[..<count])
  }

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress, let target = unsafe start.baseAddress else { return }
    unsafe (target + count).copyMemory(from: source, byteCount: bytes.count)
    count += bytes.count
  }

  mutating func empty() { count = 0 }
}
