import Foundation
import SQLite
import TestSupport

/// Hostile stores, the same for the same seed: hostile names, every storage class, and every kind
/// of object that SQLite knows.
struct HostileStore {
  private var random: SeededGenerator
  private var tables: [Table] = []
  private var number = 0

  private struct Table {
    var name: String
    var columns: [String]
  }

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// Makes the store, and sometimes external files.
  mutating func make(at path: String) throws {
    let connection = try Connection(path: path, mode: .create)
    connection.allowDoubleQuotedStrings()
    for pragma in [
      "encoding = '\(random.pick(["UTF-8", "UTF-8", "UTF-16le", "UTF-16be"]))'",
      "page_size = \(random.pick([512, 4096, 65536]))", "auto_vacuum = \(random.pick([0, 1, 2]))",
      "user_version = \(random.pick([0, -1, Int(Int32.max)]))",
      "application_id = \(random.pick([0, 1_835_496_052]))",
      "journal_mode = \(random.pick(["DELETE", "WAL"]))",
    ] { try connection.execute("PRAGMA \(raw: pragma)") }
    for _ in 0..<count(1...4) { try makeTable(in: connection) }
    for _ in 0..<count(0...5) { try makeObject(in: connection) }
    try fillSomeMore(connection)
    if random.bool(0.3) { try connection.execute("ANALYZE") }
    if random.bool(0.3) { try makeFiles(beside: path) }
  }

  private mutating func count(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  /// A name that nothing in the store has yet.
  private mutating func freshName() -> String {
    number += 1
    return "\(name()) \(number)"
  }

  private mutating func makeFiles(beside path: String) throws {
    try FileManager.default.createDirectory(
      atPath: path + ".external", withIntermediateDirectories: true)
    for number in 0..<count(1...3) {
      try Data(bytes() + bytes()).write(to: URL(filePath: "\(path).external/\(number)"))
    }
  }
}

// MARK: - Tables

extension HostileStore {
  private mutating func makeTable(in connection: Connection) throws {
    let table = freshName()
    var taken: Set<String> = ["rowid", "key"]
    let columns = (0..<count(1...6)).map { _ in name() }
      .filter { taken.insert($0.lowercased()).inserted }
    let isStrict = random.bool(0.25)
    let isWithoutRowID = random.bool(0.25)
    let key = isWithoutRowID ? random.pick(Self.primaryKeys) : random.pick(Self.keys)
    let keyType =
      key.contains("AUTOINCREMENT") ? "INTEGER" : random.pick(isStrict ? ["ANY"] : ["", "TEXT"])
    var definitions = columns.map { $0.quotedName + " " + definition(isStrict: isStrict) }
    definitions.append("\"key\" \(keyType) \(key)")
    if random.bool(0.3) { definitions.append("\"made\" ANY AS (\"key\" || 'x')") }
    if random.bool(0.2) { definitions.append("CHECK (\"key\" IS NOT 'never')") }
    if let parent = tables.last, random.bool(0.3) {
      // The key may lead to a column that is not unique, or nowhere: SQLite accepts both until it is checked.
      definitions.append(
        "\"parent\" ANY REFERENCES \(parent.name.quotedName) (\"key\") DEFERRABLE INITIALLY DEFERRED"
      )
    }
    // SQLite wants table constraints behind the columns.
    definitions.sort { !$0.hasPrefix("CHECK") && $1.hasPrefix("CHECK") }
    let options = [isStrict ? "STRICT" : nil, isWithoutRowID ? "WITHOUT ROWID" : nil]
      .compactMap(\.self)
    try connection.execute(
      """
      CREATE TABLE \(name: table) (\(raw: definitions.joined(separator: ", "))) \
      \(raw: options.joined(separator: ", "))
      """)
    tables.append(Table(name: table, columns: columns))
    try fill(table, columns, hasNumberedKey: keyType == "INTEGER", connection)
  }

  private static let primaryKeys = [
    "PRIMARY KEY", "PRIMARY KEY DESC", "COLLATE NOCASE PRIMARY KEY",
  ]
  private static let keys =
    primaryKeys + ["", "UNIQUE COLLATE NOCASE", "PRIMARY KEY AUTOINCREMENT", "NOT NULL"]

  private mutating func definition(isStrict: Bool) -> String {
    // A strict column takes its own storage class only; ANY takes all, and converts none.
    if isStrict { return "ANY" }
    return random.pick(["", "INTEGER", "REAL", "TEXT", "BLOB", "NUMERIC", "ANY", "VARCHAR(3)"])
      + random.pick(["", "", " DEFAULT 'x'", " COLLATE NOCASE", " DEFAULT (1 + 1)"])
  }

  private mutating func fill(
    _ table: String, _ columns: [String], hasNumberedKey: Bool, _ connection: Connection
  ) throws {
    for row in 0..<count(0...30) {
      number += 1
      let key: SQLValue = hasNumberedKey ? .integer(Int64(number * 3)) : .text("\(row)-\(number)")
      let values = columns.map { _ in value() } + [key]
      let places = Array(repeating: "?", count: values.count).joined(separator: ", ")
      var statement = try connection.prepare(
        "INSERT INTO \(name: table) (\(names: columns + ["key"])) VALUES (\(raw: places))")
      try statement.bind(values)
      _ = try statement.step()
    }
  }

  /// Deletes and changes rows, so that pages and rowids have holes.
  private mutating func fillSomeMore(_ connection: Connection) throws {
    for table in tables where random.bool() {
      try connection.execute("DELETE FROM \(name: table.name) WHERE length(\"key\") % 3 = 1")
    }
  }
}

// MARK: - Other objects

extension HostileStore {
  private mutating func makeObject(in connection: Connection) throws {
    let name = freshName()
    let table = random.pick(tables)
    let column = table.columns.first ?? "key"
    switch count(0...7) {
    case 0:
      try connection.execute("CREATE INDEX \(name: name) ON \(name: table.name) (\"key\" DESC)")
    case 1:
      try connection.execute(
        """
        CREATE INDEX \(name: name) ON \(name: table.name) (\(name: column) COLLATE NOCASE, \
        length("key")) WHERE \(name: column) IS NOT NULL
        """)
    case 2: try connection.execute("CREATE VIEW \(name: name) AS SELECT * FROM \(name: table.name)")
    case 3: try connection.execute("CREATE VIEW \(name: name) (a) AS SELECT x FROM gone")
    case 4:
      try connection.execute(
        """
        CREATE TRIGGER \(name: name) AFTER INSERT ON \(name: table.name) BEGIN
          DELETE FROM \(name: table.name) WHERE "key" = 'never'; -- ';' and "END"
        END
        """)
    case 5:
      try connection.execute(
        "CREATE VIRTUAL TABLE \(name: name) USING fts5 (\"a\", tokenize='ascii')")
      try connection.execute("INSERT INTO \(name: name) (\"a\") VALUES ('the quick fox'), ('é')")
    case 6:
      try connection.execute(
        "CREATE VIRTUAL TABLE \(name: name) USING rtree (\"id\", \"a\", \"b\")")
      try connection.execute("INSERT INTO \(name: name) VALUES (7, -1.5, 2.5)")
    default:
      try connection.execute(
        "CREATE UNIQUE INDEX \(name: name) ON \(name: table.name) (\"key\", \(name: column))")
    }
  }
}

// MARK: - Names and values

extension HostileStore {
  private mutating func name() -> String {
    random.pick([
      "a", "select", "a b", "\"", "'", "]", "`", "\\", "\\u0041", "é", "🦊", "a\nb", "\t", "$blob",
      "$text", "row", "table", "_rowid_", "oid", "?", "--", "/*", "{", "\u{1}", "a,b", "NULL",
    ])
  }

  private mutating func value() -> SQLValue {
    switch count(0...5) {
    case 0: .null
    case 1:
      .integer(random.pick([.min, .max, 0, -1, 1 << 53 + 1, Int64(bitPattern: random.next())]))
    case 2: .real(real())
    case 3: .text(text())
    case 4: SQLValue(text: bytes())
    default: .blob(bytes())
    }
  }

  private mutating func real() -> Double {
    let any = Double(bitPattern: random.next())
    return random.pick([
      0, -0.0, 0.1, 1, -1, 1e15, 9_007_199_254_740_992, 1e22, 1e23, .infinity, -.infinity,
      .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1_700_000_000.123_456, any.isNaN ? 0 : any,
      any.isNaN ? 0 : any,
    ])
  }

  private mutating func text() -> String {
    let parts = [
      "", "plain", "12345678", "\0", "\u{1f}", "\"", "\\", "é", "読書", "🦊", "\u{7f}", "\u{2028}",
      " ", "\r\n", "1", "-0", "1e5", "}", "{", "\u{fffd}", "\u{feff}",
    ]
    return (0..<count(0...12)).map { _ in random.pick(parts) }.joined()
  }

  private mutating func bytes() -> [UInt8] {
    let some: [UInt8] = [0, 0x22, 0x5C, 0x41, 0x7F, 0x80, 0xC0, 0xC3, 0xA9, 0xE2, 0xED, 0xF0, 0xFF]
    return (0..<count(0...20)).map { _ in
      random.bool(0.3) ? UInt8(truncatingIfNeeded: random.next()) : random.pick(some)
    }
  }
}

extension SQLValue {
  /// A text of any bytes.
  fileprivate init(text bytes: [UInt8]) {
    self = String(validating: bytes, as: UTF8.self).map(SQLValue.text) ?? .invalidText(bytes)
  }
}
