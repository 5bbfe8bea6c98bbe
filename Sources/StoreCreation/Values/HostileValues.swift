internal import SQLite
internal import SchemaModel

/// Values that break careless tools; sample data includes them, so that mistakes show before a user's data is
/// at risk.
enum HostileValues {
  /// The hostile values of a type, in a fixed order; texts may be empty or huge.
  static func list(of type: AttributeType) -> [SQLValue] {
    switch type {
    case .string: texts
    case .int16: integers(1 << 7)
    case .int32: integers(1 << 15)
    case .int64: integers(1 << 31)
    case .double: reals + [.real(.greatestFiniteMagnitude), .real(.leastNonzeroMagnitude)]
    case .float: reals + [.real(Double(Float.greatestFiniteMagnitude))]
    case .decimal: ["0", "-0.1", "12345678901234567890.123456789", "1E+30"].map(SQLValue.text)
    case .date: [0, -1, 0.1, -62_135_596_800, 253_402_300_799.999, 978_307_200].map(SQLValue.real)
    case .url: ["file:///a%20b", "https://xn--bcher-kva.example/?q='%22#ä"].map(SQLValue.text)
    case .data, .transformable: [.blob([]), .blob([0]), .blob(Array(repeating: 0xff, count: 5000))]
    case .array(.string): ["[]", #"["",",","\"","\u0000","🦊"]"#].map(SQLValue.text)
    case .array: [.text("[]")]
    case .bool, .uuid, .enumeration, .composite: []
    }
  }

  private static let texts: [SQLValue] = [
    "", " ", "O'Hara", "\"quoted\"", "'; DROP TABLE \"BookModel\"; --", "line\nbreak\r\ttab",
    "a\0b", "🦊👩‍👩‍👧‍👦🇦🇹", "مرحبا بالعالم", "e\u{301}", "\u{FEFF}bom", "\u{202E}desrever", "NULL",
    "1e400", "0x10", "\\u0041", "ß İ ı ſ", String(repeating: "huge ", count: 20_000),
  ].map(SQLValue.text)

  private static let reals: [SQLValue] = [
    .real(-0.0), .real(0.1), .real(.infinity), .real(-.infinity), .real(1e-300),
  ]

  /// Numbers that do not fit half the type, and whose products fit the type: `minutes * 60` does not overflow.
  private static func integers(_ limit: Int64) -> [SQLValue] {
    [.integer(-limit), .integer(-1), .integer(0), .integer(limit)]
  }
}
