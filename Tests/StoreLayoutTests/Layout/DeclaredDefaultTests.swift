import StoreLayout
import SchemaModel
import Testing

struct DeclaredDefaultTests {
  static let texts: [(sql: String, found: DeclaredDefault)] = [
    ("'it''s'", .literal(.string("it's"))), ("('a')", .literal(.string("a"))),
    ("''", .literal(.string(""))), ("\"a\"", .literal(.string("a"))), ("('x' || 'y')", .other),
    ("'x' || 'y'", .other), ("('x') || ('y')", .other), ("'", .other), ("x", .other),
    ("NULL", .null),
  ]

  @Test(arguments: texts)
  func `a default is a text where it is one alone`(sql: String, found: DeclaredDefault) {
    #expect(DeclaredDefault(sql, as: .string) == found)
  }
}
