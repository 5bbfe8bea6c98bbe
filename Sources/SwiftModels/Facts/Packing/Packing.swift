/// Writes facts as bytes, one after the other.
///
/// A name is spelled out where it comes first, and later by its number; a place says how many lines
/// it is after the one before.
struct Packing {
  /// What was written.
  private(set) var bytes: [UInt8] = []
  private var names: [String: Int] = [:]
  private var line: Int32 = 0

  /// Writes a fact.
  mutating func put(_ value: some Packable) { value.pack(into: &self) }

  /// Writes which of several kinds something is.
  mutating func put(tag: some RawRepresentable<UInt8>) { bytes.append(tag.rawValue) }

  /// Writes a number in as few bytes as it needs, seven bits in each.
  mutating func put(number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Writes bytes as they are.
  mutating func put(bytes other: [UInt8]) {
    put(number: UInt64(other.count))
    bytes += other
  }

  /// Writes a name or text.
  mutating func put(name: String) {
    if let number = names[name] { return put(number: UInt64(number)) }
    put(number: UInt64(names.count))
    names[name] = names.count
    put(bytes: Array(name.utf8))
  }

  /// Writes a place.
  mutating func put(place: Position) {
    put(Int(place.line - line))
    put(number: UInt64(UInt32(bitPattern: place.column)))
    line = place.line
  }
}

/// Reads what ``Packing`` wrote, in the same order.
struct Unpacking {
  private let packed: [UInt8]
  private var offset = 0
  private var names: [String] = []
  private var line: Int32 = 0

  /// Reads from the beginning.
  init(_ packed: [UInt8]) { self.packed = packed }

  /// Reads a fact.
  mutating func take<Fact: Packable>() -> Fact { Fact(from: &self) }

  /// Reads which of several kinds something is.
  mutating func tag<Tag: RawRepresentable<UInt8>>() -> Tag {
    let byte = packed[offset]
    offset += 1
    guard let tag = Tag(rawValue: byte) else {
      preconditionFailure("\(byte) is no \(Tag.self): facts are read as they were written")
    }
    return tag
  }

  /// Reads a number.
  mutating func number() -> UInt64 {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while packed[offset] >= 0x80 {
      number |= UInt64(packed[offset] & 0x7F) << shift
      shift += 7
      offset += 1
    }
    number |= UInt64(packed[offset]) << shift
    offset += 1
    return number
  }

  /// Reads bytes as they are.
  mutating func bytes() -> [UInt8] { Array(slice()) }

  /// Reads a name or text.
  mutating func name() -> String {
    let number = Int(number())
    if number < names.count { return names[number] }
    let name = String(decoding: slice(), as: UTF8.self)
    names.append(name)
    return name
  }

  /// Reads a place.
  mutating func place() -> Position {
    let step: Int = take()
    line += Int32(truncatingIfNeeded: step)
    return Position(
      line: line, column: Int32(bitPattern: UInt32(truncatingIfNeeded: number())))
  }

  private mutating func slice() -> ArraySlice<UInt8> {
    let count = Int(number())
    defer { offset += count }
    return packed[offset..<offset + count]
  }
}
