import SQLite
import StoreLayout
import Testing

struct MigrationFunctionsTests {
  let connection: Connection

  init() throws {
    connection = try Connection.inMemory()
    try connection.register(MigrationFunctions(seed: "7", now: 12.5))
  }

  struct Case: CustomTestStringConvertible {
    let value: SQLValue, from: String, to: String, result: SQLValue?
    init(_ value: SQLValue, _ from: String, _ to: String, _ result: SQLValue?) {
      (self.value, self.from, self.to, self.result) = (value, from, to, result)
    }
    var testDescription: String { "\(value) from \(from) to \(to)" }
  }

  @Test(arguments: [
    Case(.null, "string", "int", .null),
    Case(.integer(.max), "int", "string", .text("9223372036854775807")),
    Case(.text("-9223372036854775808"), "string", "int", .integer(.min)),
    Case(.text("007"), "string", "int", nil), Case(.text("1e3"), "string", "int", nil),
    Case(.text(""), "string", "int", nil), Case(.text("abc"), "string", "int", nil),
    Case(.text("0x10"), "string", "int", nil), Case(.text(" 1"), "string", "int", nil),
    Case(.text("9223372036854775808"), "string", "int", nil),
    Case(.integer(32768), "int", "int16", nil),
    Case(.integer(-32768), "int", "int16", .integer(-32768)),
    Case(.integer(1 << 31), "int", "int32", nil),
    Case(.real(3), "double", "int", .integer(3)), Case(.real(3.5), "double", "int", nil),
    Case(.real(9.3e18), "double", "int", nil), Case(.real(.infinity), "double", "int", nil),
    Case(.integer(9_007_199_254_740_993), "int", "double", nil),
    Case(.integer(9_007_199_254_740_992), "int", "double", .real(9_007_199_254_740_992)),
    Case(.text("1.50"), "string", "double", .real(1.5)),
    Case(.text("1e3"), "string", "double", .real(1000)),
    Case(.text("0.1"), "string", "double", .real(0.1)),
    Case(.text("0.1000000000000000055"), "string", "double", nil),
    Case(.text("nan"), "string", "double", nil), Case(.text("0x1p4"), "string", "double", nil),
    Case(.real(0.1), "double", "float", nil), Case(.real(0.5), "double", "float", .real(0.5)),
    Case(.real(0.1), "double", "string", .text("0.1")),
    Case(.real(1e21), "double", "decimal", .text("1000000000000000000000")),
    Case(.real(-0.007), "double", "decimal", .text("-0.007")),
    Case(.text("1.10"), "string", "decimal", .text("1.10")),
    Case(.text("1,10"), "string", "decimal", nil),
    Case(.integer(1), "bool", "string", .text("true")),
    Case(.text("false"), "string", "bool", .integer(0)),
    Case(.integer(2), "int", "bool", nil), Case(.text("yes"), "string", "bool", nil),
    Case(
      .text("6ba7b810-9dad-11d1-80b4-00c04fd430c8"), "string", "uuid",
      .text("6BA7B810-9DAD-11D1-80B4-00C04FD430C8")),
    Case(.text("6ba7b8109dad11d180b400c04fd430c8"), "string", "uuid", nil),
    Case(.blob([0x61, 0]), "data", "string", .text("a\0")),
    Case(.blob([0xff]), "data", "string", nil),
    Case(.blob([0x61]), "double", "string", nil), Case(.blob([]), "int", "string", nil),
    Case(.blob([0x31]), "int", "decimal", nil), Case(.blob([0x31]), "decimal", "string", nil),
    Case(.invalidText([0xff]), "string", "data", .blob([0xff])),
    Case(.integer(5), "int", "date", .real(5)), Case(.real(1.5), "date", "int", nil),
  ])
  func `a value is held exactly by the other type, or refused with its place`(conversion: Case)
    throws
  {
    let sql: SQL =
      "SELECT migrate_convert(\(conversion.value), \(conversion.from), \(conversion.to), 'Book.year', 12)"
    guard let result = conversion.result else {
      let shown = conversion.value.excerpt
      #expect(
        throws: SQLiteError(
          .error,
          "\(shown) in 'Book.year' of the object 12: \(conversion.from) cannot be held exactly as \(conversion.to)",
          sql: "SELECT migrate_convert(?, ?, ?, 'Book.year', 12)")
      ) { try connection.value(sql) }
      return
    }
    #expect(try connection.value(sql) == result)
  }

  @Test(arguments: [
    (#""12""#, "int", "12"), ("12", "string", #""12""#), ("0.1", "string", #""0.1""#),
    ("true", "int", "1"),
    (#""a\u00e9\ud83e\udd8a\n\"""#, "string", #""aé🦊\n\"""#), ("null", "int", nil),
  ])
  func `a part of a composite is converted in its JSON text`(
    json: String, type: String, result: String?
  ) throws {
    let value = try connection.value(
      "SELECT migrate_convert_json(\(json), 'any', \(type), 'Book.size.width', 1)")
    #expect(value == result.map(SQLValue.text) ?? .null)
  }

  @Test func `fresh identifiers depend on place, object and seed, and on nothing else`() throws {
    let sql: SQL =
      "SELECT migrate_uuid('2.0.0 Book.id', 1), migrate_uuid('2.0.0 Book.id', 2), migrate_uuid('2.0.0 Note.id', 1)"
    let first = try connection.rows(sql)
    #expect(Set(first[0]).count == 3)
    #expect(first[0][0] == .text("2A055B42-29BB-841B-B95A-5667DD042FA0"))
    #expect(try connection.rows(sql) == first)
    try connection.register(MigrationFunctions(seed: "8", now: 0))
    #expect(Set(try connection.rows(sql)[0]).isDisjoint(with: first[0]))
  }

  @Test func `now is one instant for the whole run`() throws {
    #expect(try connection.value("SELECT migrate_now()") == .real(12.5))
  }

  @Test func `values move into files and back by the means that are given`() throws {
    var files: [String: [UInt8]] = [:]
    try connection.register(
      MigrationFunctions(
        seed: "", now: 0,
        storeFile: { bytes in
          files["f\(bytes.count)"] = bytes
          return "f\(bytes.count)"
        }, loadFile: { files[$0] ?? [] }))
    #expect(try connection.value("SELECT migrate_store_file(x'0102')") == .text("f2"))
    #expect(try connection.value("SELECT migrate_load_file('f2')") == .blob([1, 2]))
    #expect(try connection.value("SELECT migrate_store_file(NULL)") == .null)
    try connection.register(MigrationFunctions(seed: "", now: 0))
    #expect(
      throws: SQLiteError(
        .error, "files next to the store cannot be handled here",
        sql: "SELECT migrate_store_file(x'00')")
    ) { try connection.value("SELECT migrate_store_file(x'00')") }
  }

  @Test func `a view cannot call these functions`() throws {
    try connection.execute("CREATE VIEW v AS SELECT migrate_now()")
    #expect(throws: SQLiteError.self) { try connection.rows("SELECT * FROM v") }
  }
}
