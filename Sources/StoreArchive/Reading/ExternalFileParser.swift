/// Reads the lines of external files and of the app's files, and checks that each file is complete and in
/// order.
struct ExternalFileParser: ~Copyable {
  /// The piece of a file on one line.
  struct Piece: Sendable {
    /// The name of an external file, or the path of a file of the app.
    var file: String
    var isOfApp: Bool
    var size: Int64
    var offset: Int64
    var bytes: [UInt8]
  }

  /// The number of files so far.
  private(set) var count: Int64 = 0
  /// The number of the app's files among them, which come last.
  private(set) var appCount: Int64 = 0
  /// The files whose content does not match their name.
  private(set) var altered: [String] = []
  private var contentName = ContentName()
  private var file = ""
  private var isOfApp = false
  private var size: Int64 = 0
  private var found: Int64 = 0

  /// The last file, if it is not complete yet.
  var missing: (file: String, size: Int64, found: Int64)? {
    found < size ? (file, size, found) : nil
  }

  mutating func parse(_ cursor: inout LineCursor) throws(LineProblem) -> Piece {
    let isOfApp = cursor.skip(BackupFormat.appFilePrefix)
    if !isOfApp { try cursor.expect(BackupFormat.externalFilePrefix) }
    let start = cursor.offset
    let name = try cursor.string()
    if missing == nil { try begin(name, isOfApp, at: start) }
    guard name == file, isOfApp == self.isOfApp else {
      throw LineProblem(offset: start, expected: "more of '\(file)'")
    }
    try cursor.expect(#","bytes":"#)
    let stated = try cursor.count()
    if found == 0 { size = stated }
    guard stated == size else { throw cursor.problem("the same size as on the line before") }
    try cursor.expect(found == 0 ? "," : #","offset":\#(found),"#)
    var piece = Piece(file: file, isOfApp: isOfApp, size: size, offset: found, bytes: [])
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
    if !isOfApp, whole.contradicts(file) { altered.append(file) }
  }

  private mutating func begin(
    _ name: String, _ isOfApp: Bool, at offset: Int
  ) throws(LineProblem) {
    let isFirst = count == 0 || isOfApp && !self.isOfApp
    let isInOrder = isOfApp == self.isOfApp && file.utf8.lexicographicallyPrecedes(name.utf8)
    guard isFirst || isInOrder else {
      throw LineProblem(offset: offset, expected: "a file that comes after '\(file)'")
    }
    // A restored file must not be outside the folder.
    guard Self.staysInFolder(name), isOfApp || !name.utf8.contains(UInt8(ascii: "/")) else {
      let place =
        isOfApp ? "path of a file that stays in its folder" : "name of a file in one folder"
      throw LineProblem(offset: offset, expected: "the \(place)")
    }
    file = name
    self.isOfApp = isOfApp
    size = 0
    found = 0
    count += 1
    if isOfApp { appCount += 1 }
  }

  private static func staysInFolder(_ path: String) -> Bool {
    !path.utf8.contains(0)
      && path.split(separator: "/", omittingEmptySubsequences: false)
        .allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
  }
}
