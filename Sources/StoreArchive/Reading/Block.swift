#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A block of a backup, with room before it for the line that began in the block before.
@safe struct Block: ~Copyable {
  private static let size = 1 << 19
  private static let usualHead = 1 << 16

  private var memory: UnsafeMutableRawBufferPointer
  private var head = usualHead
  /// Where the next byte is that is not digested.
  private var digested = usualHead
  /// Where what was read begins, with the rest of the block before.
  private(set) var start = usualHead
  /// Where it ends.
  private(set) var end = usualHead

  /// A block in which nothing is yet.
  init() {
    unsafe memory = .allocate(byteCount: Self.usualHead + Self.size, alignment: 16)
  }

  deinit { unsafe memory.deallocate() }

  var count: Int { end - start }

  /// Some of the bytes, as long as the block is not changed.
  @unsafe @inline(__always) func bytes(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(rebasing: memory[range])
  }

  /// Where a byte is first found from a place on.
  @inline(__always) func index(of byte: UInt8, from index: Int) -> Int? {
    guard index < end, let base = unsafe memory.baseAddress,
      let found = unsafe memchr(base + index, Int32(byte), end - index)
    else { return nil }
    return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  // MARK: Filling

  /// Nothing is in it any more.
  mutating func clear() {
    digested = head
    start = head
    end = head
  }

  /// Reads as much as there is room for, or as there is.
  ///
  /// What was read before something went wrong is there.
  ///
  /// - Returns: Whether there is no more.
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

  /// Puts the end of another block before this one.
  mutating func prepend(_ other: borrowing Block, from first: Int) {
    let length = other.end - first
    if length > head { makeRoom(for: length) }
    start = head - length
    digested = start
    guard length > 0 else { return }
    unsafe UnsafeMutableRawBufferPointer(rebasing: memory[start..<head])
      .copyMemory(from: other.bytes(first..<other.end))
  }

  /// Lets go of what another block has taken.
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

  /// Adds to the checks what they have not of it yet.
  mutating func digest(into checks: inout StreamChecks) { digest(upTo: end, into: &checks) }

  /// The same, up to a place.
  mutating func digest(upTo end: Int, into checks: inout StreamChecks) {
    guard end > digested else { return }
    unsafe checks.add(bytes(digested..<end))
    digested = end
  }
}
