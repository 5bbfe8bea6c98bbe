/// The check values of a stream's blocks of 64 KiB, independent of the pieces in which the stream arrives.
///
/// They show the place of damage: the first block that differs.
struct BlockChecks {
  static let blockSize = 1 << 16

  private(set) var finished: [UInt64] = []
  private var block: [UInt8] = []

  init() { block.reserveCapacity(Self.blockSize) }

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var rest = unsafe bytes[...]
    while unsafe !rest.isEmpty {
      if block.isEmpty, unsafe rest.count >= Self.blockSize {
        let whole = unsafe UnsafeRawBufferPointer(rebasing: rest.prefix(Self.blockSize))
        finished.append(unsafe Self.check(of: whole))
        unsafe rest = rest.dropFirst(Self.blockSize)
      } else {
        let part = unsafe rest.prefix(Self.blockSize - block.count)
        unsafe block.append(contentsOf: part)
        unsafe rest = rest.dropFirst(part.count)
        if block.count == Self.blockSize { finishBlock() }
      }
    }
  }

  /// Ends the stream; the rest becomes a last, shorter block.
  mutating func finish() {
    if !block.isEmpty { finishBlock() }
  }

  private mutating func finishBlock() {
    finished.append(unsafe block.withUnsafeBytes { unsafe Self.check(of: $0) })
    block.removeAll(keepingCapacity: true)
  }

  private static func check(of bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash = WordHash()
    unsafe hash.add(bytes)
    return hash.state
  }
}
