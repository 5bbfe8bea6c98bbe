import SchemaLint
import Testing

struct RequiredToManyTests {
  static let model = """
    entities:
      Invoice:
        relationships:
          items: {toMany: Item, inverse: invoice, delete: cascade, min: 1}
          # ! an 'Invoice' is unsound until 'Invoice.items' leads to 1, which no insertion can give it
          #   at once
          tags: {toMany: Tag, inverse: invoices, delete: nullify, min: 0, max: 9}
      Item:
        relationships:
          invoice: {toOne: Invoice?, inverse: items, delete: nullify}
      Tag:
        relationships:
          invoices: {toMany: Invoice, inverse: tags, delete: nullify}
    """

  @Test func `a minimum above zero is flagged`() throws {
    try expect(RequiredToMany(), in: Self.model)
  }

  @Test func `the rule is off by default`() throws {
    #expect(try MarkedModel([Self.model]).report().findings == [])
  }
}
