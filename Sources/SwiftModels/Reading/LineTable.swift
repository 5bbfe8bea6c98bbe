/// Where the lines of a text begin, to turn offsets into places.
struct LineTable {
  private let bytes: [UInt8]
  private let starts: [Int]

  /// The table of a text in UTF-8.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var starts = [0]
    for (offset, byte) in bytes.enumerated() {
      let isLineFeed = byte == 0x0A
      let isReturn = byte == 0x0D && (offset + 1 == bytes.count || bytes[offset + 1] != 0x0A)
      if isLineFeed || isReturn { starts.append(offset + 1) }
    }
    self.starts = starts
  }

  /// The place at which a byte stands.
  func position(_ offset: Int) -> Position {
    let end = min(max(offset, 0), bytes.count)
    let line = lastLine(startingAtOrBefore: end)
    var column = 1
    for byte in bytes[starts[line]..<end] where byte & 0xC0 != 0x80 { column += 1 }
    if line == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]), end >= 3 { column -= 1 }
    return Position(line: Int32(clamping: line + 1), column: Int32(clamping: column))
  }

  private func lastLine(startingAtOrBefore offset: Int) -> Int {
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }
}
