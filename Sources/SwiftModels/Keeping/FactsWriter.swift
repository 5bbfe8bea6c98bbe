/// A writer of the facts of a file, in few bytes.
///
/// Each name and each type is written once, and afterwards referred to by its number. A position is written
/// as the distance from the previous position.
struct FactsWriter {
  /// The bytes written so far.
  private(set) var bytes: [UInt8] = []
  private var names: [String: Int] = [:]
  private var countOfNames = 0
  private var types: [WrittenType: Int] = [:]
  private var last = Position(line: 1, column: 1)

  /// Writes a number that is not negative, seven bits a byte.
  mutating func write(count: Int) {
    var rest = UInt(bitPattern: count)
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Writes a signed number; numbers near zero take one byte.
  mutating func write(number: Int) { write(count: number << 1 ^ number >> (Int.bitWidth - 1)) }

  /// Writes eight bytes.
  mutating func write(bits: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: bits >> shift))
    }
  }

  /// Writes bytes whose meaning only the caller knows.
  mutating func write(blob: ArraySlice<UInt8>) {
    write(count: blob.count)
    bytes += blob
  }

  /// Writes up to eight Boolean values in one byte.
  mutating func write(flags: Bool...) {
    bytes.append(flags.enumerated().reduce(0) { $0 | ($1.element ? 1 << UInt8($1.offset) : 0) })
  }

  /// Writes the number of a kind.
  mutating func write(kind: UInt8) { bytes.append(kind) }

  /// Writes a text.
  mutating func write(_ text: String) {
    // Texts outside ASCII may compare as equal although their bytes differ.
    let isPlain = text.utf8.allSatisfy { $0 < 0x80 }
    if isPlain, let number = names[text] { return write(count: number + 1) }
    if isPlain { names[text] = countOfNames }
    countOfNames += 1
    write(count: 0)
    write(count: text.utf8.count)
    bytes += text.utf8
  }

  /// Writes a position.
  mutating func write(_ position: Position) {
    write(number: Int(position.line) - Int(last.line))
    write(count: Int(position.column))
    last = position
  }

  /// Writes a type.
  mutating func write(_ type: WrittenType) {
    if let number = types[type] { return write(count: number + 1) }
    write(count: 0)
    type.writeParts(to: &self)
    types[type] = types.count
  }

  /// Writes an optional value.
  mutating func write<Value>(_ value: Value?, _ write: (inout Self, Value) -> Void) {
    self.write(kind: value == nil ? 0 : 1)
    if let value { write(&self, value) }
  }

  /// Writes a list.
  mutating func write<Value>(_ values: [Value], _ write: (inout Self, Value) -> Void) {
    self.write(count: values.count)
    for value in values { write(&self, value) }
  }

  /// Writes an optional value.
  mutating func write(_ value: (some Keepable)?) { write(value) { $1.write(to: &$0) } }

  /// Writes a list.
  mutating func write(_ values: [some Keepable]) { write(values) { $1.write(to: &$0) } }
}

/// A part of a file's facts that can be written as bytes.
protocol Keepable {
  /// Writes the value.
  func write(to writer: inout FactsWriter)
  /// Reads the value, in the order in which it was written.
  init(from reader: inout FactsReader) throws(FactsReader.Damage)
}

extension String: Keepable {
  func write(to writer: inout FactsWriter) { writer.write(self) }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) { self = try reader.text() }
}

extension Position: Keepable {
  func write(to writer: inout FactsWriter) { writer.write(self) }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) { self = try reader.position() }
}
