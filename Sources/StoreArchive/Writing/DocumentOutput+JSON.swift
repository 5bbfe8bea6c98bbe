internal import Digests

/// The spelling of values in a backup.
extension DocumentOutput {
  private static let largestPiece = 1 << 16

  /// Writes an integer.
  @inline(__always) mutating func writeInteger(_ number: Int64) {
    let target = unsafe reserve(20)
    var magnitude = number.magnitude
    var length = number < 0 ? 1 : 0
    var rest = magnitude
    repeat {
      length &+= 1
      rest /= 10
    } while rest > 0
    var position = length
    repeat {
      position &-= 1
      let (quotient, digit) = magnitude.quotientAndRemainder(dividingBy: 10)
      unsafe target[position] = 0x30 + UInt8(truncatingIfNeeded: digit)
      magnitude = quotient
    } while magnitude > 0
    if number < 0 { unsafe target[0] = 0x2D }
    advance(by: length)
  }

  /// Writes a floating-point number in the shortest form that reads back to the same bits, and never in the
  /// form of an integer.
  @inline(__always) mutating func writeReal(_ number: Double) {
    guard number.isFinite else { return writeNonFinite(number) }
    // Whole numbers below 2^53 need no search for the shortest form.
    if number.magnitude < 9_007_199_254_740_992, number == number.rounded(.towardZero),
      number != 0
    {
      writeInteger(Int64(number))
      append(0x2E)
      append(0x30)
    } else {
      append(number.description)
    }
  }

  private mutating func writeNonFinite(_ number: Double) {
    append(#"{"$real":""#)
    append(number.isNaN ? "nan" : number < 0 ? "-inf" : "inf")
    append(#""}"#)
  }

  /// Writes a blob.
  mutating func writeBlob(_ bytes: UnsafeRawBufferPointer) {
    unsafe writeTagged(#"{"$blob":""#, bytes)
  }

  /// Writes the bytes of a text that JSON cannot hold.
  mutating func writeRawText(_ bytes: UnsafeRawBufferPointer) {
    unsafe writeTagged(#"{"$text":""#, bytes)
  }

  private mutating func writeTagged(_ tag: String, _ bytes: UnsafeRawBufferPointer) {
    append(tag)
    unsafe writeBase64(bytes)
    append(#""}"#)
  }

  /// Writes the Base64 digits of bytes, without quotes.
  mutating func writeBase64(_ bytes: UnsafeRawBufferPointer) {
    var rest = unsafe bytes[...]
    while unsafe !rest.isEmpty {
      let piece = unsafe UnsafeRawBufferPointer(rebasing: rest.prefix(BackupFormat.externalPiece))
      let length = Base64.encodedCount(of: piece.count)
      unsafe Base64.encode(piece, to: reserve(length))
      advance(by: length)
      unsafe rest = rest.dropFirst(piece.count)
    }
  }

  /// Writes a text: as JSON text if it is valid UTF-8, otherwise as its bytes.
  @inline(__always) mutating func writeText(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count <= Self.largestPiece else { return unsafe writeLargeText(bytes) }
    let target = unsafe reserve(bytes.count * 6 + 16)
    unsafe target[0] = 0x22
    guard let end = unsafe Self.escape(bytes, to: target + 1) else {
      return unsafe writeRawText(bytes)
    }
    unsafe end.pointee = 0x22
    advance(by: unsafe end - target + 1)
  }

  /// Writes a text that is known to be valid, such as a name or a definition.
  mutating func writeText(_ text: String) {
    var text = text
    text.withUTF8 { unsafe writeText(UnsafeRawBufferPointer($0)) }
  }

  private mutating func writeLargeText(_ bytes: UnsafeRawBufferPointer) {
    guard unsafe UTF8Scan.isValid(bytes) else { return unsafe writeRawText(bytes) }
    append(0x22)
    var rest = unsafe bytes[...]
    while unsafe !rest.isEmpty {
      var length = unsafe min(Self.largestPiece, rest.count)
      // Never split a character.
      while unsafe length < rest.count, unsafe rest[rest.startIndex + length] & 0xC0 == 0x80 {
        length -= 1
      }
      let piece = unsafe UnsafeRawBufferPointer(rebasing: rest.prefix(length))
      let target = unsafe reserve(length * 6 + 8)
      if let end = unsafe Self.escape(piece, to: target) { advance(by: unsafe end - target) }
      unsafe rest = rest.dropFirst(length)
    }
    append(0x22)
  }

  /// Escapes bytes into memory with room for six bytes each and eight more; nil if the bytes are not UTF-8.
  private static func escape(
    _ bytes: UnsafeRawBufferPointer, to place: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8>? {
    var target = unsafe place
    var index = 0
    while index < bytes.count {
      if index &+ 8 <= bytes.count {
        let word = unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        let special = UTF8Scan.special(UInt64(littleEndian: word))
        unsafe UnsafeMutableRawPointer(target).storeBytes(of: word, as: UInt64.self)
        let plain = special == 0 ? 8 : special.trailingZeroBitCount / 8
        index &+= plain
        unsafe target += plain
        if special == 0 { continue }
      }
      let length = unsafe UTF8Scan.sequenceLength(in: bytes, at: index)
      if length == 0 { return nil }
      for offset in 0..<length { unsafe target[offset] = bytes[index &+ offset] }
      let first = unsafe bytes[index]
      unsafe target +=
        first < 0x20 || first == 0x22 || first == 0x5C
        ? writeEscape(of: first, to: target) : length
      index &+= length
    }
    return unsafe target
  }

  private static func writeEscape(
    of byte: UInt8, to target: UnsafeMutablePointer<UInt8>
  ) -> Int {
    unsafe target[0] = 0x5C
    if let letter = JSONEscape.letter(of: byte) {
      unsafe target[1] = letter
      return 2
    }
    for (offset, digit) in "u00".utf8.enumerated() { unsafe target[1 + offset] = digit }
    unsafe target[4] = 0x30 + byte >> 4
    unsafe target[5] = JSONEscape.hexadecimalDigit(byte & 15)
    return 6
  }
}
