internal import Diagnostics
internal import Files
internal import JSON
internal import SchemaYAML

/// The records of a JSON file, one after another: the elements of a list in the document.
///
/// The file is read in pieces. Memory holds only the current record, without its ignored members.
struct RecordStream: ~Copyable {
  private let source: Source
  private var reader: JSONReader
  private let path: [String]
  private let ignored: [[String]]
  private let passed: PassedMembers
  private var isInside = false
  private var isFirst = true
  /// Whether the reader is inside a record.
  private(set) var isInRecord = false
  /// The members of the document outside the list that lead to no record.
  private(set) var strays = PlacesByName()

  /// - Parameters:
  ///   - file: the file.
  ///   - mapping: the path of the list, and the ignored members outside the list and in its records.
  /// - Throws: the system's error for the file.
  init(_ file: String, mapping: ImportMapping) throws(SystemError) {
    let source = Source(try SystemFile.reading(file))
    self.source = source
    reader = JSONReader(file: file) { source.piece() }
    path = mapping.records
    ignored = mapping.object.ignored
    passed = PassedMembers(ofRecordsBy: mapping.object)
  }

  /// The next record; nil at the end of the list, after the rest of the document has been checked.
  mutating func next() throws -> JSONValue? {
    do throws(JSONProblem) {
      return try record()
    } catch {
      if let failure = source.failure { throw failure }
      throw reader.diagnosis(source.isExhausted ? Source.excess : error)
    }
  }

  private mutating func record() throws(JSONProblem) -> JSONValue? {
    if !isInside { try enter() }
    reader.skipSpace()
    if reader.skip("]") {
      try finish()
      return nil
    }
    if !isFirst { try expect(",") }
    isFirst = false
    isInRecord = true
    source.room = Source.limit
    let record = try reader.value(passing: passed)
    isInRecord = false
    return record
  }

  private mutating func expect(_ character: String) throws(JSONProblem) {
    reader.skipSpace()
    guard reader.skip(character) else { throw .expected("'\(character)'") }
  }

  // MARK: - The path to the list

  private mutating func enter() throws(JSONProblem) {
    for (depth, name) in path.enumerated() { try enter(name, in: path.prefix(depth)) }
    reader.skipSpace()
    guard reader.skip("[") else {
      throw .other(
        path.isEmpty
          ? "the document is no list of records; 'records' says where in it the list is"
          : "'\(path.joined(separator: "."))' is no list of records")
    }
    isInside = true
  }

  /// Moves to the value of a member of the object that begins here.
  private mutating func enter(
    _ name: String, in owner: ArraySlice<String>
  ) throws(JSONProblem) {
    let absence = JSONProblem.other("'\(name)' is no member here, and the records are to be in it")
    reader.skipSpace()
    guard reader.skip("{") else { throw absence }
    reader.skipSpace()
    guard reader.current != UInt8(ascii: "}") else { throw absence }
    while true {
      let found = try reader.name()
      if found == name { return }
      try pass(found, in: owner)
      guard reader.skip(",") else { throw absence }
    }
  }

  /// Checks that all open objects are closed, that the list exists only once, and that nothing follows.
  private mutating func finish() throws(JSONProblem) {
    for (depth, name) in path.enumerated().reversed() {
      reader.skipSpace()
      while reader.skip(",") {
        reader.skipSpace()
        let place = reader.location
        let found = try reader.name()
        if found == name {
          throw .other(
            "'\(name)' is there twice, and only the first was read; leave one", at: place)
        }
        try pass(found, in: path.prefix(depth))
      }
      try expect("}")
    }
    try reader.expectEnd()
  }

  /// Skips a member that leads to no record, but checks that its value is valid JSON.
  private mutating func pass(
    _ name: String, in owner: ArraySlice<String>
  ) throws(JSONProblem) {
    reader.skipSpace()
    let member = owner + [name]
    if !ignored.contains(Array(member)) {
      strays.add(member.joined(separator: "."), at: reader.location)
    }
    source.room = .max
    _ = try reader.value(passing: .all)
    reader.skipSpace()
  }
}

/// The file of the records, in pieces.
private final class Source {
  /// The largest size of a record in bytes.
  static let limit = 256 << 20
  static let excess = JSONProblem.other(
    "a record is larger than \(Quantity.bytes(Int64(limit)))")

  private let file: SystemFile
  /// The number of bytes that can still be read before the value is too large.
  var room = limit
  /// The reason why the file cannot be read.
  private(set) var failure: SystemError?

  init(_ file: SystemFile) { self.file = file }

  /// Whether reading ended because a record is too large.
  var isExhausted: Bool { room <= 0 }

  /// The next piece of the file; empty at its end.
  func piece() -> [UInt8] {
    guard room > 0 else { return [] }
    do throws(SystemError) {
      let piece = try file.read(upTo: 1 << 18)
      room -= piece.count
      return piece
    } catch {
      failure = error
      return []
    }
  }
}
