/// Reads what a `FactsWriter` wrote.
struct FactsReader {
  /// That the bytes are none that a writer wrote.
  struct Damage: Error {}

  private let bytes: ArraySlice<UInt8>
  private var offset: Int
  private var names: [String] = []
  private var types: [WrittenType] = []
  private var last = Position(line: 1, column: 1)

  /// Reads from the beginning of some bytes.
  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    offset = bytes.startIndex
  }

  /// Whether nothing follows.
  var isAtEnd: Bool { offset == bytes.endIndex }

  private mutating func byte() throws(Damage) -> UInt8 {
    guard offset < bytes.endIndex else { throw Damage() }
    defer { offset += 1 }
    return bytes[offset]
  }

  /// A number of any bits.
  private mutating func bits() throws(Damage) -> UInt {
    var result: UInt = 0
    for shift in stride(from: UInt(0), to: 64, by: 7) {
      let byte = try byte()
      result |= UInt(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return result }
    }
    throw Damage()
  }

  /// A number that is not negative.
  mutating func count() throws(Damage) -> Int {
    guard let count = Int(exactly: try bits()) else { throw Damage() }
    return count
  }

  /// A number of either sign.
  mutating func number() throws(Damage) -> Int {
    let bits = try bits()
    return Int(bitPattern: bits >> 1) ^ -Int(bitPattern: bits & 1)
  }

  /// Eight bytes.
  mutating func word() throws(Damage) -> UInt64 {
    var result: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 8) { result |= UInt64(try byte()) << shift }
    return result
  }

  /// Bytes that mean something to somebody else.
  mutating func blob() throws(Damage) -> ArraySlice<UInt8> {
    let count = try count()
    guard count <= bytes.endIndex - offset else { throw Damage() }
    defer { offset += count }
    return bytes[offset..<(offset + count)]
  }

  /// Some answers to yes or no, the first as the lowest bit.
  mutating func flags() throws(Damage) -> Flags { Flags(bits: try byte()) }

  /// Answers to yes or no, by number.
  struct Flags {
    fileprivate let bits: UInt8

    subscript(number: UInt8) -> Bool { bits >> number & 1 == 1 }
  }

  /// Which of several kinds follows.
  mutating func kind() throws(Damage) -> UInt8 { try byte() }

  /// A text.
  mutating func text() throws(Damage) -> String {
    let number = try count()
    if number > 0 {
      guard number <= names.count else { throw Damage() }
      return names[number - 1]
    }
    let count = try count()
    guard count <= bytes.endIndex - offset else { throw Damage() }
    let text = String(decoding: bytes[offset..<(offset + count)], as: UTF8.self)
    offset += count
    names.append(text)
    return text
  }

  /// A place.
  mutating func position() throws(Damage) -> Position {
    let line = Int(last.line).addingReportingOverflow(try number()).partialValue
    let column = try count()
    guard let line = Int32(exactly: line), let column = Int32(exactly: column) else {
      throw Damage()
    }
    last = Position(line: line, column: column)
    return last
  }

  /// A type.
  mutating func type() throws(Damage) -> WrittenType {
    let number = try count()
    if number > 0 {
      guard number <= types.count else { throw Damage() }
      return types[number - 1]
    }
    let type = TypePool.kept(try WrittenType(partsFrom: &self))
    types.append(type)
    return type
  }

  /// What may be missing.
  mutating func optional<Value>(
    _ read: (inout Self) throws(Damage) -> Value
  ) throws(Damage) -> Value? {
    switch try byte() {
    case 0: nil
    case 1: try read(&self)
    default: throw Damage()
    }
  }

  /// A list.
  mutating func list<Value>(
    _ read: (inout Self) throws(Damage) -> Value
  ) throws(Damage) -> [Value] {
    let count = try count()
    // Nothing takes less than a byte.
    guard count <= bytes.endIndex - offset else { throw Damage() }
    var values: [Value] = []
    values.reserveCapacity(count)
    for _ in 0..<count { values.append(try read(&self)) }
    return values
  }

  /// What may be missing.
  mutating func optional<Value: Keepable>(_: Value.Type = Value.self) throws(Damage) -> Value? {
    try optional { (reader: inout Self) throws(Damage) in try Value(from: &reader) }
  }

  /// A list.
  mutating func list<Value: Keepable>(_: Value.Type = Value.self) throws(Damage) -> [Value] {
    try list { (reader: inout Self) throws(Damage) in try Value(from: &reader) }
  }

  /// A value of the kind that is due.
  mutating func value<Value: Keepable>() throws(Damage) -> Value { try Value(from: &self) }
}
