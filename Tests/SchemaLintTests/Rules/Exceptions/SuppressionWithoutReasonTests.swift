import SchemaLint
import Testing

struct SuppressionWithoutReasonTests {
  @Test func `an exception without a reason is flagged, and holds all the same`() throws {
    let model = """
      entities:
        Book:
          attributes:
            hash: string # migrate:ignore reserved-name
            # ! the exception to 'reserved-name' has no reason
            # + add ' -- ' and the reason at its end
            table: string # migrate:ignore reserved-name -- reason
            # ! the exception to 'reserved-name' has the word 'reason' where a message left room for one
            # + write your own words in its place: '-- no store has values there'
      """
    try expect(SuppressionWithoutReason(), in: model)
    #expect(try MarkedModel([model]).findings(of: ReservedName()) == [])
  }

  @Test(arguments: [
    "# migrate:ignore reserved-name -- our word", "# migrate:ignore", "# migrate:ignored",
    "# see migrate:ignore reserved-name",
  ])
  func `a reason, an exception to nothing, and another comment are not`(
    comment: String
  ) throws {
    try expect(
      SuppressionWithoutReason(),
      in: """
        entities:
          Book:
            attributes:
              hash: string \(comment)
        """)
  }
}
