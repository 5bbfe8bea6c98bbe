#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A block of a backup, with room before it for the line that began in the previous block.
@safe struct Block: ~Copyable {
  private static let size = 1 << 19
  private static let usualHead = 1 << 16

  private var memory: UnsafeMutableRawBufferPointer
  private var head = usualHead
  /// The index of the first byte that is not digested yet.
  private var digested = usualHead
  /// The index of the first byte, the rest of the previous block included.
  private(set) var start = usualHead
  /// The index after the last byte.
  private(set) var end = usualHead

  /// An empty block.
  init() {
    unsafe memory = .allocate(byteCount: Self.usualHead + Self.size, alignment: 16)
  }

  deinit { unsafe memory.deallocate() }

  var count: Int { end - start }

  /// Some of the bytes; they are valid until the block changes.
  @unsafe @inline(__always) func bytes(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(rebasing: memory[range])
  }

  /// The index of the first occurrence of a byte, from an index on.
  @inline(__always) func index(of byte: UInt8, from index: Int) -> Int? {
    guard index < end, let base = unsafe memory.baseAddress,
      let found = unsafe memchr(base + index, Int32(byte), end - index)
    else { return nil }
    return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  // MARK: Filling

  /// Removes all bytes.
  mutating func clear() {
    digested = head
    start = head
    end = head
  }

  /// Reads as many bytes as there is room for, or all that are left.
  ///
  /// After an error, the bytes that were read before it are in the block.
  ///
  /// - Returns: Whether the source is at its end.
  mutating func fill(from source: inout BackupSource) throws(BackupSource.Failure) -> Bool {
    let limit = head + Self.size
    while end < limit {
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: memory[end..<limit])
      let count = try unsafe source.read(into: rest)
      if count == 0 { return true }
      end += count
    }
    return false
  }

  /// Copies the end of another block before this one.
  mutating func prepend(_ other: borrowing Block, from first: Int) {
    let length = other.end - first
    if length > head { makeRoom(for: length) }
    start = head - length
    digested = start
    guard length > 0 else { return }
    unsafe UnsafeMutableRawBufferPointer(rebasing: memory[start..<head])
      .copyMemory(from: other.bytes(first..<other.end))
  }

  /// Removes the bytes that another block has taken over.
  mutating func drop(from first: Int) { end = first }

  // A line that is longer than a block comes here each time, with twice the room.
  private mutating func makeRoom(for length: Int) {
    let room = length * 2
    let larger = UnsafeMutableRawBufferPointer.allocate(
      byteCount: room + Self.size, alignment: 16)
    unsafe UnsafeMutableRawBufferPointer(rebasing: larger[room...])
      .copyMemory(from: bytes(head..<end))
    unsafe memory.deallocate()
    unsafe memory = larger
    end += room - head
    head = room
  }

  // MARK: Digests

  /// Adds the bytes that are not digested yet to the checks.
  mutating func digest(into checks: inout StreamChecks) { digest(upTo: end, into: &checks) }

  /// Adds the bytes up to an index that are not digested yet to the checks.
  mutating func digest(upTo end: Int, into checks: inout StreamChecks) {
    guard end > digested else { return }
    unsafe checks.add(bytes(digested..<end))
    digested = end
  }
}
