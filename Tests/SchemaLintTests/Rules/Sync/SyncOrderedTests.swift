import SchemaLint
import Testing

struct SyncOrderedTests {
  @Test func `an order is flagged where it is declared`() throws {
    try expect(
      SyncOrdered(),
      in: """
        profile: cloudkit
        entities:
          List:
            relationships:
              items:
                toMany: Item?
                inverse: list
                delete: cascade
                ordered: true
                # ! 'List.items' is ordered, which CloudKit cannot keep: the container does not load
                # + take 'ordered' out, and give 'Item' an attribute to sort by
                # > unsafe: unset ordered in entities.List.relationships.items
              former: {toMany: Item?, inverse: formerList, delete: nullify}
          Item:
            relationships:
              list: {toOne: List?, inverse: items, delete: nullify}
              formerList: {toOne: List?, inverse: former, delete: nullify}
        """)
  }
}
