extension BinaryPropertyList {
  /// The bytes of a value; equal texts, numbers and data are written only once.
  package static func bytes(of value: PropertyList) -> [UInt8] {
    var writer = BinaryPropertyListWriter()
    let top = writer.add(value)
    return writer.bytes(top: top)
  }
}

/// Writes the objects of a binary property list, one after another.
private struct BinaryPropertyListWriter {
  /// An object that refers to its parts by their numbers.
  private enum Node: Hashable {
    case leaf(PropertyList)
    case array([Int])
    case dictionary([Int], [Int])
  }

  private var nodes: [Node] = []
  private var known: [PropertyList: Int] = [:]

  /// Adds an object with its parts, and returns its number.
  mutating func add(_ value: PropertyList) -> Int {
    switch value {
    case .array(let elements):
      let number = reserve()
      nodes[number] = .array(elements.map { add($0) })
      return number
    case .dictionary(let members):
      let number = reserve()
      let sorted = members.sorted { $0.key < $1.key }
      let keys = sorted.map { add(.string($0.key)) }
      nodes[number] = .dictionary(keys, sorted.map { add($0.value) })
      return number
    case .bool, .integer, .real, .date, .data, .string, .uid:
      if let number = known[value] { return number }
      nodes.append(.leaf(value))
      known[value] = nodes.count - 1
      return nodes.count - 1
    }
  }

  private mutating func reserve() -> Int {
    nodes.append(.array([]))
    return nodes.count - 1
  }

  /// The bytes of the list: the header, the objects, the table of their offsets, and the trailer.
  func bytes(top: Int) -> [UInt8] {
    let referenceSize = Self.size(of: nodes.count)
    var result = Array("bplist00".utf8)
    var offsets: [Int] = []
    for node in nodes {
      offsets.append(result.count)
      result += bytes(of: node, referenceSize)
    }
    let table = result.count
    let offsetSize = Self.size(of: table)
    for offset in offsets { result += Self.bigEndian(offset, offsetSize) }
    result += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
    return result + [nodes.count, top, table].flatMap { Self.bigEndian($0, 8) }
  }

  private func bytes(of node: Node, _ referenceSize: Int) -> [UInt8] {
    let references: ([Int]) -> [UInt8] = { $0.flatMap { Self.bigEndian($0, referenceSize) } }
    return switch node {
    case .leaf(let value): Self.bytes(of: value)
    case .array(let elements): Self.marker(0xA0, elements.count) + references(elements)
    case .dictionary(let keys, let values):
      Self.marker(0xD0, keys.count) + references(keys) + references(values)
    }
  }

  private static func bytes(of leaf: PropertyList) -> [UInt8] {
    switch leaf {
    case .bool(let isTrue): return [isTrue ? 0x09 : 0x08]
    case .integer(let number): return bytes(of: number)
    case .real(let number): return [0x23] + bigEndian(number.bitPattern)
    case .date(let seconds): return [0x33] + bigEndian(seconds.bitPattern)
    case .data(let bytes): return marker(0x40, bytes.count) + bytes
    case .string(let text):
      if text.utf8.allSatisfy({ $0 < 0x80 }) { return marker(0x50, text.utf8.count) + text.utf8 }
      let units = text.utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
      return marker(0x60, units.count / 2) + units
    case .uid(let number):
      let size = size(of: number)
      return [0x80 | UInt8(size - 1)] + bigEndian(number, size)
    case .array, .dictionary: return []
    }
  }

  /// The bytes of an integer: eight for a negative number, and as few as necessary for others.
  private static func bytes(of number: Int64) -> [UInt8] {
    guard number >= 0 else { return [0x13] + bigEndian(UInt64(bitPattern: number)) }
    let exponent = [0, 1, 2].first { number < Int64(1) << (8 << $0) } ?? 3
    return [0x10 | UInt8(exponent)] + bigEndian(Int(number), 1 << exponent)
  }

  private static func marker(_ kind: UInt8, _ count: Int) -> [UInt8] {
    count < 15 ? [kind | UInt8(count)] : [kind | 0x0F] + bytes(of: Int64(count))
  }

  /// The size of a number in bytes: one, two, four or eight.
  private static func size(of number: Int) -> Int {
    [1, 2, 4].first { number < 1 << (8 * $0) } ?? 8
  }

  private static func bigEndian(_ number: Int, _ size: Int) -> [UInt8] {
    Array(bigEndian(UInt64(number)).suffix(size))
  }

  private static func bigEndian(_ pattern: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: pattern >> (56 - 8 * UInt64($0))) }
  }
}
