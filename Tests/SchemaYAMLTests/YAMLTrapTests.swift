import SchemaModel
import SchemaYAML
import Testing

/// Points on which YAML readers disagree: here the expected type decides, and nothing is guessed.
struct YAMLTrapTests {
  private func attribute(_ notation: String) throws -> Attribute {
    let text = """
      schema: S
      version: 1
      enums: {Answer: ["yes", no, y], Level: {raw: int, cases: {off: 0, on: 1}}}
      composites: {Point: {attributes: {x: double, name: string?}}}
      entities:
        A:
          attributes:
            a: \(notation)
      """
    let schema = try SchemaReader.read(text: text, name: "s.yaml").schema
    return try #require(schema.entities.first?.attributes.first)
  }

  @Test(arguments: [
    ("string = no", Literal.string("no")),
    ("string = 1.10", .string("1.10")),
    ("string = 2026-01-31", .string("2026-01-31")),
    ("string = 0x1F", .string("0x1F")),
    ("string = true", .string("true")),
    ("string = \"\"", .string("")),
    ("string = ''", .string("")),
    ("string = 'it''s'", .string("it's")),
    ("string = \"a\\tb\"", .string("a\tb")),
    ("string = \"null\"", .string("null")),
    ("string = \"uuid()\"", .string("uuid()")),
    ("string = a, b = c", .string("a, b = c")),
    ("'string = \"a: b # c\"'", .string("a: b # c")),
    ("string = Ünï ", .string("Ünï")),
    ("{type: string, default: no}", .string("no")),
    ("{type: string, default: 1_000}", .string("1_000")),
    ("{type: string, default: \"  \"}", .string("  ")),
    ("Answer = no", .string("no")),
    ("Answer = y", .string("y")),
    ("Level = off", .string("off")),
    ("enum(no, yes) = no", .string("no")),
    ("int = -7", .int(-7)),
    ("int = 0", .int(0)),
    ("int = 9223372036854775807", .int(.max)),
    ("int16 = 5", .int(5)),
    ("double = 1", .double(1)),
    ("double = -1.5e-3", .double(-0.0015)),
    ("float = .inf", .double(.infinity)),
    ("double = -.inf", .double(-.infinity)),
    ("decimal = 1.10", .string("1.10")),
    ("decimal = 12345678901234567890.5", .string("12345678901234567890.5")),
    ("bool = false", .bool(false)),
    ("url = https://a.example/b?c=d", .string("https://a.example/b?c=d")),
    (
      "uuid = e621e1f8-c36c-495a-93fc-0c247a3e6e5f",
      .string("E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
    ),
    ("data = AAEC/w==", .data([0, 1, 2, 255])),
    ("{type: data, default: \"\"}", .data([])),
    (
      "'[string] = [no, 1.10, \"a, b\"]'",
      .array([.string("no"), .string("1.10"), .string("a, b")])
    ),
    ("{type: [int], default: [1, -2]}", .array([.int(1), .int(-2)])),
    ("'[[bool]] = [[true], []]'", .array([.array([.bool(true)]), .array([])])),
    ("'Point = {x: 1, name: no}'", .object(["x": .double(1), "name": .string("no")])),
  ])
  func `the type of an attribute decides what its default means`(notation: String, value: Literal)
    throws
  {
    #expect(try attribute(notation).defaultValue == .literal(value))
  }

  @Test(arguments: [
    ("1970-01-01", 0),
    ("2026-01-31", 1_769_817_600),
    ("2026-01-31T10:00:00Z", 1_769_853_600),
    ("2026-01-31T10:00Z", 1_769_853_600),
    ("2026-01-31T10:00:00.25Z", 1_769_853_600.25),
    ("2026-01-31T10:00:00+02:00", 1_769_846_400),
    ("2026-01-31T10:00:00-05:30", 1_769_873_400),
    ("1969-12-31T23:59:59Z", -1),
    ("2000-02-29", 951_782_400),
    ("0001-01-01", -62_135_596_800),
    ("9999-12-31T23:59:59Z", 253_402_300_799),
    ("@0.5", 0.5),
    ("@-1e300", -1e300),
  ])
  func `a date is an instant in UTC`(text: String, seconds: Double) throws {
    #expect(try attribute("date = \(text)").defaultValue == .literal(.date(seconds)))
    let long = try attribute("{type: date, default: '\(text)', min: \"@-1e301\"}")
    #expect(long.defaultValue == .literal(.date(seconds)))
    #expect(long.minimum == .date(-1e301))
  }

  @Test func `a default that is computed for each object is not a text`() throws {
    #expect(try attribute("uuid = uuid()").defaultValue == .newUUID)
    #expect(try attribute("string = uuid()").defaultValue == .newUUID)
    #expect(try attribute("date = now()").defaultValue == .now)
    #expect(try attribute("int? = computed()").defaultValue == .computed)
    #expect(try attribute("{type: data, default: computed()}").defaultValue == .computed)
    #expect(
      try attribute("{type: string, default: \"computed()\"}").defaultValue
        == .literal(.string("computed()")))
    #expect(try attribute("{type: uuid, default: uuid()}").defaultValue == .newUUID)
  }

  @Test(arguments: [
    ("string", AttributeType.string), ("int", .int64), ("[string]", .array(.string)),
    ("\"[ [ date ] ]\"", .array(.array(.date))), ("Answer", .enumeration(.named("Answer"))),
    ("Point", .composite("Point")), ("[Point]", .array(.composite("Point"))),
    ("enum(no,yes ,  on)", .enumeration(.inline(["no", "yes", "on"]))),
    ("{type: [[int]]}", .array(.array(.int64))),
    ("\"[enum(a, b)]\"", .array(.enumeration(.inline(["a", "b"])))),
    ("transformable", .transformable),
  ])
  func `a type is read in all its forms`(notation: String, type: AttributeType) throws {
    let attribute = try attribute(notation)
    #expect(attribute.type == type)
    #expect(!attribute.isOptional && attribute.defaultValue == nil)
  }

  @Test(arguments: ["string?", "string ?", "{type: string?}", "{type: string, optional: true}"])
  func `a question mark means that there may be no value`(notation: String) throws {
    #expect(try attribute(notation) == Attribute("a", .string, isOptional: true))
  }

  @Test func `names that are words of YAML stay names`() throws {
    let schema = try SchemaReader.read(
      text: """
        schema: on
        version: 1.10
        entities:
          no:
            doc: off
            attributes: {yes: bool, null: int, y: string, 1e3x: {type: int, doc: 0x10}}
        """.replacing("1e3x", with: "e3"), name: "s.yaml"
    ).schema
    #expect(schema.name == "on")
    #expect(schema.version == Version(1, 10))
    #expect(schema.entities[0].name == "no")
    #expect(schema.entities[0].documentation == "off")
    #expect(schema.entities[0].attributes.map(\.name) == ["yes", "null", "y", "e3"])
    #expect(schema.entities[0].attributes[3].documentation == "0x10")
  }

  @Test(
    arguments: [
      ("0", Literal.int(0)), ("-5", .int(-5)), ("1.0", .double(1)), ("no", .string("no")),
      ("true", .bool(true)), ("null", nil), ("\"0\"", .string("0")), ("1e3", .double(1000)),
      ("2026-01-31", .string("2026-01-31")), ("\"\"", .string("")), ("1 apple", .string("1 apple")),
    ] as [(String, Literal?)])
  func `a value without a type is a number where it looks like a number`(
    text: String, value: Literal?
  )
    throws
  {
    let document = try SchemaReader.read(
      text: """
        schema: S
        version: 1
        migration:
          after:
            - {expect: SELECT 1, equals: \(text)}
        """, name: "s.yaml")
    #expect(document.migration?.after == [.expect(sql: "SELECT 1", equals: value)])
  }
}
