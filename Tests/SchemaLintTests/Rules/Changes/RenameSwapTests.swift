import SchemaLint
import Testing

struct RenameSwapTests {
  @Test func `both ends of a swap are flagged`() throws {
    try expect(
      RenameSwap(), in: "entities: {Card: {attributes: {front: string, back: string}}}",
      """
      entities:
        Card:
          attributes:
            front: {type: string, renamedFrom: back}
            # ! attribute 'front' is renamed from 'back' and 'back' from 'front'
            # + rename one of the two to a third name in a version between
            back: {type: string, renamedFrom: front}
            # ! attribute 'back' is renamed from 'front' and 'front' from 'back'
            # + rename one of the two to a third name in a version between
      """)
  }

  @Test func `names that move along a chain are not flagged`() throws {
    try expect(
      RenameSwap(), in: "entities: {Card: {attributes: {a: string, b: string}}}",
      """
      entities:
        Card:
          attributes:
            b: {type: string, renamedFrom: a}
            c: {type: string, renamedFrom: b}
      """)
  }
}
