package import SQLite

/// Tests of the bytes of stored texts, which run on every row.
enum TextScan {
  /// Whether it is a stored UUID: 36 characters, with capital letters.
  static func isUUID(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count == 36 else { return false }
    for position in 0..<36 {
      let byte = unsafe bytes[position]
      switch position {
      case 8, 13, 18, 23: if byte != UInt8(ascii: "-") { return false }
      default: if !isCapitalHexadecimal(byte) { return false }
      }
    }
    return true
  }

  private static func isCapitalHexadecimal(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(byte)
  }

  /// Whether it is a JSON list of texts without spaces and escapes: `["one","two"]`.
  ///
  /// False does not exclude other JSON.
  static func isPlainList(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let end = bytes.count - 1
    guard end > 0, unsafe bytes[0] == UInt8(ascii: "["), unsafe bytes[end] == UInt8(ascii: "]")
    else { return false }
    if end == 1 { return true }
    var position = 1
    while let next = unsafe endOfPlainText(in: bytes, from: position, to: end) {
      if next == end { return true }
      guard unsafe bytes[next] == UInt8(ascii: ",") else { return false }
      position = next + 1
    }
    return false
  }

  /// The place behind a quoted text that begins at a place; nil if none does.
  private static func endOfPlainText(
    in bytes: UnsafeRawBufferPointer, from start: Int, to end: Int
  ) -> Int? {
    guard start < end, unsafe bytes[start] == UInt8(ascii: "\"") else { return nil }
    for position in start + 1..<end {
      switch unsafe bytes[position] {
      case UInt8(ascii: "\""): return position + 1
      case UInt8(ascii: "\\"), 0..<0x20: return nil
      default: continue
      }
    }
    return nil
  }
}

extension SQLTextTest {
  /// Whether a text is a stored UUID.
  package static func isUUID(named name: String) -> SQLTextTest {
    unsafe SQLTextTest(name: name) { unsafe TextScan.isUUID($0) }
  }

  /// Whether the bytes of a text are UTF-8.
  package static func isUTF8(named name: String) -> SQLTextTest {
    unsafe SQLTextTest(name: name, isForViews: true) { bytes in
      unsafe bytes.allSatisfy { $0 < 0x80 } || String(validating: bytes, as: UTF8.self) != nil
    }
  }

  /// Whether a text is a JSON list of texts in its plainest form.
  ///
  /// Any other text may be such a list, too.
  package static func isPlainList(named name: String) -> SQLTextTest {
    unsafe SQLTextTest(name: name) { unsafe TextScan.isPlainList($0) }
  }
}
