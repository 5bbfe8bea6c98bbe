import Diagnostics
import StoreVerification
import Testing

struct ValueFindingTests {
  /// A spoilt value of a type, and its finding.
  struct Case: CustomTestStringConvertible, Sendable {
    var type: String
    var sound: [String]
    var spoilt: String
    var problem: Problem

    init(_ type: String, sound: [String], spoilt: String, _ problem: Problem) {
      self.type = type
      self.sound = sound
      self.spoilt = spoilt
      self.problem = problem
    }

    var testDescription: String { "\(type) <- \(spoilt)" }
  }

  private static let property = PropertyName("Thing", "value")

  static let cases: [Case] = [
    Case("bool", sound: ["0", "1"], spoilt: "2", .malformedValue(property, type: "bool")),
    Case("int16", sound: ["-32768", "32767"], spoilt: "32768", malformed("int16")),
    Case("int32", sound: ["-2147483648"], spoilt: "-2147483649", malformed("int32")),
    Case(
      "float", sound: ["3.4028234663852886e+38", "9e999"], spoilt: "3.5e38", malformed("float")),
    Case(
      "uuid", sound: ["'0E984725-C51C-4BF4-9960-E1C80E27ABA0'"],
      spoilt: "'0e984725-c51c-4bf4-9960-e1c80e27aba0'", malformed("uuid in capital letters")),
    Case("url", sound: ["'https://a.example/?q=%20'"], spoilt: "'not a url'", malformed("url")),
    Case("decimal", sound: ["'-1.50'", "'1E+30'"], spoilt: "'1,5'", malformed("decimal")),
    Case("decimal", sound: ["'.5'"], spoilt: "''", malformed("decimal")),
    Case(
      "\"[string]\"", sound: ["'[]'", "'[\"a\"]'"], spoilt: "'[1]'",
      malformed("list of the type [string]")),
    Case(
      "\"[int]\"", sound: ["'[1, 2]'"], spoilt: "'[1, 2'", malformed("list of the type [int]")),
    list(of: "string", sound: "\"\\u0000\"", spoilt: "\"a\"]' || char(0) || '"),
    list(of: "int", sound: "9223372036854775807", spoilt: "9223372036854775808"),
    list(of: "int16", sound: "-32768", spoilt: "32768"),
    list(
      of: "uuid", sound: "\"0E984725-C51C-4BF4-9960-E1C80E27ABA0\"",
      spoilt: "\"0e984725-c51c-4bf4-9960-e1c80e27aba0\""),
    list(of: "decimal", sound: "\"1.50\",2", spoilt: "\"1,5\""),
    list(of: "url", sound: "\"https://a.example/\"", spoilt: "\"a b\""),
    list(of: "data", sound: "\"QUI=\"", spoilt: "\"Q\""),
    Case("Point", sound: ["'{\"x\":1}'"], spoilt: "'{\"y\":1}'", malformed("Point in JSON")),
    Case("Point", sound: ["'{\"x\":1.5,\"y\":null}'"], spoilt: "'[]'", malformed("Point in JSON")),
    Case(
      "Point", sound: ["'{\"x\":1,\"id\":null}'", "'{\"x\":1,\"level\":20}'"],
      spoilt: "'{\"x\":1,\"id\":\"X\"}'", malformed("Point in JSON")),
    Case("Point", sound: [], spoilt: "'{\"x\":1,\"level\":21}'", malformed("Point in JSON")),
    Case(
      "Route",
      sound: [#"'{"start":{"x":1},"stops":[{"x":2,"id":null}],"grid":[[1],[]]}'"#, "'{}'"],
      spoilt: #"'{"start":{"x":"1"}}'"#, malformed("Route in JSON")),
    Case("Route", sound: [], spoilt: #"'{"start":{}}'"#, malformed("Route in JSON")),
    Case(
      "Route", sound: [], spoilt: #"'{"stops":[{"x":1},{"x":2,"level":11}]}'"#,
      malformed("Route in JSON")),
    Case("Route", sound: [], spoilt: #"'{"stops":["x"]}'"#, malformed("Route in JSON")),
    Case("Route", sound: [], spoilt: #"'{"grid":[[1],["x"]]}'"#, malformed("Route in JSON")),
    Case(
      "\"[Route]\"", sound: [#"'[{"start":null,"stops":[]},{"stops":[{"x":1}]}]'"#],
      spoilt: #"'[{"stops":[{"x":1},{"y":1}]}]'"#, malformed("list of the type [Route]")),
    Case(
      "\"[[Point]]\"", sound: [#"'[[{"x":1}],[]]'"#], spoilt: #"'[[{"x":1}],[{"x":null}]]'"#,
      malformed("list of the type [[Point]]")),
    Case("enum(a, b)", sound: ["'a'", "'b'"], spoilt: "'c'", .unknownCase(property)),
    Case("Level", sound: ["10", "20"], spoilt: "0", .unknownCase(property)),
    Case(
      "{type: int, min: 1, max: 5}", sound: ["1", "5"], spoilt: "6",
      .outOfBounds(property, bounds: "between 1 and 5")),
    Case(
      "{type: double, min: 0.5}", sound: ["0.5", "9e999"], spoilt: "0.25",
      .outOfBounds(property, bounds: "at least 0.5")),
    Case(
      "{type: string, max: 3}", sound: ["'abc'", "'🦊🦊🦊'", "'a' || char(0) || 'b'"],
      spoilt: "'a' || char(0) || 'bc'",
      .outOfBounds(property, bounds: "at most 3 characters long")),
    Case(
      "{type: string, pattern: \"[A-Z]{2}-[0-9]+\"}", sound: ["'AB-1'"], spoilt: "'AB-1x'",
      .patternMismatch(property, pattern: "[A-Z]{2}-[0-9]+")),
  ]

  private static func list(of element: String, sound: String, spoilt: String) -> Case {
    Case(
      "\"[\(element)]\"", sound: ["'[\(sound)]'"], spoilt: "'[\(spoilt)]'",
      malformed("list of the type [\(element)]"))
  }

  private static func malformed(_ type: String) -> Problem { .malformedValue(property, type: type) }

  @Test(arguments: cases)
  func `a value that its attribute cannot have is found`(_ test: Case) throws {
    let store = try TestStore(
      """
      schema: Things
      version: 1.0.0
      enums:
        Level: {raw: int, cases: {low: 10, high: 20}}
      composites:
        Point: {attributes: {x: double, y: "double?", id: "uuid?", level: "Level?"}}
        Route:
          attributes: {start: "Point?", stops: "[Point]?", grid: "[[int]]?"}
      entities:
        Thing:
          attributes:
            value: \(test.type)
      """)
    let sound = test.sound.map { "INSERT INTO Thing (value) VALUES (\($0));" }.joined()
    try store.execute(sound)
    #expect(try store.findings() == [])
    try store.execute("INSERT INTO Thing (_id, value) VALUES (77, \(test.spoilt))")
    #expect(try store.findings() == [Finding(test.problem, count: 1, examples: [77])])
  }
}

extension ValueFindingTests {
  private static func store(pattern: String) throws -> TestStore {
    try TestStore(
      """
      schema: Patterns
      version: 1.0.0
      entities: {Word: {attributes: {text: {type: string, optional: true, pattern: '\(pattern)'}}}}
      """,
      "INSERT INTO Word (text) VALUES (printf('%.*c', 20, 'a')), ('aaab'), (NULL)")
  }

  @Test func `a pattern of nested repetitions is checked like any other`() throws {
    let store = try Self.store(pattern: "(a+)+b")
    #expect(
      try store.findings().map { "\($0.problem.code) \($0.examples)" } == ["pattern-mismatch [1]"])
  }

  @Test func `values on which a pattern takes too long are reported as a warning`() throws {
    let store = try Self.store(pattern: "(?=a)(a+)+b")
    let findings = try store.findings()
    #expect(findings.map { "\($0.problem.code) \($0.examples)" } == ["endless-pattern [1]"])
    #expect(findings.map(\.severity) == [.warning])
  }
}
