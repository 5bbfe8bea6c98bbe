internal import Diagnostics
internal import Files
internal import SchemaExchange
internal import SchemaYAML

/// The records of a JSON file one after another: the elements of a list in the document.
///
/// The file is read in pieces, and memory is that of the largest record; of what is left behind in it
/// on purpose nothing is kept.
struct RecordStream: ~Copyable {
  /// No record may be larger, in bytes.
  private static let limit = 256 << 20
  /// What stands beside the records may not be nested deeper, as records may not be.
  private static let depthLimit = 200

  private let file: SystemFile
  private let path: [String]
  private let ignored: [[String]]
  private let passed: PassedMembers
  private var piece: [UInt8] = []
  private var position = 0
  private var line = 1
  private var column = 1
  private var isInside = false
  private var isFirst = true
  /// Whether a record was begun and not yet taken.
  private(set) var isInRecord = false
  /// The members of the document that are beside the list, and lead to no record.
  private(set) var strays = PlacesByName()
  /// The bytes of the value that is being read.
  private var bytes: [UInt8] = []

  /// - Parameters:
  ///   - file: the file.
  ///   - mapping: what leads to the list, and what is left behind beside it and in its records.
  /// - Throws: what the system says of the file.
  init(_ file: String, mapping: ImportMapping) throws(SystemError) {
    self.file = try SystemFile.reading(file)
    path = mapping.records
    ignored = mapping.object.ignored
    passed = PassedMembers(ofRecordsBy: mapping.object)
  }

  /// The next record; nil at the end of the list, when the rest of the document was looked at too.
  mutating func next() throws -> JSONNode? {
    if !isInside { try enter() }
    try skipSpace()
    if try peek() == UInt8(ascii: "]") {
      try advance()
      try finish()
      return nil
    }
    if !isFirst {
      try expect(",")
      try skipSpace()
    }
    isFirst = false
    isInRecord = true
    let record = try read(passing: passed) { try $0.value() }
    isInRecord = false
    return record
  }

  /// Takes something from the file, and reads it as JSON.
  private mutating func read(
    passing passed: PassedMembers = .none, _ take: (inout Self) throws -> Void
  ) throws -> JSONNode {
    let (line, column) = (line, column)
    bytes.removeAll(keepingCapacity: true)
    try take(&self)
    return try JSONReader.value(
      of: bytes, file: file.path, line: line, column: column, passing: passed)
  }

  // MARK: - The way to the list

  private mutating func enter() throws {
    if try peek() == 0xEF { for _ in 0..<3 where try peek() != nil { try advance() } }
    column = 1
    for (depth, name) in path.enumerated() { try enter(name, in: path.prefix(depth)) }
    try skipSpace()
    guard try peek() == UInt8(ascii: "[") else {
      throw problem(
        path.isEmpty
          ? "the document is no list of records; 'records' says where in it the list is"
          : "'\(path.joined(separator: "."))' is no list of records")
    }
    try advance()
    isInside = true
  }

  /// Moves to the value of a member of the object that begins here.
  private mutating func enter(_ name: String, in owner: ArraySlice<String>) throws {
    try skipSpace()
    let absence = problem("'\(name)' is no member here, and the records are to be in it")
    guard try peek() == UInt8(ascii: "{") else { throw absence }
    try advance()
    try skipSpace()
    guard try peek() != UInt8(ascii: "}") else { throw absence }
    while true {
      try skipSpace()
      let found = try readName()
      try skipSpace()
      try expect(":")
      if found == name { return }
      try pass(found, in: owner)
      guard try peek() == UInt8(ascii: ",") else { throw absence }
      try advance()
    }
  }

  /// Sees that what is open is closed, that no second list is there, and that nothing follows.
  private mutating func finish() throws {
    for (depth, name) in path.enumerated().reversed() {
      try skipSpace()
      while try peek() == UInt8(ascii: ",") {
        try advance()
        try skipSpace()
        let second = problem("'\(name)' is there twice, and only the first was read; leave one")
        let found = try readName()
        if found == name { throw second }
        try skipSpace()
        try expect(":")
        try pass(found, in: path.prefix(depth))
      }
      try expect("}")
    }
    try skipSpace()
    if try peek() != nil { throw problem("something stands after the end of the document") }
  }

  /// Passes over a member that leads to no record.
  private mutating func pass(_ name: String, in owner: ArraySlice<String>) throws {
    try skipSpace()
    let member = owner + [name]
    if !ignored.contains(Array(member)) {
      strays.add(member.joined(separator: "."), at: location)
    }
    try passValue()
    try skipSpace()
  }

  /// Passes over a value, and sees that it is JSON all the same; of its texts and numbers only one
  /// is kept at a time.
  private mutating func passValue() throws {
    /// What closes the lists and objects that are open.
    var closers: [UInt8] = []
    repeat {
      try skipSpace()
      let opening = try peek()
      if opening == UInt8(ascii: "["), try open(closing: "]", &closers) { continue }
      if opening == UInt8(ascii: "{"), try open(closing: "}", &closers) {
        try passName()
        continue
      }
      if opening != UInt8(ascii: "["), opening != UInt8(ascii: "{") {
        _ = try read { try $0.value() }
      }
      try close(&closers)
    } while !closers.isEmpty
  }

  /// Moves into a list or an object; false where that is empty, and over already.
  private mutating func open(
    closing closer: Unicode.Scalar, _ closers: inout [UInt8]
  ) throws -> Bool {
    try advance()
    try skipSpace()
    if try peek() == UInt8(ascii: closer) {
      try advance()
      return false
    }
    guard closers.count < Self.depthLimit else {
      throw problem("more than \(Self.depthLimit) lists and objects are open here")
    }
    closers.append(UInt8(ascii: closer))
    return true
  }

  /// Moves behind a value: past what ends with it, and to the next value of what does not.
  private mutating func close(_ closers: inout [UInt8]) throws {
    while let closer = closers.last {
      try skipSpace()
      if try peek() == closer {
        try advance()
        closers.removeLast()
        continue
      }
      try expect(",")
      if closer == UInt8(ascii: "}") {
        try skipSpace()
        try passName()
      }
      return
    }
  }

  private mutating func readName() throws -> String { try read { try $0.text() }.text ?? "" }

  private mutating func passName() throws {
    _ = try readName()
    try skipSpace()
    try expect(":")
  }

  // MARK: - Values, as bytes

  /// Takes one value, whatever is in it: what is wrong inside ``SchemaExchange/JSONReader`` says.
  private mutating func value() throws {
    var depth = 0
    repeat {
      guard let byte = try peek() else { throw problem("the file ends in the middle of a value") }
      switch byte {
      case UInt8(ascii: "\""): try text()
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        try take(byte)
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard depth > 0 else { throw problem("a value is due here") }
        depth -= 1
        try take(byte)
      case _ where depth > 0: try take(byte)
      case UInt8(ascii: ","), UInt8(ascii: ":"): throw problem("a value is due here")
      default: try word()
      }
    } while depth > 0
  }

  /// A number, or true, false or null, as long as it lasts.
  private mutating func word() throws {
    while let byte = try peek(), !",]}: \t\r\n".utf8.contains(byte) { try take(byte) }
  }

  private mutating func text() throws {
    guard let quote = try peek(), quote == UInt8(ascii: "\"") else {
      throw problem("a name in quotes is due here")
    }
    try take(quote)
    while let byte = try peek() {
      try take(byte)
      if byte == UInt8(ascii: "\"") { return }
      if byte == UInt8(ascii: "\\"), let escaped = try peek() { try take(escaped) }
    }
    throw problem("the file ends in the middle of a text")
  }

  private mutating func take(_ byte: UInt8) throws {
    guard bytes.count < Self.limit else {
      throw problem("a record is larger than \(Quantity.bytes(Int64(Self.limit)))")
    }
    bytes.append(byte)
    try advance()
  }

  // MARK: - Characters

  private mutating func peek() throws(SystemError) -> UInt8? {
    if position == piece.count {
      piece = try file.read(upTo: 1 << 18)
      position = 0
    }
    return position < piece.count ? piece[position] : nil
  }

  private mutating func advance() throws(SystemError) {
    if piece[position] == 0x0A {
      line += 1
      column = 0
    }
    position += 1
    // Bytes that continue a character do not begin a column.
    if try peek().map({ $0 & 0xC0 != 0x80 }) ?? true { column += 1 }
  }

  private mutating func skipSpace() throws(SystemError) {
    while let byte = try peek(), [0x20, 0x09, 0x0A, 0x0D].contains(byte) { try advance() }
  }

  private mutating func expect(_ character: Unicode.Scalar) throws {
    guard try peek() == UInt8(ascii: character) else { throw problem("'\(character)' is due here") }
    try advance()
  }

  private var location: SourceLocation {
    SourceLocation(file: file.path, line: line, column: column)
  }

  private func problem(_ message: String) -> DiagnosticsError {
    DiagnosticsError([Diagnostic(code: "invalid-json", message, at: location)])
  }
}
