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

  /// Writes values one after the other.
  mutating func write<each Value: Keepable>(_ values: repeat each Value) {
    for value in repeat each values { value.write(to: &self) }
  }

  /// Writes the number of a kind, and its values.
  mutating func write<each Value: Keepable>(kind: UInt8, _ values: repeat each Value) {
    bytes.append(kind)
    for value in repeat each values { value.write(to: &self) }
  }

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
    write(Int(position.line) - Int(last.line))
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

extension Bool: Keepable {
  func write(to writer: inout FactsWriter) { writer.write(kind: self ? 1 : 0) }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) { self = try reader.kind() != 0 }
}

extension Int: Keepable {
  /// Writes numbers near zero as one byte.
  func write(to writer: inout FactsWriter) {
    writer.write(count: self << 1 ^ self >> (Int.bitWidth - 1))
  }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) { self = try reader.number() }
}

extension Double: Keepable {
  func write(to writer: inout FactsWriter) { writer.write(bits: bitPattern) }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) {
    self.init(bitPattern: try reader.word())
  }
}

extension Optional: Keepable where Wrapped: Keepable {
  func write(to writer: inout FactsWriter) {
    writer.write(kind: self == nil ? 0 : 1)
    self?.write(to: &writer)
  }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) {
    self = try reader.kind() == 0 ? nil : try Wrapped(from: &reader)
  }
}

extension Array: Keepable where Element: Keepable {
  func write(to writer: inout FactsWriter) {
    writer.write(count: count)
    for element in self { element.write(to: &writer) }
  }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) {
    let count = try reader.countOfElements()
    self.init()
    reserveCapacity(count)
    for _ in 0..<count { append(try Element(from: &reader)) }
  }
}

extension ClosedRange: Keepable where Bound: Keepable {
  func write(to writer: inout FactsWriter) { writer.write(lowerBound, upperBound) }

  init(from reader: inout FactsReader) throws(FactsReader.Damage) {
    let (first, last) = (try Bound(from: &reader), try Bound(from: &reader))
    guard first <= last else { throw FactsReader.Damage() }
    self = first...last
  }
}
