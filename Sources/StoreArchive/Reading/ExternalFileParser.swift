/// Reads the lines of external files, and sees that each is whole and follows the one before.
struct ExternalFileParser: ~Copyable {
  /// What a line holds of a file.
  struct Piece: Sendable {
    var file: String
    var size: Int64
    var offset: Int64
    var bytes: [UInt8]
  }

  /// How many files there were.
  private(set) var count: Int64 = 0
  /// Those whose content is not what they are named for.
  private(set) var altered: [String] = []
  private var contentName = ContentName()
  private var file = ""
  private var size: Int64 = 0
  private var found: Int64 = 0

  /// What is not there yet of the last file.
  var missing: (file: String, size: Int64, found: Int64)? {
    found < size ? (file, size, found) : nil
  }

  mutating func parse(_ cursor: inout LineCursor) throws(LineProblem) -> Piece {
    try cursor.expect(#"{"file":"#)
    let start = cursor.offset
    let name = try cursor.string()
    if missing == nil { try begin(name, at: start) }
    guard name == file else { throw LineProblem(offset: start, expected: "more of '\(file)'") }
    try cursor.expect(#","bytes":"#)
    let stated = try cursor.count()
    if found == 0 { size = stated }
    guard stated == size else { throw cursor.problem("the same size as on the line before") }
    try cursor.expect(found == 0 ? "," : #","offset":\#(found),"#)
    var piece = Piece(file: file, size: size, offset: found, bytes: [])
    try cursor.expect(#""base64":""#)
    _ = try cursor.readBase64(into: &piece.bytes, isWhole: true)
    try cursor.expect("}")
    let due = min(size - found, Int64(BackupFormat.externalPiece))
    guard piece.bytes.count == due else {
      throw cursor.problem(due == 1 ? "1 byte" : "\(due) bytes")
    }
    found += due
    unsafe piece.bytes.withUnsafeBytes { unsafe contentName.add($0) }
    if missing == nil { end() }
    return piece
  }

  private mutating func end() {
    var whole = ContentName()
    swap(&whole, &contentName)
    if whole.contradicts(file) { altered.append(file) }
  }

  private mutating func begin(_ name: String, at offset: Int) throws(LineProblem) {
    guard count == 0 || file.utf8.lexicographicallyPrecedes(name.utf8) else {
      throw LineProblem(offset: offset, expected: "a file that comes after '\(file)'")
    }
    // The name must not lead out of the folder when it is restored.
    guard !name.isEmpty, name != ".", name != "..",
      !name.utf8.contains(where: { $0 == 0x2F || $0 == 0 })
    else { throw LineProblem(offset: offset, expected: "the name of a file in one folder") }
    file = name
    size = 0
    found = 0
    count += 1
  }
}
