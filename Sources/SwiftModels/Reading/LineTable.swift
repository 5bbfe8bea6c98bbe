internal import Diagnostics

/// The starts of the lines of a text, for converting offsets to positions.
struct LineTable {
  private let bytes: [UInt8]
  private let starts: [Int]
  /// The number of continuation bytes of characters before each full block.
  ///
  /// With these counts, the columns of a long line are not counted from its start each time.
  private let continuations: [Int]

  private static let block = 256

  /// Creates the table of a text in UTF-8.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var starts = [0]
    var continuations = [0]
    var continued = 0
    for (offset, byte) in bytes.enumerated() {
      let isLineFeed = byte == 0x0A
      let isReturn = byte == 0x0D && (offset + 1 == bytes.count || bytes[offset + 1] != 0x0A)
      if isLineFeed || isReturn { starts.append(offset + 1) }
      if byte & 0xC0 == 0x80 { continued += 1 }
      if (offset + 1) % Self.block == 0 { continuations.append(continued) }
    }
    self.starts = starts
    self.continuations = continuations
  }

  /// The position of a byte.
  func position(_ offset: Int) -> Position {
    let end = min(max(offset, 0), bytes.count)
    let line = starts.lastIndex(ofAtMost: end)
    let start = starts[line]
    let continued =
      end - start < Self.block
      ? bytes[start..<end].count { $0 & 0xC0 == 0x80 }
      : continuations(before: end) - continuations(before: start)
    var column = end - start - continued + 1
    if line == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]), end >= 3 { column -= 1 }
    return Position(line: Int32(clamping: line + 1), column: Int32(clamping: column))
  }

  /// The offset of the byte at a position.
  func offset(_ position: Position) -> Int {
    let line = Int(position.line) - 1
    guard starts.indices.contains(line) else { return bytes.count }
    var offset = starts[line]
    if line == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset += 3 }
    var left = Int(position.column) - 1
    while left > 0, offset < bytes.count {
      offset += 1
      while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      left -= 1
    }
    return offset
  }

  /// The number of continuation bytes of characters before an offset.
  private func continuations(before offset: Int) -> Int {
    let block = offset / Self.block
    let rest = bytes[(block * Self.block)..<offset].count { $0 & 0xC0 == 0x80 }
    return continuations[block] + rest
  }
}
