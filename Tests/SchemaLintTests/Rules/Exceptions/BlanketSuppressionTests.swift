import SchemaLint
import Testing

struct BlanketSuppressionTests {
  @Test(arguments: ["", " ", " -- we know", " all -- we know", " * -- we know"])
  func `an exception to everything is flagged and excepts nothing`(rest: String) throws {
    let model = """
      entities:
        Book:
          attributes:
            hash: string # migrate:ignore\(rest)
            # ! the exception names no rule, and excepts nothing
            # + write the rules that are meant: 'migrate:ignore RULE, RULE -- reason'
      """
    try expect(BlanketSuppression(), in: model)
    #expect(try MarkedModel([model]).findings(of: ReservedName()).count == 3)
  }

  @Test func `an exception to rules by name is not`() throws {
    try expect(
      BlanketSuppression(),
      in: """
        # migrate:ignore-file cascade-cycle, reserved-name -- from a vendor
        entities:
          Book:
            attributes: {hash: string}
        """)
  }
}
