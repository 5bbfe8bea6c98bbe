internal import Digests

/// A place in a line that differs from the expected text.
struct LineProblem: Error {
  /// The index of the byte.
  var offset: Int
  /// The expected text or value, for a message.
  var expected: String
}

/// A place in a line of a backup, which advances over expected content.
@safe struct LineCursor {
  private let bytes: UnsafeRawBufferPointer
  private(set) var offset = 0

  /// A cursor over bytes, which must stay valid while it is used.
  @unsafe init(_ bytes: UnsafeRawBufferPointer) { unsafe self.bytes = bytes }

  /// The byte at the place; nil at the end.
  @inline(__always) var next: UInt8? { unsafe offset < bytes.count ? bytes[offset] : nil }

  /// The number of bytes that are left.
  @inline(__always) var left: Int { unsafe bytes.count - offset }

  /// Moves over one byte.
  @inline(__always) mutating func advance() { offset &+= 1 }

  /// The text from an offset to the place.
  func text(from start: Int) -> String {
    unsafe String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  func problem(_ expected: String) -> LineProblem {
    LineProblem(offset: offset, expected: expected)
  }

  // MARK: Fixed words

  /// Moves over the expected bytes if they come next, and returns whether they do.
  @inline(__always) mutating func skip(_ expected: [UInt8]) -> Bool {
    guard unsafe bytes.count - offset >= expected.count else { return false }
    for index in 0..<expected.count where unsafe bytes[offset &+ index] != expected[index] {
      return false
    }
    offset &+= expected.count
    return true
  }

  @inline(__always) mutating func skip(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    offset &+= 1
    return true
  }

  mutating func skip(_ text: String) -> Bool { skip(Array(text.utf8)) }

  mutating func expect(_ text: String) throws(LineProblem) {
    guard skip(text) else { throw problem("'\(text)'") }
  }

  mutating func expectEnd() throws(LineProblem) {
    guard unsafe offset == bytes.count else { throw problem("the end of the line") }
  }

  // MARK: Texts

  /// Reads a text from after its opening quote to its closing quote, and lends its bytes.
  @inline(__always) mutating func text<Result>(
    using scratch: inout [UInt8], _ body: (UnsafeRawBufferPointer) throws -> Result
  ) throws -> Result {
    let plain = unsafe plainBytes()
    if skip(0x22) { return try unsafe body(plain) }
    scratch.removeAll(keepingCapacity: true)
    unsafe scratch.append(contentsOf: plain)
    _ = try readText(into: &scratch, isWhole: true)
    return try unsafe scratch.withUnsafeBytes { try unsafe body($0) }
  }

  /// Reads a name or another short text, quotes included.
  mutating func string() throws(LineProblem) -> String {
    guard skip(0x22) else { throw problem("a text") }
    let start = offset
    var content: [UInt8] = []
    _ = try readText(into: &content, isWhole: true)
    guard let text = String(validating: content, as: UTF8.self) else {
      throw LineProblem(offset: start, expected: "valid UTF-8")
    }
    return text
  }

  /// Reads the next part of a text and appends its bytes; returns whether the closing quote was reached.
  ///
  /// With `isWhole`, the bytes contain the whole line. Otherwise the text may continue in the part of the
  /// line that is not read yet.
  mutating func readText(into content: inout [UInt8], isWhole: Bool) throws(LineProblem) -> Bool {
    while true {
      unsafe content.append(contentsOf: plainBytes())
      if skip(0x22) { return true }
      let isInEscape = next == 0x5C && left < Self.longestEscape
      if !isWhole, next == nil || isInEscape { return false }
      guard skip(0x5C) else { throw problem("the end of the text") }
      content.append(try escapedByte())
    }
  }

  private static let longestEscape = #"\u0000"#.utf8.count

  /// Reads the next part of a text of Base64 digits in the same way.
  mutating func readBase64(into content: inout [UInt8], isWhole: Bool) throws(LineProblem) -> Bool {
    let start = offset
    var digits = unsafe plainBytes()
    let isEnd = next == 0x22
    if !isEnd {
      guard !isWhole, next == nil else { throw problem("the end of the text") }
      // The last digits may be padding, which is only allowed at the end.
      offset -= digits.count - max(0, digits.count - 1) / 4 * 4
      unsafe digits = UnsafeRawBufferPointer(rebasing: digits.prefix(offset - start))
    }
    guard unsafe Base64.decode(digits, to: &content, isLast: isEnd) else {
      throw LineProblem(offset: start, expected: "Base64")
    }
    if isEnd { advance() }
    return isEnd
  }

  /// Reads a number of lower-case hexadecimal digits.
  mutating func hexadecimal(count: Int) throws(LineProblem) -> String {
    let start = offset
    while offset - start < count, let byte = next, Self.isHexadecimalDigit(byte) { offset += 1 }
    guard offset - start == count else { throw problem("a hexadecimal digit") }
    return text(from: start)
  }

  private static func isHexadecimalDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
  }

  /// Moves over bytes that need no escape, to a quote, a backslash or a control character.
  @inline(__always) private mutating func skipPlain() {
    while unsafe offset &+ 8 <= bytes.count {
      let word = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      let stop = UTF8Scan.special(UInt64(littleEndian: word), asciiOnly: false)
      offset &+= stop == 0 ? 8 : stop.trailingZeroBitCount / 8
      if stop != 0 { return }
    }
    while let byte = next, byte >= 0x20, byte != 0x22, byte != 0x5C { offset &+= 1 }
  }

  /// Moves over bytes that need no escape, and lends them.
  @unsafe private mutating func plainBytes() -> UnsafeRawBufferPointer {
    let start = offset
    skipPlain()
    return unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<offset])
  }

  private mutating func escapedByte() throws(LineProblem) -> UInt8 {
    guard let letter = next else { throw problem("an escape") }
    if let byte = JSONEscape.byte(ofLetter: letter) {
      offset += 1
      return byte
    }
    try expect("u00")
    for byte in UInt8(0)..<0x20 where JSONEscape.letter(of: byte) == nil {
      if skip([0x30 + byte >> 4, JSONEscape.hexadecimalDigit(byte & 15)]) { return byte }
    }
    throw problem("the code of a control character")
  }
}
