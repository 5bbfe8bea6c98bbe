import SQLite
import Testing

/// Numbers in an imported file: the values that they become, and the numbers that are refused.
struct ImportedNumberTests {
  private static let uuid = "6F9619FF-8B86-D011-B42D-00C04FC964FF"
  private static let mapping = """
    entity: Recipe
    key: [uuid]
    attributes: {uuid: uuid, title: title, servings: i, weight: d, ratio: f}
    relationships:
      cover: {from: cover, attributes: {sizes: sizes, place: place, bytes: bytes}}
    """

  private static func record(_ members: String) -> String {
    #"[{"uuid":"\#(uuid)","title":"Soup",\#(members)}]"#
  }

  @Test(arguments: [
    (
      #""d":9007199254740993"#,
      "9007199254740993 is no 'double' for 'Recipe.weight', and would become 9007199254740992"
    ),
    (
      #""d":-9007199254740993.00"#,
      "-9007199254740993.00 is no 'double' for 'Recipe.weight', and would become -9007199254740992"
    ),
    (
      #""d":12345678901234567890"#,
      "12345678901234567890 is no 'double' for 'Recipe.weight', and would become 12345678901234567168"
    ),
    (#""d":1e-400"#, "1e-400 is no 'double' for 'Recipe.weight', and would become 0"),
    (#""d":-1e400"#, "-1e400 is no 'double' for 'Recipe.weight', and would become infinite"),
    (#""f":16777217"#, "16777217 is no 'float' for 'Recipe.ratio', and would become 16777216"),
    (#""f":1e39"#, "1e39 is no 'float' for 'Recipe.ratio', and would become infinite"),
    (#""f":1e-60"#, "1e-60 is no 'float' for 'Recipe.ratio', and would become 0"),
    (#""i":1e-400"#, "1e-400 is no 'int' for 'Recipe.servings'"),
    (#""i":1.0000000000000000001"#, "1.0000000000000000001 is no 'int' for 'Recipe.servings'"),
    (#""i":4503599627370497.3"#, "4503599627370497.3 is no 'int' for 'Recipe.servings'"),
    (#""i":9223372036854775808"#, "9223372036854775808 is no 'int' for 'Recipe.servings'"),
    (
      #""cover":{"place":{"x":9007199254740993}}"#,
      "9007199254740993 is no 'double' for 'Cover.place', and would become 9007199254740992"
    ),
    (#""cover":{"sizes":[1.5]}"#, "1.5 is no 'int' for an element of 'Cover.sizes'"),
    (#""cover":{"bytes":"AQIDAB=="}"#, "'AQIDAB==' is no 'data' for 'Cover.bytes'"),
    (#""cover":{"bytes":"AQID="}"#, "'AQID=' is no 'data' for 'Cover.bytes'"),
  ])
  func `a number or bytes that would change in the import are refused`(
    members: String, sentence: String
  )
    throws
  {
    let problems = try ImportStore(mapping: Self.mapping).problems(Self.record(members))
    #expect(
      problems.map { $0.drop { $0 != " " }.dropFirst() } == [
        "unusable-value \(sentence) (in record 1)"
      ])
  }

  @Test(arguments: [
    ("0.1", SQLValue.real(0.1)), ("9007199254740992", .real(0x1p53)), ("1e23", .real(1e23)),
    // All digits of 2^70, and those with which JavaScript writes 2^60.
    ("1180591620717411303424", .real(0x1p70)), ("1152921504606847000", .real(0x1p60)),
    ("-0", .real(-0.0)), ("0e-400", .real(0)), ("5e-324", .real(.leastNonzeroMagnitude)),
  ])
  func `a number that fits the type is imported`(spelling: String, value: SQLValue) throws {
    let store = try ImportStore(mapping: Self.mapping)
    _ = try store.apply(Self.record("\"d\":\(spelling)"))
    #expect(try store.rows("SELECT weight FROM Recipe") == [[value]])
  }

  @Test func `a whole number may have a point or an exponent`() throws {
    let store = try ImportStore(mapping: Self.mapping)
    _ = try store.apply(Self.record(#""i":9223372036854775807.0,"f":16777216"#))
    #expect(
      try store.rows("SELECT servings, ratio FROM Recipe") == [[.integer(.max), .real(16_777_216)]])
    let other = try ImportStore(mapping: Self.mapping)
    _ = try other.apply(Self.record(#""i":1.2e1,"f":0.1"#))
    #expect(
      try other.rows("SELECT servings, ratio FROM Recipe") == [
        [.integer(12), .real(Double(Float(0.1)))]
      ])
  }
}
