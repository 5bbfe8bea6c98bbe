/// Scans of UTF-8 bytes, eight bytes at a time if possible.
enum UTF8Scan {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highs: UInt64 = 0x8080_8080_8080_8080

  /// Marks the bytes of a little-endian word that need an escape in JSON text.
  ///
  /// With `asciiOnly`, bytes outside ASCII are marked too. Only the lowest mark is exact: a borrow may set
  /// wrong marks above it.
  @inline(__always) static func special(
    _ word: UInt64, asciiOnly: Bool = true
  ) -> UInt64 {
    let quotes = word ^ (ones &* 0x22)
    let slashes = word ^ (ones &* 0x5C)
    let control = (word &- ones &* 0x20) & ~word
    let equal = ((quotes &- ones) & ~quotes) | ((slashes &- ones) & ~slashes)
    return (control | equal | (asciiOnly ? word : 0)) & highs
  }

  /// The length of the well-formed sequence that starts at an index; 0 if the bytes are not well-formed.
  ///
  /// Table 3-7 of the Unicode Standard: no surrogates, no overlong forms, no code points above U+10FFFF.
  @inline(__always) static func sequenceLength(
    in bytes: UnsafeRawBufferPointer, at index: Int
  ) -> Int {
    let first = unsafe bytes[index]
    if first < 0x80 { return 1 }
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard first >= 0xC2, first <= 0xF4, index &+ length <= bytes.count else { return 0 }
    guard unsafe secondBytes(after: first).contains(bytes[index &+ 1]) else { return 0 }
    var next = index &+ 2
    while next < index &+ length {
      guard unsafe bytes[next] & 0xC0 == 0x80 else { return 0 }
      next &+= 1
    }
    return length
  }

  /// The number of characters that begin within the bytes of a text.
  static func characterCount(of bytes: UnsafeRawBufferPointer) -> Int {
    var continuations = 0
    var index = 0
    while index &+ 8 <= bytes.count {
      let word = unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      continuations &+= (word & ~(word << 1) & highs).nonzeroBitCount
      index &+= 8
    }
    while index < bytes.count {
      continuations &+= unsafe bytes[index] & 0xC0 == 0x80 ? 1 : 0
      index &+= 1
    }
    return bytes.count - continuations
  }

  @inline(__always) private static func secondBytes(after first: UInt8) -> ClosedRange<UInt8> {
    switch first {
    case 0xE0: 0xA0...0xBF
    case 0xED: 0x80...0x9F
    case 0xF0: 0x90...0xBF
    case 0xF4: 0x80...0x8F
    default: 0x80...0xBF
    }
  }

  /// Whether all bytes are well-formed UTF-8.
  static func isValid(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var index = 0
    while index < bytes.count {
      if index &+ 8 <= bytes.count,
        unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) & highs == 0
      {
        index &+= 8
        continue
      }
      let length = unsafe sequenceLength(in: bytes, at: index)
      if length == 0 { return false }
      index &+= length
    }
    return true
  }
}
