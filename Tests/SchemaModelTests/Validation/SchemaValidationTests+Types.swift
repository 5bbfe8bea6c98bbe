import SchemaModel

extension SchemaValidationTests {
  private static func schema(_ enumeration: Enumeration) -> Schema {
    schema([], enumerations: [enumeration])
  }

  private static let waiting = Enumeration.Case("waiting", rawValue: .string("waiting"))
  private static let text = Attribute("text", .string)

  static let sharedTypes: [Row] = [
    Row(
      schema(Enumeration("State", cases: [])), at: "enums.State",
      "invalid-enumeration: the enumeration 'State' has no cases"),
    Row(
      schema([], enumerations: [.init("S", cases: [waiting]), .init("S", cases: [waiting])]),
      at: "enums.S", "duplicate-name: there is a second enumeration 'S'"),
    Row(
      schema(
        [], enumerations: [.init("S", cases: [waiting])],
        composites: [.init("S", elements: [text])]), at: "composites.S",
      "duplicate-name: 'S' is both an enumeration and a composite"),
    Row(
      schema([], composites: [.init("S", elements: [text]), .init("S", elements: [text])]),
      at: "composites.S", "duplicate-name: there is a second composite 'S'"),
    Row(
      schema(Enumeration("date", cases: [waiting])), at: "enums.date",
      "reserved-name: the enumeration 'date' is named like a built-in type"),
    Row(
      schema(Enumeration("My State", cases: [waiting])), at: "enums.My State",
      """
      invalid-identifier: 'My State' cannot name an enumeration: a name has letters, digits and \
      underscores, and does not begin with a digit
      """),
    Row(
      schema(
        Enumeration("S", cases: [waiting, .init("waiting", rawValue: .string("other"))])),
      at: "enums.S.cases.waiting", "duplicate-name: there is a second case 'waiting' in 'S'"),
    Row(
      schema(Enumeration("S", cases: [.init("to-do", rawValue: .string("to-do"))])),
      at: "enums.S.cases.to-do",
      """
      invalid-identifier: 'to-do' cannot name a case: a name has letters, digits and \
      underscores, and does not begin with a digit
      """),
    Row(
      schema(
        Enumeration(
          "S", rawType: .int,
          cases: [.init("a", rawValue: .int(1)), .init("b", rawValue: .int(1))])),
      at: "enums.S.cases.b",
      "invalid-enumeration: the cases 'a' and 'b' of 'S' are both stored as 1"),
    Row(
      schema(Enumeration("S", rawType: .int, cases: [waiting])), at: "enums.S.cases.waiting",
      """
      invalid-enumeration: the case 'waiting' of 'S' is stored as 'waiting', which is not an \
      integer
      """),
    Row(
      schema(Enumeration("S", cases: [.init("a", rawValue: .int(1))])), at: "enums.S.cases.a",
      "invalid-enumeration: the case 'a' of 'S' is stored as 1, which is not a text"),
    Row(
      schema([], composites: [.init("Place", elements: [])]), at: "composites.Place",
      "invalid-composite: the composite 'Place' has no attributes"),
    Row(
      schema([], composites: [.init("Place", elements: [text, text])]),
      at: "composites.Place.attributes.text",
      "duplicate-name: there is a second attribute 'text' in 'Place'"),
    Row(
      schema([], composites: [.init("Place", elements: [Attribute("x", .composite("Plce"))])]),
      at: "composites.Place.attributes.x.type",
      """
      unknown-type: the type of 'Place.x' is 'Plce', which is not declared
      did you mean 'Place'?
      """),
    Row(
      schema(
        [],
        composites: [
          .init("B", elements: [Attribute("a", .array(.composite("A")))]),
          .init("A", elements: [Attribute("b", .composite("B"))]),
        ]), at: "composites.A",
      "invalid-composite: the composite 'A' contains itself: A → B → A"),
  ]

  static let attributes: [Row] = [
    Row(
      schema(attribute: Attribute("format", .enumeration(.named("Formt")))),
      at: "entities.Book.attributes.format.type",
      """
      unknown-type: the type of 'Book.format' is 'Formt', which is not declared
      did you mean 'Format'?
      """),
    Row(
      schema(attribute: Attribute("pages", .array(.composite("integer")))),
      at: "entities.Book.attributes.pages.type",
      "unknown-type: the type of 'Book.pages' is 'integer', which is not declared\n"
        + "write 'int'; add 'sqlType: integer' where an existing column is declared so"),
    Row(
      schema(attribute: Attribute("format", .enumeration(.inline([])))),
      at: "entities.Book.attributes.format",
      "invalid-enumeration: the enumeration 'Book.format' has no cases"),
    Row(
      schema(attribute: Attribute("format", .enumeration(.inline(["a", "a"])))),
      at: "entities.Book.attributes.format.cases.a",
      "duplicate-name: there is a second case 'a' in 'Book.format'"),
    Row(
      schema(attribute: Attribute("cover", .string, storage: .external)),
      at: "entities.Book.attributes.cover.storage",
      "misplaced-key: 'Book.cover' is of type 'string', and 'storage' is for 'data'"),
    Row(
      schema(attribute: Attribute("cover", .data, minimum: .int(1))),
      at: "entities.Book.attributes.cover.min",
      "misplaced-key: 'Book.cover' is of type 'data', and 'min' is for numbers, dates and texts"),
    Row(
      schema(attribute: Attribute("pages", .int64, pattern: "[0-9]")),
      at: "entities.Book.attributes.pages.pattern",
      "misplaced-key: 'Book.pages' is of type 'int', and 'pattern' is for texts"),
    Row(
      schema(attribute: Attribute("isbn", .string, pattern: "97(8|9")),
      at: "entities.Book.attributes.isbn.pattern",
      "invalid-pattern: the pattern '97(8|9' of 'Book.isbn' is no regular expression: expected ')'"),
    Row(
      schema(
        attribute: Attribute(
          "isbn", .string, defaultValue: .literal(.string("")), pattern: "[0-9]{13}")),
      at: "entities.Book.attributes.isbn.default",
      "invalid-default: the default of 'Book.isbn' does not match its 'pattern'"),
    Row(
      schema(attribute: Attribute("pages", .int16, maximum: .int(40_000))),
      at: "entities.Book.attributes.pages.max",
      "invalid-bound: 'max' of 'Book.pages' is 40000, which 'int16' cannot hold"),
    Row(
      schema(attribute: Attribute("title", .string, minimum: .int(-1))),
      at: "entities.Book.attributes.title.min",
      "invalid-bound: 'min' of 'Book.title' is -1, which is not the length of a text"),
    Row(
      schema(attribute: Attribute("read", .date, minimum: .int(0))),
      at: "entities.Book.attributes.read.min",
      "invalid-bound: 'min' of 'Book.read' is 0, which is not of type 'date'"),
    Row(
      schema(
        attribute: Attribute(
          "size", .int64, minimum: .int(9_007_199_254_740_993),
          maximum: .int(9_007_199_254_740_992))), at: "entities.Book.attributes.size.min",
      "invalid-bound: 'min' of 'Book.size' is above its 'max'"),
  ]

  private static func row(
    _ type: AttributeType, default value: DefaultValue, _ text: String
  ) -> Row {
    Row(
      schema(attribute: Attribute("x", type, defaultValue: value)),
      at: "entities.Book.attributes.x.default", "invalid-default: the default of 'Book.x' \(text)")
  }

  private static func row(_ type: AttributeType, _ value: Literal, _ text: String) -> Row {
    row(type, default: .literal(value), text)
  }

  static let defaults: [Row] = [
    row(.int16, .int(32_768), "is 32768, which 'int16' cannot hold"),
    row(.int32, .int(-2_147_483_649), "is -2147483649, which 'int32' cannot hold"),
    row(.int64, .double(1.5), "is 1.5, which is not of type 'int'"),
    row(.bool, .int(1), "is 1, which is not of type 'bool'"),
    row(.string, .bool(true), "is true, which is not of type 'string'"),
    row(.date, .string("soon"), "is 'soon', which is not of type 'date'"),
    row(.string, .date(0), "is a date, which is not of type 'string'"),
    row(.double, .data([1]), "is bytes, which is not of type 'double'"),
    row(.decimal, .string("1.5.2"), "is '1.5.2', which is not of type 'decimal'"),
    row(.decimal, .string("."), "is '.', which is not of type 'decimal'"),
    row(.uuid, .string("1234"), "is '1234', which is not of type 'uuid'"),
    row(.url, .string("a b"), "is 'a b', which is not of type 'url'"),
    row(.url, .string(""), "is '', which is not of type 'url'"),
    row(
      .array(.int16), .array([.int(1), .int(40_000)]),
      "has an element, number 2, that is 40000, which 'int16' cannot hold"),
    row(.string, .array([]), "is a list, which is not of type 'string'"),
    row(.string, .object([:]), "is a mapping, which is not of type 'string'"),
    row(
      .enumeration(.named("Format")), .string("paper"),
      """
      is 'paper', which is not one of the cases
      did you mean 'paperback'?
      """),
    row(
      .enumeration(.named("Format")), .string("paperbak"),
      """
      is 'paperbak', which is not one of the cases
      did you mean 'paperback'?
      """),
    row(.enumeration(.inline(["a"])), .int(0), "is 0, which is not of type 'enum(a)'"),
    row(
      .composite("Place"), .object(["row": .int(40_000)]),
      "has a part 'row' that is 40000, which 'int16' cannot hold"),
    row(
      .composite("Place"), .object(["row": .int(1), "shelf": .int(1)]),
      "has a part 'shelf', which 'Place' has not"),
    row(.composite("Place"), .object([:]), "lacks the part 'row', which 'Place' requires"),
    row(.int64, default: .newUUID, "is uuid(), which is not of type 'int'"),
    row(.string, default: .now, "is now(), which is not of type 'string'"),
    Row(
      schema(
        attribute: Attribute(
          "x", .double, defaultValue: .literal(.int(0)), minimum: .double(0.5))),
      at: "entities.Book.attributes.x.default",
      "invalid-default: the default of 'Book.x' is below its 'min'"),
    Row(
      schema(
        attribute: Attribute(
          "x", .string, defaultValue: .literal(.string("long")), maximum: .int(3))),
      at: "entities.Book.attributes.x.default",
      "invalid-default: the default of 'Book.x' is above its 'max'"),
  ]
}
