/// Reads binary property lists, including keyed archives.
///
/// A list consists of a header `bplist00`, the objects, a table of their offsets, and a trailer of 32 bytes
/// with the table's offset. Every object is read only once, however many references it has.
package struct BinaryPropertyList {
  /// A reason why bytes are not a binary property list.
  package enum Problem: String, Error {
    /// The header is missing, or there is no room for a trailer.
    case header = "it does not begin as a binary property list"
    /// The trailer contains invalid sizes or offsets.
    case trailer = "its trailer does not fit it"
    /// An object lies outside the list, or extends beyond its end.
    case bounds = "an object lies outside of it"
    /// An object contains itself.
    case cycle = "an object holds itself"
    /// An object has an unknown kind.
    case kind = "an object is of an unknown kind"
    /// A key is not a text.
    case key = "a key is not a text"
    /// Objects are nested deeper than the limit.
    case depth = "its objects are nested too deep"
  }

  private static let depthLimit = 200
  private static let header = Array("bplist00".utf8)

  private let bytes: [UInt8]
  private let offsetSize: Int
  private let referenceSize: Int
  private let objectCount: Int
  private let tableOffset: Int
  private var read: [Int: PropertyList] = [:]
  private var open: Set<Int> = []

  /// The value in the bytes of a list.
  package static func value(of bytes: [UInt8]) throws(Problem) -> PropertyList {
    var list = try Self(bytes)
    let top = try list.number(at: bytes.count - 16, size: 8)
    return try list.object(top)
  }

  private init(_ bytes: [UInt8]) throws(Problem) {
    guard bytes.starts(with: Self.header), bytes.count >= 40 else { throw .header }
    self.bytes = bytes
    let trailer = bytes.count - 32
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    objectCount = Self.bigEndian(bytes[(trailer + 8)..<(trailer + 16)])
    tableOffset = Self.bigEndian(bytes[(trailer + 24)..<(trailer + 32)])
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
      objectCount > 0, objectCount <= bytes.count, tableOffset >= 8,
      tableOffset <= trailer - objectCount * offsetSize
    else { throw .trailer }
  }

  /// A number of up to eight bytes; a number that is too large becomes the largest `Int`.
  private static func bigEndian(_ bytes: ArraySlice<UInt8>) -> Int {
    let number = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(clamping: number)
  }

  private func slice(_ start: Int, _ count: Int) throws(Problem) -> ArraySlice<UInt8> {
    guard start >= 0, count >= 0, start <= bytes.count, count <= bytes.count - start else {
      throw .bounds
    }
    return bytes[start..<start + count]
  }

  private func number(at start: Int, size: Int) throws(Problem) -> Int {
    Self.bigEndian(try slice(start, size))
  }
}

// MARK: - Objects

extension BinaryPropertyList {
  private mutating func object(_ number: Int) throws(Problem) -> PropertyList {
    if let known = read[number] { return known }
    guard number >= 0, number < objectCount else { throw .bounds }
    guard open.insert(number).inserted else { throw .cycle }
    guard open.count <= Self.depthLimit else { throw .depth }
    let start = try self.number(at: tableOffset + number * offsetSize, size: offsetSize)
    let value = try value(at: start)
    open.remove(number)
    read[number] = value
    return value
  }

  private mutating func value(at start: Int) throws(Problem) -> PropertyList {
    guard let marker = try slice(start, 1).first else { throw .bounds }
    let low = Int(marker & 0x0F)
    switch marker >> 4 {
    case 0x0: return try simple(marker)
    case 0x1: return try integer(at: start + 1, size: 1 << low)
    case 0x2: return try real(at: start + 1, size: 1 << low)
    case 0x3:
      guard case .real(let seconds) = try real(at: start + 1, size: 8) else { throw .kind }
      return .date(seconds)
    case 0x4:
      let (count, content) = try count(low, at: start)
      return .data(Array(try slice(content, count)))
    case 0x5:
      let (count, content) = try count(low, at: start)
      return .string(String(decoding: try slice(content, count), as: UTF8.self))
    case 0x6: return try wideText(low, at: start)
    case 0x8: return .uid(try number(at: start + 1, size: low + 1))
    case 0xA, 0xC: return try array(low, at: start)
    case 0xD: return try dictionary(low, at: start)
    default: throw .kind
    }
  }

  private func simple(_ marker: UInt8) throws(Problem) -> PropertyList {
    switch marker {
    case 0x08: return .bool(false)
    case 0x09: return .bool(true)
    default: throw .kind
    }
  }

  /// An integer: one, two and four bytes are unsigned, eight are signed, and of sixteen only the last eight
  /// are read.
  private func integer(at start: Int, size: Int) throws(Problem) -> PropertyList {
    guard size <= 16 else { throw .kind }
    let digits = try slice(start, size).suffix(8)
    let number = digits.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return .integer(Int64(bitPattern: number))
  }

  private func real(at start: Int, size: Int) throws(Problem) -> PropertyList {
    let pattern = try slice(start, size).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    switch size {
    case 4: return .real(Double(Float(bitPattern: UInt32(truncatingIfNeeded: pattern))))
    case 8: return .real(Double(bitPattern: pattern))
    default: throw .kind
    }
  }

  private func wideText(_ low: Int, at start: Int) throws(Problem) -> PropertyList {
    let (count, content) = try count(low, at: start)
    guard count <= bytes.count else { throw .bounds }
    let units = Array(try slice(content, count * 2))
    let text = stride(from: 0, to: units.count, by: 2).map {
      UInt16(units[$0]) << 8 | UInt16(units[$0 + 1])
    }
    return .string(String(decoding: text, as: UTF16.self))
  }

  private mutating func array(_ low: Int, at start: Int) throws(Problem) -> PropertyList {
    let (count, content) = try count(low, at: start)
    var elements: [PropertyList] = []
    for reference in try references(count, at: content) { elements.append(try object(reference)) }
    return .array(elements)
  }

  private mutating func dictionary(_ low: Int, at start: Int) throws(Problem) -> PropertyList {
    let (count, content) = try count(low, at: start)
    guard count <= bytes.count else { throw .bounds }
    let keys = try references(count, at: content)
    let values = try references(count, at: content + count * referenceSize)
    var members: [String: PropertyList] = [:]
    for (key, value) in zip(keys, values) {
      guard case .string(let name) = try object(key) else { throw .key }
      members[name] = try object(value)
    }
    return .dictionary(members)
  }

  private func references(_ count: Int, at start: Int) throws(Problem) -> [Int] {
    guard count <= bytes.count else { throw .bounds }
    let table = try slice(start, count * referenceSize)
    return (0..<count).map { position in
      let first = table.startIndex + position * referenceSize
      return Self.bigEndian(table[first..<first + referenceSize])
    }
  }

  /// The number of parts, in the marker or in the integer after it, and the offset of the first part.
  private func count(_ low: Int, at start: Int) throws(Problem) -> (count: Int, content: Int) {
    guard low == 0x0F else { return (low, start + 1) }
    guard let marker = try slice(start + 1, 1).first, marker >> 4 == 0x1, marker & 0x0F <= 3 else {
      throw .kind
    }
    let size = 1 << Int(marker & 0x0F)
    return (try number(at: start + 2, size: size), start + 2 + size)
  }
}
