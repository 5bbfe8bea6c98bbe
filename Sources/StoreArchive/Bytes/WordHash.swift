/// A running 64-bit check value over bytes and words, fast enough for every byte.
///
/// It finds accidents, not forgeries. From the state `s`, which starts at 0xCBF29CE484222325, each
/// 64-bit word `w` gives `s = (s ^ w) * 0x9E3779B97F4A7C15`, then `s ^= s >> 29`. Bytes are taken
/// as little-endian words; the last one is filled up with zeros and followed by the byte count.
struct WordHash: Hashable, Sendable {
  private(set) var state: UInt64 = 0xCBF2_9CE4_8422_2325

  @inline(__always) mutating func add(_ word: UInt64) {
    state = (state ^ word) &* 0x9E37_79B9_7F4A_7C15
    state ^= state >> 29
  }

  /// Adds the bytes of one value, and their number.
  @inline(__always) mutating func add(_ bytes: UnsafeRawBufferPointer) {
    unsafe addWords(bytes)
    add(UInt64(bytes.count))
  }

  /// Adds bytes without their number: whole words, or the end of a value.
  @inline(__always) mutating func addWords(_ bytes: UnsafeRawBufferPointer) {
    var offset = 0
    while offset &+ 8 <= bytes.count {
      add(UInt64(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
      offset &+= 8
    }
    guard offset < bytes.count else { return }
    var rest: UInt64 = 0
    for index in offset..<bytes.count {
      rest |= unsafe UInt64(bytes[index]) << (8 * UInt64(index - offset))
    }
    add(rest)
  }
}

extension UInt64 {
  /// The sixteen hexadecimal digits of a check value.
  var checkText: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
