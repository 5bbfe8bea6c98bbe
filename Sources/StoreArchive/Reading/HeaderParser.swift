// The header's lines, each of which must be exactly what the writer would write for the same values.

internal import SQLite

extension StoreFacts {
  init(_ cursor: inout LineCursor) throws(LineProblem) {
    try cursor.expect("{")
    identity = cursor.skip(#""schema":"#) ? try Identity(&cursor) : nil
    try cursor.expect(#""applicationID":"#)
    applicationID = try cursor.integer()
    try cursor.expect(#","userVersion":"#)
    userVersion = try cursor.integer()
    try cursor.expect(#","encoding":"#)
    encoding = try cursor.choice(of: TextEncoding.self)
    try cursor.expect(#","journalMode":"#)
    isWAL = try cursor.choice(of: JournalMode.self) == .wal
    try cursor.expect(#","pageSize":"#)
    pageSize = try cursor.integer()
    try cursor.expect(#","autoVacuum":"#)
    autoVacuum = try cursor.integer()
    try cursor.expect("}")
  }
}

extension StoreFacts.Identity {
  fileprivate init(_ cursor: inout LineCursor) throws(LineProblem) {
    schema = try cursor.string()
    try cursor.expect(#","version":"#)
    version = try cursor.string()
    try cursor.expect(#","checksum":"#)
    checksum = try cursor.string()
    try cursor.expect(",")
  }
}

/// The two journal modes that the file itself stores.
private enum JournalMode: String, CaseIterable {
  case wal, delete
}

extension SchemaObject {
  init(_ cursor: inout LineCursor) throws(LineProblem) {
    try cursor.expect(#"{"type":"#)
    let kind = try cursor.choice(of: Kind.self)
    try cursor.expect(#","name":"#)
    let name = try cursor.string()
    try cursor.expect(#","table":"#)
    let table = try cursor.string()
    try cursor.expect(#","sql":"#)
    self.init(kind, name, on: table, sql: try cursor.string())
    try cursor.expect("}")
  }
}

extension ArchivedTable {
  init(_ cursor: inout LineCursor) throws(LineProblem) {
    try cursor.expect(#"{"table":"#)
    name = try cursor.string()
    try cursor.expect(#","columns":["#)
    columns = []
    repeat { columns.append(try cursor.string()) } while cursor.skip(0x2C)
    try cursor.expect("],")
    rowID = nil
    if cursor.skip(#""rowid":"#) {
      rowID = try cursor.choice(of: RowIDName.self).rawValue
      try cursor.expect(",")
    }
    try cursor.expect(#""rows":"#)
    rows = try cursor.count()
    try cursor.expect("}")
  }
}

/// SQLite's names for the rowid.
private enum RowIDName: String, CaseIterable {
  case rowid
  case underscored = "_rowid_"
  case oid
}

extension LineCursor {
  /// Reads one of the raw values of an enumeration.
  fileprivate mutating func choice<Choice: CaseIterable & RawRepresentable<String>>(
    of type: Choice.Type
  ) throws(LineProblem) -> Choice {
    for choice in Choice.allCases where skip("\"\(choice.rawValue)\"") { return choice }
    throw problem(Choice.allCases.map { "'\($0.rawValue)'" }.joined(separator: " or "))
  }
}
