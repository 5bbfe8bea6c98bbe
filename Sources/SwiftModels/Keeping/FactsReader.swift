/// A reader of the bytes that a `FactsWriter` has written.
struct FactsReader {
  /// The bytes were not written by a `FactsWriter`, or are damaged.
  struct Damage: Error {}

  private let bytes: ArraySlice<UInt8>
  private var offset: Int
  private var names: [String] = []
  private var types: [WrittenType] = []
  private var last = Position(line: 1, column: 1)

  /// Creates a reader at the beginning of the bytes.
  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    offset = bytes.startIndex
  }

  /// Whether all bytes have been read.
  var isAtEnd: Bool { offset == bytes.endIndex }

  private mutating func byte() throws(Damage) -> UInt8 {
    guard offset < bytes.endIndex else { throw Damage() }
    defer { offset += 1 }
    return bytes[offset]
  }

  /// Reads an unsigned number, seven bits a byte.
  private mutating func bits() throws(Damage) -> UInt {
    var result: UInt = 0
    for shift in stride(from: UInt(0), to: 64, by: 7) {
      let byte = try byte()
      result |= UInt(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return result }
    }
    throw Damage()
  }

  /// Reads a number that is not negative.
  mutating func count() throws(Damage) -> Int {
    guard let count = Int(exactly: try bits()) else { throw Damage() }
    return count
  }

  /// Reads a signed number.
  mutating func number() throws(Damage) -> Int {
    let bits = try bits()
    return Int(bitPattern: bits >> 1) ^ -Int(bitPattern: bits & 1)
  }

  /// Reads eight bytes.
  mutating func word() throws(Damage) -> UInt64 {
    var result: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 8) { result |= UInt64(try byte()) << shift }
    return result
  }

  /// Reads bytes whose meaning only the caller knows.
  mutating func blob() throws(Damage) -> ArraySlice<UInt8> {
    let count = try countOfElements()
    defer { offset += count }
    return bytes[offset..<(offset + count)]
  }

  /// Reads the number of a kind.
  mutating func kind() throws(Damage) -> UInt8 { try byte() }

  /// Reads a text.
  mutating func text() throws(Damage) -> String {
    let number = try count()
    if number > 0 {
      guard number <= names.count else { throw Damage() }
      return names[number - 1]
    }
    let text = String(decoding: try blob(), as: UTF8.self)
    names.append(text)
    return text
  }

  /// Reads a position.
  mutating func position() throws(Damage) -> Position {
    let line = Int(last.line).addingReportingOverflow(try number()).partialValue
    let column = try count()
    guard let line = Int32(exactly: line), let column = Int32(exactly: column) else {
      throw Damage()
    }
    last = Position(line: line, column: column)
    return last
  }

  /// Reads a type.
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

  /// Reads the number of a list's elements, each of which takes at least one byte.
  mutating func countOfElements() throws(Damage) -> Int {
    let count = try count()
    guard count <= bytes.endIndex - offset else { throw Damage() }
    return count
  }

  /// Reads a value of the expected type.
  mutating func value<Value: Keepable>() throws(Damage) -> Value { try Value(from: &self) }
}
